import type { Locator, Page } from "@playwright/test";
import { addSchedule, addVehiclesInside, operationsPages as paths, recordRow } from "../src/access.ts";
import { expectAccessible } from "../src/axe.ts";
import { waitForLiveUpdates } from "../src/live-updates.ts";
import { card, control, dialog, field, heading, menu } from "../src/page-parts.ts";
import { expect, test } from "../src/test.ts";

/** Presses Tab until a control has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < 80; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("Tab does not reach the control");
}

/** Chooses an option of a searchable list by typing. */
async function typeChoice(page: Page, form: Locator, label: string, text: string): Promise<void> {
  await tabTo(page, form.getByRole("combobox", { name: label, exact: true }));
  await page.keyboard.type(text);
  await expect(page.getByRole("option", { name: text, exact: true })).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
}

test.beforeEach(({ site }) => site.switchOn("ANPR_ACCESS_CONTROL"));

test("RULE-2 a rule is added with the keyboard alone", async ({ site, operator }) => {
  await site.call("POST /access/groups", { body: { name: "Contractors" } });
  await addSchedule(site, "Working hours");
  await operator.goto(paths.rules);
  const add = card(operator, "Rules").getByRole("button", { name: "Add rule", exact: true });
  await tabTo(operator, add);
  await operator.keyboard.press("Enter");
  const form = dialog(operator, "Add rule");
  await expect(field(form, "Name")).toBeFocused();
  await operator.keyboard.type("Contractors by day");
  await tabTo(operator, control(form, "Mode"));
  await operator.keyboard.press("ArrowDown");
  await expect(control(form, "Mode")).toHaveValue("enforced");
  await typeChoice(operator, form, "Group", "Contractors");
  await typeChoice(operator, form, "Schedule", "Working hours");
  await tabTo(operator, form.getByRole("button", { name: "Add", exact: true }));
  await operator.keyboard.press("Enter");
  await expect(form.getByRole("alert")).toBeFocused();
  await tabTo(operator, form.getByRole("button", { name: "Save anyway", exact: true }));
  await operator.keyboard.press("Enter");
  await expect(form).toBeHidden();
  const added = recordRow(operator, "Rules", /Contractors by day/);
  await expect(added).toContainText('Contractors may enter and exit at all gates during "Working hours".');
  await expect(added).toContainText("Enforced");
  await expect(add).toBeFocused();
});

test("RULE-2 a schedule is added with the keyboard alone; the focus follows added and removed windows", async ({
  operator,
}) => {
  await operator.goto(paths.schedules);
  const add = card(operator, "Schedules").getByRole("button", { name: "Add schedule", exact: true });
  await tabTo(operator, add);
  await operator.keyboard.press("Enter");
  const form = dialog(operator, "Add schedule");
  await expect(field(form, "Name")).toBeFocused();
  await operator.keyboard.type("Night shift");
  const addWindow = form.getByRole("button", { name: "Add window", exact: true });
  const windowAt = (index: number) => form.getByRole("group", { name: `Window ${index}`, exact: true });
  await tabTo(operator, addWindow);
  await operator.keyboard.press("Enter");
  const from = windowAt(1).getByLabel("From", { exact: true });
  await expect(from).toBeFocused();
  await from.fill("22:00");
  const to = windowAt(1).getByLabel("To", { exact: true });
  await tabTo(operator, to);
  await to.fill("06:00");
  await tabTo(operator, addWindow);
  await operator.keyboard.press("Enter");
  await expect(windowAt(2).getByLabel("From", { exact: true })).toBeFocused();
  await tabTo(operator, form.getByRole("button", { name: "Remove window 2" }));
  await operator.keyboard.press("Enter");
  await expect(addWindow).toBeFocused();
  await tabTo(operator, form.getByRole("button", { name: "Add date", exact: true }));
  await operator.keyboard.press("Enter");
  await expect(
    form.getByRole("group", { name: "Exception 1", exact: true }).getByLabel("Date", { exact: true }),
  ).toBeFocused();
  await tabTo(operator, form.getByRole("button", { name: "Remove exception 1" }));
  await operator.keyboard.press("Enter");
  await tabTo(operator, form.getByRole("button", { name: "Add", exact: true }));
  await operator.keyboard.press("Enter");
  await expect(form).toBeHidden();
  await expect(recordRow(operator, "Schedules", /Night shift/)).toContainText("Mon–Fri 22:00–06:00 (next day)");
  await expect(add).toBeFocused();
});

test("RULE-4 plates and times of Presence take one line on an upright tablet", async ({ site, operator }) => {
  await addVehiclesInside(site, 3);
  const since = new Date(Date.now() - 40 * 3_600_000).toISOString();
  await operator.route("**/api/access/presence", async (route) => {
    const response = await route.fetch();
    const rows: object[] = await response.json();
    return route.fulfill({ response, json: rows.map((row) => ({ ...row, since })) });
  });
  await operator.setViewportSize({ width: 820, height: 1180 });
  await operator.goto(paths.presence);
  const table = operator.getByRole("table", { name: "Vehicles inside", exact: true });
  const time = table.locator("time").first();
  await expect(time).toHaveText(/^\d+ \w+ \d{4}, \d\d:\d\d$/);
  expect((await time.boundingBox())?.height).toBeLessThan(24);
  const [first, last] = [table.getByText("KA", { exact: true }).first(), table.getByText("1000", { exact: true })];
  expect((await first.boundingBox())?.y).toBe((await last.boundingBox())?.y);
});

test("RULE-4 PERF-4 Presence renders the visible rows of hundreds: for keys, the search, live changes and paper", async ({
  site,
  operator,
}) => {
  await addVehiclesInside(site, 200);
  await operator.goto(paths.presence);
  const table = operator.getByRole("table", { name: "Vehicles inside", exact: true });
  const rows = table.getByRole("row");
  await waitForLiveUpdates(operator);

  await test.step("few rows are rendered, and all are counted", async () => {
    await expect(table).toHaveAttribute("aria-rowcount", "201");
    await expect(rows.nth(1)).toHaveAttribute("aria-rowindex", "2");
    expect(await rows.count()).toBeLessThan(60);
  });

  await test.step("the arrow keys reach rows that were not rendered", async () => {
    const last = Number(await rows.last().getAttribute("aria-rowindex"));
    const rowAt = (index: number) => table.locator(`[aria-rowindex="${index}"]`);
    await expect(rowAt(last + 1)).toHaveCount(0);
    await rowAt(last).getByRole("button").first().focus();
    await expect(rowAt(last + 1)).toBeAttached();
    await operator.keyboard.press("ArrowDown");
    await expect(
      rowAt(last + 1)
        .getByRole("button")
        .first(),
    ).toBeFocused();
  });

  await test.step("the last row is at the end of the page, and a removed one disappears", async () => {
    await operator.keyboard.press("End");
    await expect(rows.last()).toHaveAttribute("aria-rowindex", "201");
    await expect(rows.last()).toBeInViewport();
    const [first] = await site.call("GET /access/presence", {});
    await site.call("DELETE /access/presence/{id}", { params: { id: first?.id ?? 0 } });
    await expect(table).toHaveAttribute("aria-rowcount", "200");
    await expect(rows.last()).toHaveAttribute("aria-rowindex", "200");
  });

  await test.step("all rows are printed", async () => {
    await operator.evaluate(() => {
      const count = () => {
        document.title = `${document.querySelectorAll("tbody > tr[aria-rowindex]").length} printed`;
      };
      addEventListener("beforeprint", count, { once: true });
    });
    const paper = await operator.pdf({ format: "A4" });
    expect(paper.toString("latin1").match(/\/Type \/Page\b/g)?.length).toBeLessThan(10);
    await expect(operator).toHaveTitle("199 printed");
    await expect.poll(() => rows.count()).toBeLessThan(60);
  });

  await test.step("who is inside is exported", async () => {
    const saved = operator.waitForEvent("download");
    await operator.getByRole("button", { name: "Export CSV" }).click();
    expect((await saved).suggestedFilename()).toBe("presence.csv");
  });

  await test.step("paper has the title and the table, without the menu and the buttons", async () => {
    await operator.emulateMedia({ media: "print" });
    await expect(heading(operator, "Presence")).toBeVisible();
    await expect(operator.getByText(/^Printed .+:\d\d$/)).toBeVisible();
    await expect(menu(operator)).toBeHidden();
    await expect(operator.getByRole("button", { name: "Mark as inside" })).toBeHidden();
    await expect(rows.nth(1).getByRole("button", { name: /^Forgive/ })).toBeHidden();
    await operator.emulateMedia({ media: "screen" });
  });

  await test.step("the search finds a row that was not rendered", async () => {
    await operator.getByRole("searchbox", { name: "Search vehicle, name or area" }).fill("AB 1100");
    await expect(rows).toHaveCount(2);
    await rows.last().getByRole("button", { name: "Forgive KA 01 AB 1100", exact: true }).click();
    await expect(rows.last()).toContainText("Forgiven");
  });
});

test("RULE-7 the suggested end of an override stays an hour ahead while the page is open", async ({ operator }) => {
  await operator.clock.install();
  await operator.goto(paths.overrides);
  const ends = control(card(operator, "Site overrides"), "Ends at");
  await expect(ends).toHaveValue(/, \d\d:\d\d$/);
  const first = await ends.inputValue();
  await operator.clock.runFor("05:00");
  await expect(ends).not.toHaveValue(first);
  await ends.fill("2099-01-01T12:00");
  await operator.clock.runFor("05:00");
  await expect(ends).toHaveValue("2099-01-01T12:00");
});

test("RULE-2 RULE-3 RULE-4 RULE-7 empty pages, forms and their errors are accessible, wide or narrow", async ({
  operator,
}) => {
  test.setTimeout(180_000);
  const empty = async (path: string, text: string) => {
    await operator.goto(path);
    await expect(operator.getByText(text, { exact: true })).toBeVisible();
    await expectAccessible(operator);
  };
  const faulty = async (path: string, name: string, submit = "Add") => {
    await operator.goto(path);
    const form = dialog(operator, name);
    await form.getByRole("button", { name: submit, exact: true }).click();
    await expect(form.getByText("Required", { exact: true }).first()).toBeVisible();
    await expectAccessible(operator, form);
  };
  await empty(paths.schedules, "No schedules yet");
  await empty(paths.lists, "No vehicle is denied");
  await empty(`${paths.lists}?tab=passes`, "No passes yet");
  await faulty(`${paths.rules}?open=access_rules.new`, "Add rule");
  await faulty(`${paths.lists}?open=access_lists.new`, "Add to deny list");
  await faulty(`${paths.lists}?open=access_passes.new`, "Add pass");
  await faulty(`${paths.presence}?open=access_presence.new`, "Mark as inside", "Mark as inside");
  await operator.goto(paths.overrides);
  await card(operator, "Site overrides").getByRole("button", { name: "Evacuate", exact: true }).click();
  await expect(card(operator, "Site overrides").getByText("Required", { exact: true })).toBeVisible();
  await expectAccessible(operator);
});
