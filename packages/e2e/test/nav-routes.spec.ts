import { moduleKinds } from "@gatehouse/contract/modules/module";
import { operationsMenu } from "@gatehouse/contract/modules/operations";
import { settingsPages } from "@gatehouse/contract/modules/registry";
import type { Page } from "@playwright/test";
import { expectAccessible } from "../src/axe.ts";
import { heading, menu, submitSignIn } from "../src/page-parts.ts";
import { admin } from "../src/site.ts";
import { menuSections, singleEntries } from "../src/specified-menu.ts";
import { expect, test } from "../src/test.ts";
import { expectFits, wide } from "../src/widths.ts";

test("NAV-1 / and /reset-password open without a session", async ({ page }) => {
  await page.goto("/");
  await expect(heading(page, "Sign in")).toBeVisible();
  await page.goto("/reset-password");
  await expect(page.getByRole("button", { name: "Reset Password" })).toBeVisible();
});

// All pages of the shell have the same guard, so one page per section is enough.
const guarded = [...menuSections.flatMap(({ pages }) => pages.slice(-1)), ...singleEntries].map(([, path]) => path);

test("NAV-1 NAV-2 a page redirects a visitor without a session to sign-in and is remembered", async ({ page }) => {
  for (const path of guarded) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(heading(page, "Sign in")).toBeVisible();
      expect(new URL(page.url()).searchParams.get("tokenExpired")).toBe("true");
      expect(new URL(page.url()).searchParams.get("next")).toBe(path);
    });
  }
});

// One test per section: pages in the same browser take a third of the time of separate tests.
for (const { title: section, pages } of [...menuSections, { title: "the rest", pages: singleEntries }]) {
  test(`NAV-4 OPS-10 every page of ${section} is shown in the shell under its title, on every screen`, async ({
    site,
    operator,
  }) => {
    await site.switchOn(...moduleKinds);
    for (const [title, path] of pages) {
      await test.step(`${path} is the page "${title}"`, async () => {
        await operator.goto(path);
        await expect(heading(operator, title)).toBeVisible();
        await expect(operator.locator("main")).not.toBeEmpty();
        await expect(menu(operator).locator(`[aria-current="page"]`)).toHaveText(title);
        await expectFits(operator);
        await operator.setViewportSize(wide);
      });
    }
  });
}

test("OPS-10 the pages of operations and settings fit every screen", async ({ site, operator }) => {
  test.slow();
  await site.switchOn(...moduleKinds);
  for (const { title, path } of [...operationsMenu.entries, ...settingsPages]) {
    await test.step(path, async () => {
      await operator.goto(path);
      await expect(heading(operator, title)).toBeVisible();
      await expect(operator.locator("main")).not.toBeEmpty();
      await expectFits(operator);
      await operator.setViewportSize(wide);
    });
  }
});

test.describe("NAV-2 after sign-in", () => {
  /** Checks the redirect after sign-in, and with an existing session. */
  async function expectLedOn(page: Page, [first = "", ...others]: readonly string[], to: (next: string) => string) {
    await page.goto(`/?next=${encodeURIComponent(first)}`);
    await submitSignIn(page, admin);
    await expect(page).toHaveURL(to(first));
    for (const next of others) {
      await test.step(JSON.stringify(next), async () => {
        await page.goto(`/?next=${encodeURIComponent(next)}`);
        await expect(page).toHaveURL(to(next));
      });
    }
  }

  test("NAV-2 sign-in continues to the requested page", ({ page }) => {
    const followed = ["/settings", "/epld/alerts", "/epld/alerts?q=camera", "/access-control/rfidos/variables"];
    return expectLedOn(page, followed, (next) => next);
  });

  test("NAV-2 NAV-6 sign-in ignores unsafe targets and goes to the home page", ({ page }) => {
    const hostile = [
      "//evil.example",
      "///evil.example/settings",
      "https://evil.example/settings",
      "/\\evil.example",
      "\\\\evil.example",
      "/\t/evil.example",
      "javascript:alert(1)",
      "/no-such-page",
      "/../../settings/../evil",
      "settings",
      "",
    ];
    return expectLedOn(page, hostile, () => "/configurations");
  });
});

test("NAV-3 an unknown path redirects a visitor to /", async ({ page }) => {
  for (const path of ["/no-such-page", "/epld/no-such-page", "/configurations/1", "/reset-password/x"]) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(heading(page, "Sign in")).toBeVisible();
      await expect(page).toHaveURL("/");
    });
  }
});

test("NAV-3 an unknown path says so in the frame, with search and a way to the start page", async ({ operator }) => {
  await operator.goto("/no-such-page");
  await expect(heading(operator, "Not found")).toBeVisible();
  await expect(operator.getByText("There is no page at /no-such-page.")).toBeVisible();
  await expectAccessible(operator);
  await operator.getByRole("button", { name: "Search pages and records" }).press("Enter");
  await operator.getByRole("combobox", { name: "Search, or go to a page" }).fill("settings");
  await operator.keyboard.press("Escape");
  await operator.getByRole("link", { name: "Go to the start page" }).click();
  await expect(operator).toHaveURL("/configurations");
});

test.describe("NAV-3 the fallback screen", () => {
  // Other tests of a shared context may have cached the script that is blocked.
  test.use({
    expectedErrors: /ERR_FAILED|Failed to fetch dynamically imported module|Cannot destructure/,
    hasUsualContext: false,
  });

  test("NAV-3 is shown with the reason when a page's code can't be loaded", async ({ operator }) => {
    await operator.route(/\/assets\/settings-page.*\.js$/, (route) => route.abort());
    await operator.goto("/settings");
    await expect(heading(operator, "Unexpected Application Error!")).toBeVisible();
    await expect(operator.getByText(/Failed to fetch dynamically imported module/)).toBeVisible();
  });

  test("NAV-3 is shown with the message when a page throws while rendering", async ({ site, operator }) => {
    await site.switchOn("EPLD");
    await operator.route("**/api/alerts?*", (route) => route.fulfill({ json: [null] }));
    await operator.goto("/epld/alerts");
    await expect(heading(operator, "Unexpected Application Error!")).toBeVisible();
    await expect(operator.getByText(/Cannot destructure property/)).toBeVisible();
  });

  test("NAV-3 is shown with the status when the runtime configuration can't be loaded", async ({ page }) => {
    await page.route("**/config.json", (route) => route.fulfill({ status: 200, body: "not JSON" }));
    await page.goto("/");
    await expect(heading(page, "Unexpected Application Error!")).toBeVisible();
  });
});
