import { moduleKinds } from "@gatehouse/contract/modules/module-kind";
import type { Page } from "@playwright/test";
import { banner, chooseAccount, dialog, field, heading, menu } from "../src/screen.ts";
import type { Site } from "../src/site.ts";
import { expect, test } from "../src/test.ts";

const addPhone = ({ call }: Site) =>
  call("POST /configs", { body: { scope: "global", key: "phone", dataType: "STRING", value: "123" } });

/** The options of a list that is open, not those of the rows' data types. */
const options = (page: Page) => page.getByRole("listbox").getByRole("option");

/** Clicks beside whatever lies over the page. */
const clickOutside = (page: Page) => page.mouse.click(5, 5);

test.describe("SHELL-1 the frame", () => {
  test("SHELL-1 the sidebar carries the logo", async ({ operator }) => {
    await operator.goto("/configurations");
    await expect(operator.locator('img[src="/favicon.svg"]').first()).toBeVisible();
    await expect(operator.getByText("Gatehouse", { exact: true })).toBeVisible();
  });

  test("SHELL-1 the sidebar carries the product's version", async ({ operator, request }) => {
    const { version } = await (await request.get("/config.json")).json();
    await operator.goto("/configurations");
    await expect(operator.getByText(`Version ${version}`)).toBeVisible();
  });

  test("SHELL-1 the account menu names the person", async ({ operator }) => {
    await operator.goto("/configurations");
    await expect(operator.getByRole("button", { name: "Account menu of admin" })).toBeVisible();
  });

  test("SHELL-1 the menu folds to icons and stays so after a reload", async ({ operator }) => {
    await operator.goto("/configurations");
    await operator.getByRole("button", { name: "Fold the menu to icons" }).click();
    await operator.reload();
    await expect(operator.getByRole("button", { name: "Widen the menu" })).toBeVisible();
  });

  test("SHELL-1 the folded menu still opens every page of a section", async ({ site, operator }) => {
    await site.switchOn("EPLD");
    await operator.goto("/configurations");
    await operator.getByRole("button", { name: "Fold the menu to icons" }).click();
    await menu(operator).getByRole("button", { name: "EPLD" }).click();
    await operator.getByRole("menuitem", { name: "Alerts" }).click();
    await expect(operator).toHaveURL("/epld/alerts");
  });

  test("SHELL-1 the arrow keys move in the menu and open a section", async ({ site, operator }) => {
    await site.switchOn("EPLD");
    await operator.goto("/configurations");
    await menu(operator).getByRole("button", { name: "EPLD" }).focus();
    await operator.keyboard.press("ArrowRight");
    await operator.keyboard.press("ArrowDown");
    await operator.keyboard.press("ArrowDown");
    await expect(menu(operator).getByRole("link", { name: "Settings" }).first()).toBeFocused();
  });

  test("SHELL-1 the first Tab offers to skip to the content", async ({ operator }) => {
    await operator.goto("/configurations");
    await expect(heading(operator, "Global Configurations")).toBeVisible();
    await operator.keyboard.press("Tab");
    await expect(operator.getByRole("link", { name: "Skip to content" })).toBeFocused();
  });

  test("SHELL-1 the page's title is the document's", async ({ site, operator }) => {
    await site.switchOn("EPLD");
    await operator.goto("/epld/alerts");
    await expect(operator).toHaveTitle(/^Alerts · EPLD/);
  });

  test("SHELL-1 the colour scheme that was chosen stays after a reload", async ({ operator }) => {
    await operator.goto("/configurations");
    await operator.getByRole("button", { name: "Colour scheme" }).click();
    await operator.getByRole("menuitemradio", { name: "Dark" }).click();
    await operator.reload();
    await expect(operator.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
  });

  test("SHELL-1 without a choice the colour scheme is the system's", async ({ operator }) => {
    await operator.emulateMedia({ colorScheme: "dark" });
    await operator.goto("/configurations");
    await expect(operator.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
  });
});

test.describe("SHELL-1 on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });
  const toggle = (page: Page) => page.getByRole("button", { name: "Open the menu" });

  test("SHELL-1 the menu is behind its toggle", async ({ operator }) => {
    await operator.goto("/configurations");
    await expect(toggle(operator)).toBeVisible();
    await expect(menu(operator)).toBeHidden();
  });

  test("SHELL-1 the toggle opens the menu", async ({ operator }) => {
    await operator.goto("/configurations");
    await toggle(operator).click();
    await expect(operator.getByRole("dialog").getByRole("link", { name: "Settings" })).toBeVisible();
  });

  test("SHELL-1 following an entry closes the menu", async ({ operator }) => {
    await operator.goto("/configurations");
    await toggle(operator).click();
    await operator.getByRole("dialog").getByRole("link", { name: "Settings" }).click();
    await expect(heading(operator, "Settings")).toBeVisible();
    await expect(operator.getByRole("dialog")).toBeHidden();
  });

  test("SHELL-1 Escape closes the menu", async ({ operator }) => {
    await operator.goto("/configurations");
    await toggle(operator).click();
    await expect(operator.getByRole("dialog")).toBeVisible();
    await operator.keyboard.press("Escape");
    await expect(operator.getByRole("dialog")).toBeHidden();
  });

  test("SHELL-1 the open menu carries the version", async ({ operator }) => {
    await operator.goto("/configurations");
    await toggle(operator).click();
    await expect(operator.getByRole("dialog").getByText(/Version \d/)).toBeVisible();
  });
});

test.describe("SHELL-2 banners", () => {
  const good = "Module activation status updated";
  const bad = "Could not update module activation status";
  test.beforeEach(async ({ operator }) => {
    await operator.clock.install();
    await operator.goto("/settings");
    await operator.getByRole("switch", { name: "Reporting" }).press("Space");
    // From here on the page's time stands still unless the test moves it.
    await operator.clock.pauseAt(new Date(Date.now() + 60_000));
  });

  test("SHELL-2 success is still there after 4900 ms", async ({ operator }) => {
    await operator.getByRole("button", { name: "Save" }).click();
    await expect(banner(operator, good)).toBeVisible();
    await operator.clock.runFor(4_900);
    await expect(banner(operator, good)).toBeVisible();
  });

  test("SHELL-2 success closes itself after 5000 ms", async ({ operator }) => {
    await operator.getByRole("button", { name: "Save" }).click();
    await expect(banner(operator, good)).toBeVisible();
    await operator.clock.runFor(5_000);
    await expect(banner(operator, good)).toBeHidden();
  });

  test("SHELL-2 an error stays", async ({ operator }) => {
    await operator.route("**/api/configs/module-activation-status", (route) =>
      route.fulfill({ status: 500, body: "" }),
    );
    await operator.getByRole("button", { name: "Save" }).click();
    await expect(banner(operator, bad)).toBeVisible();
    await operator.clock.fastForward(10 * 60_000);
    await expect(banner(operator, bad)).toBeVisible();
  });

  test("SHELL-2 an error leaves when it is dismissed", async ({ operator }) => {
    await operator.route("**/api/configs/module-activation-status", (route) =>
      route.fulfill({ status: 500, body: "" }),
    );
    await operator.getByRole("button", { name: "Save" }).click();
    await banner(operator, bad).getByRole("button", { name: "Dismiss" }).click();
    await expect(banner(operator, bad)).toBeHidden();
  });

  test("SHELL-2 success can be dismissed too", async ({ operator }) => {
    await operator.getByRole("button", { name: "Save" }).click();
    await banner(operator, good).getByRole("button", { name: "Dismiss" }).click();
    await expect(banner(operator, good)).toBeHidden();
  });
});

test.describe("SHELL-3 the Yes/No dialog", () => {
  test.beforeEach(async ({ site, operator }) => {
    await addPhone(site);
    await operator.goto("/configurations");
    await operator.getByRole("button", { name: "Delete phone" }).click();
    await expect(dialog(operator, "Please confirm")).toBeVisible();
  });

  test("SHELL-3 Yes does it", async ({ operator }) => {
    await operator.getByRole("button", { name: "Yes" }).click();
    await expect(field(operator, "Value of phone")).toBeHidden();
  });

  const ways: readonly [name: string, leave: (page: Page) => Promise<void>][] = [
    ["No", (page) => page.getByRole("button", { name: "No" }).click()],
    ["Escape", (page) => page.keyboard.press("Escape")],
    ["a click outside", clickOutside],
    ["its cross", (page) => page.getByRole("button", { name: "Close" }).click()],
  ];
  for (const [name, leave] of ways) {
    test(`SHELL-3 ${name} closes it and does nothing`, async ({ operator }) => {
      await leave(operator);
      await expect(dialog(operator, "Please confirm")).toBeHidden();
      // Had it been deleted after all, it could not be saved any more.
      await field(operator, "Value of phone").fill("456");
      await operator.getByRole("button", { name: "Save phone" }).click();
      await expect(banner(operator, "Successfully updated config")).toBeVisible();
    });
  }

  test("SHELL-3 the focus is on the harmless answer", async ({ operator }) => {
    await expect(operator.getByRole("button", { name: "No" })).toBeFocused();
  });

  test("SHELL-3 the focus returns to where it was", async ({ operator }) => {
    await operator.keyboard.press("Escape");
    await expect(operator.getByRole("button", { name: "Delete phone" })).toBeFocused();
  });
});

test.describe("SHELL-3 modals", () => {
  test.beforeEach(async ({ operator }) => {
    await operator.goto("/configurations");
    await chooseAccount(operator, "Reset Password");
    await expect(field(operator, "Password")).toBeFocused();
  });

  test("SHELL-3 Escape closes a modal", async ({ operator }) => {
    await operator.keyboard.press("Escape");
    await expect(dialog(operator, "Reset Password")).toBeHidden();
  });

  test("SHELL-3 a click outside closes a modal", async ({ operator }) => {
    await clickOutside(operator);
    await expect(dialog(operator, "Reset Password")).toBeHidden();
  });

  test("SHELL-3 a modal in which something was typed asks before it closes", async ({ operator }) => {
    await field(operator, "Password").fill("half a pass");
    await operator.keyboard.press("Escape");
    await expect(dialog(operator, "Please confirm")).toContainText("What you typed is not saved. Close anyway?");
  });

  test("SHELL-3 No goes back to what was typed", async ({ operator }) => {
    await field(operator, "Password").fill("half a pass");
    await operator.keyboard.press("Escape");
    await operator.getByRole("button", { name: "No" }).click();
    await expect(field(operator, "Password")).toHaveValue("half a pass");
  });

  test("SHELL-3 Yes closes it and forgets what was typed", async ({ operator }) => {
    await field(operator, "Password").fill("half a pass");
    await operator.keyboard.press("Escape");
    await operator.getByRole("button", { name: "Yes" }).click();
    await expect(dialog(operator, "Reset Password")).toBeHidden();
    await chooseAccount(operator, "Reset Password");
    await expect(field(operator, "Password")).toHaveValue("");
  });
});

test.describe("SHELL-4 the pager", () => {
  const page1 = ["Alert 45", "Alert 26"];
  test.beforeEach(async ({ site }) => {
    await site.switchOn("EPLD");
    const seeds = Array.from({ length: 45 }, (_, index) => index + 1);
    for (const number of seeds) {
      const at = new Date(Date.UTC(2026, 0, 1, 0, number));
      await site.seed.alert({ type: "EPLD_NEW_SLOT", scope: "epld", title: `Alert ${number}`, at });
    }
  });

  test("SHELL-4 starts at page 1 of all", async ({ operator }) => {
    await operator.goto("/epld/alerts");
    await expect(operator.getByText("Page 1/3", { exact: true })).toBeVisible();
    await expect(operator.getByRole("article").first()).toContainText(page1[0] ?? "");
    await expect(operator.getByRole("article").last()).toContainText(page1[1] ?? "");
  });

  test("SHELL-4 has no Previous on the first page", async ({ operator }) => {
    await operator.goto("/epld/alerts");
    await expect(operator.getByRole("button", { name: "Previous" })).toBeDisabled();
  });

  test("SHELL-4 Next turns the page", async ({ operator }) => {
    await operator.goto("/epld/alerts");
    await operator.getByRole("button", { name: "Next" }).click();
    await expect(operator.getByText("Page 2/3", { exact: true })).toBeVisible();
    await expect(operator.getByRole("article").first()).toContainText("Alert 25");
  });

  test("SHELL-4 Previous turns it back", async ({ operator }) => {
    await operator.goto("/epld/alerts?page=2");
    await operator.getByRole("button", { name: "Previous" }).click();
    await expect(operator.getByText("Page 1/3", { exact: true })).toBeVisible();
  });

  test("SHELL-4 has no Next on the last page", async ({ operator }) => {
    await operator.goto("/epld/alerts?page=3");
    await expect(operator.getByText("Page 3/3", { exact: true })).toBeVisible();
    await expect(operator.getByRole("button", { name: "Next" })).toBeDisabled();
  });

  test("SHELL-4 a page beyond the last shows the last", async ({ operator }) => {
    await operator.goto("/epld/alerts?page=99");
    await expect(operator.getByText("Page 3/3", { exact: true })).toBeVisible();
  });
});

test.describe("SHELL-5 search, tabs and multi-select", () => {
  test("SHELL-5 the search box narrows the list", async ({ site, operator }) => {
    await addPhone(site);
    await operator.goto("/configurations");
    await operator.getByRole("searchbox", { name: "Search configurations" }).fill("PHO");
    await expect(field(operator, "Value of siteName")).toBeHidden();
    await expect(field(operator, "Value of phone")).toBeVisible();
  });

  test("SHELL-5 the search is in the address, so that a link shows the same", async ({ operator }) => {
    await operator.goto("/configurations");
    await operator.getByRole("searchbox", { name: "Search configurations" }).fill("zone");
    await expect(operator).toHaveURL("/configurations?q=zone");
    await operator.reload();
    await expect(field(operator, "Value of siteName")).toBeHidden();
    await expect(field(operator, "Value of timeZone")).toBeVisible();
  });

  test("SHELL-5 the key / leads to the search box", async ({ operator }) => {
    await operator.goto("/configurations");
    await expect(field(operator, "Value of siteName")).toBeVisible();
    await operator.keyboard.press("/");
    await expect(operator.getByRole("searchbox", { name: "Search configurations" })).toBeFocused();
  });

  test("SHELL-9 a search of nothing but spaces leaves the whole list", async ({ operator }) => {
    await operator.goto("/configurations");
    await operator.getByRole("searchbox", { name: "Search configurations" }).fill("   ");
    await expect(field(operator, "Value of siteName")).toBeVisible();
  });

  test("SHELL-5 a tab shows its panel", async ({ site, operator }) => {
    await site.switchOn("RFID_ACCESS_CONTROL", "ANPR_ACCESS_CONTROL");
    await operator.goto("/access-control");
    await operator.getByRole("tab", { name: "RFID Access Control Configurations" }).click();
    await expect(operator.getByRole("table", { name: "RFID Access Control Configurations" })).toBeVisible();
  });

  test("SHELL-5 the arrow keys change the tab", async ({ site, operator }) => {
    await site.switchOn("RFID_ACCESS_CONTROL", "ANPR_ACCESS_CONTROL");
    await operator.goto("/access-control");
    await operator.getByRole("tab", { name: "Vision" }).focus();
    await operator.keyboard.press("ArrowRight");
    await expect(operator.getByRole("tab", { name: "RFID" })).toHaveAttribute("aria-selected", "true");
  });

  test.describe("SHELL-5 multi-select", () => {
    const choice = (page: Page) => page.getByRole("combobox", { name: "Vehicle types" });
    test.beforeEach(({ site }) => site.switchOn("RFID_ACCESS_CONTROL"));

    test("SHELL-5 typing finds options", async ({ operator }) => {
      await operator.goto("/access-control");
      await choice(operator).fill("tanker");
      await expect(options(operator)).toHaveText(["Oil tanker"]);
    });

    test("SHELL-5 the search waits 200 ms", async ({ operator }) => {
      await operator.clock.install();
      await operator.goto("/access-control");
      await choice(operator).click();
      await expect(options(operator)).toHaveCount(9);
      await operator.clock.pauseAt(new Date(Date.now() + 60_000));
      await choice(operator).fill("tanker");
      await operator.clock.runFor(190);
      await expect(options(operator)).toHaveCount(9);
      await operator.clock.runFor(10);
      await expect(options(operator)).toHaveCount(1);
    });

    test("SHELL-5 the list of options is at most 260 px high", async ({ operator }) => {
      await operator.goto("/access-control");
      await choice(operator).click();
      await expect(operator.getByRole("listbox")).toBeVisible();
      expect((await operator.getByRole("listbox").boundingBox())?.height).toBeLessThanOrEqual(260);
    });
  });
});

test.describe("SHELL-6 what an error says", () => {
  const answers: readonly [what: string, answer: object | null, text: string][] = [
    ["the server's message, capitalised", { message: "the phone is off" }, "The phone is off"],
    ["several messages joined with commas", { message: ["one is wrong", "two as well"] }, "One is wrong, two as well"],
    ["the catalogue's text when the server says nothing", null, "Failed to update config"],
    ["the catalogue's text when the message is empty", { message: "" }, "Failed to update config"],
  ];
  for (const [what, answer, text] of answers) {
    test(`SHELL-6 is ${what}`, async ({ site, operator }) => {
      await addPhone(site);
      await operator.goto("/configurations");
      await field(operator, "Value of phone").fill("456");
      const body = answer === null ? "" : JSON.stringify(answer);
      await operator.route("**/api/configs/*", (route) => route.fulfill({ status: 500, body }));
      await operator.getByRole("button", { name: "Save phone" }).click();
      await expect(operator.getByRole("alert").filter({ hasText: text })).toBeVisible();
    });
  }
});

test.describe("SHELL-7 asking again", () => {
  test.beforeEach(({ site }) => site.switchOn("EPLD"));

  /** Answers every request for the EPLD configurations with a status, and counts them. */
  async function refuseConfigs(page: Page, status: number): Promise<() => number> {
    let asked = 0;
    await page.route("**/api/configs/epld", (route) => {
      asked += 1;
      return route.fulfill({ status, body: "" });
    });
    return () => asked;
  }

  test("SHELL-7 a 500 is asked for 3 times more, after 1, 2 and 4 s", async ({ operator }) => {
    const asked = await refuseConfigs(operator, 500);
    await operator.clock.install();
    await operator.goto("/settings");
    await expect(operator.getByText("Connected")).toBeVisible();
    await operator.clock.pauseAt(new Date(Date.now() + 60_000));
    await menu(operator).getByRole("button", { name: "EPLD" }).click();
    await menu(operator).getByRole("link", { name: "Configuration", exact: true }).click();
    await expect.poll(asked).toBe(1);
    await operator.clock.runFor(1_000);
    await expect.poll(asked).toBe(2);
    await operator.clock.runFor(2_000);
    await expect.poll(asked).toBe(3);
    await operator.clock.runFor(3_900);
    expect(asked()).toBe(3);
    await operator.clock.runFor(100);
    await expect.poll(asked).toBe(4);
    await operator.clock.resume();
    await expect(operator.getByText("Failed to fetch configs")).toBeVisible();
  });

  for (const status of [400, 403, 404, 409]) {
    test(`SHELL-7 a ${status} is not asked for again`, async ({ operator }) => {
      const asked = await refuseConfigs(operator, status);
      await operator.goto("/epld");
      await expect(operator.getByText("Failed to fetch configs")).toBeVisible();
      expect(asked()).toBe(1);
    });
  }

  test("SHELL-7 Try again asks once more", async ({ operator }) => {
    const asked = await refuseConfigs(operator, 404);
    await operator.goto("/epld");
    await operator.getByRole("button", { name: "Try again" }).click();
    await expect.poll(asked).toBe(2);
  });

  test("SHELL-7 coming back to the window asks for nothing", async ({ operator }) => {
    const asked = await refuseConfigs(operator, 404);
    await operator.goto("/epld");
    await expect(operator.getByText("Failed to fetch configs")).toBeVisible();
    await operator.evaluate(() => {
      document.dispatchEvent(new Event("visibilitychange"));
      globalThis.dispatchEvent(new Event("focus"));
    });
    await operator.getByRole("button", { name: "Try again" }).click();
    await expect.poll(asked).toBe(2);
  });
});

test("SHELL-8 one build serves any site: the address of the API comes from /config.json", async ({ site, page }) => {
  const config = { apiBaseUrl: "/elsewhere/v1", appId: "gatehouse-console", version: "9.9.9" };
  await page.route("**/config.json", (route) => route.fulfill({ json: config }));
  await page.route("**/elsewhere/v1/auth/login", async (route) =>
    route.fulfill({ json: { token: await site.signIn(), passwordChanged: true } }),
  );
  await page.route("**/elsewhere/v1/configs/global", (route) => route.fulfill({ json: [] }));
  await page.route("**/elsewhere/v1/configs/module-activation-status", (route) => route.fulfill({ json: {} }));
  const health = { mcp: true, shield: [], anpr: { osd: [], cameraCounting: [], accessControl: [] } };
  await page.route("**/elsewhere/v1/health", (route) => route.fulfill({ json: health }));
  await page.route("**/elsewhere/v1/live", () => {});
  await page.goto("/");
  await field(page, "Username").fill("admin");
  await field(page, "Password").fill("anything");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(heading(page, "Global Configurations")).toBeVisible();
  await expect(page.getByText("Version 9.9.9")).toBeVisible();
});

test.describe("the command palette", () => {
  for (const keys of ["Control+k", "Meta+k"]) {
    test(`${keys} opens it`, async ({ operator }) => {
      await operator.goto("/configurations");
      await expect(heading(operator, "Global Configurations")).toBeVisible();
      await operator.keyboard.press(keys);
      await expect(operator.getByRole("combobox", { name: "Go to a page" })).toBeFocused();
    });
  }

  test("it knows every page of the menu, and what if", async ({ site, operator }) => {
    await site.switchOn(...moduleKinds);
    await operator.goto("/configurations");
    await expect(menu(operator).getByRole("link", { name: "Reporting" })).toBeVisible();
    await operator.keyboard.press("Control+k");
    await expect(options(operator)).toHaveCount(34);
  });

  test("it leaves out pages of inactive modules", async ({ operator }) => {
    await operator.goto("/configurations");
    await expect(menu(operator).getByRole("link", { name: "Settings" })).toBeVisible();
    await operator.keyboard.press("Control+k");
    await expect(options(operator)).toHaveCount(2);
  });

  test("a few letters and Enter go to a page", async ({ site, operator }) => {
    await site.switchOn("EPLD");
    await operator.goto("/configurations");
    await expect(menu(operator).getByRole("button", { name: "EPLD" })).toBeVisible();
    await operator.keyboard.press("Control+k");
    await operator.getByRole("combobox", { name: "Go to a page" }).fill("epld al");
    await operator.keyboard.press("Enter");
    await expect(operator).toHaveURL("/epld/alerts");
  });

  test("the arrow keys choose", async ({ operator }) => {
    await operator.goto("/configurations");
    await expect(menu(operator).getByRole("link", { name: "Settings" })).toBeVisible();
    await operator.keyboard.press("Control+k");
    await expect(operator.getByRole("combobox", { name: "Go to a page" })).toBeFocused();
    await operator.keyboard.press("ArrowDown");
    await operator.keyboard.press("Enter");
    await expect(operator).toHaveURL("/settings");
  });

  test("Escape closes it", async ({ operator }) => {
    await operator.goto("/configurations");
    await expect(heading(operator, "Global Configurations")).toBeVisible();
    await operator.keyboard.press("Control+k");
    await expect(options(operator).first()).toBeVisible();
    await operator.keyboard.press("Escape");
    await expect(options(operator).first()).toBeHidden();
  });
});

test("g and then a letter goes to a page", async ({ operator }) => {
  await operator.goto("/configurations");
  await expect(menu(operator).getByRole("link", { name: "Settings" })).toBeVisible();
  await operator.keyboard.press("g");
  await operator.keyboard.press("s");
  await expect(operator).toHaveURL("/settings");
});

test("the live link comes back by itself after the server was away", async ({ operator }) => {
  await operator.route("**/api/live", (route) => route.abort());
  await operator.goto("/configurations");
  await expect(operator.getByText(/Offline since/)).toBeVisible();
  await operator.unroute("**/api/live");
  await expect(operator.getByText("Connected")).toBeVisible({ timeout: 15_000 });
});
