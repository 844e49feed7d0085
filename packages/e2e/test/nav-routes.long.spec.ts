import { moduleKinds } from "@gatehouse/contract/modules/module";
import { operationsMenu } from "@gatehouse/contract/modules/operations";
import { settingsPages } from "@gatehouse/contract/modules/registry";
import { expectAccessible } from "../src/axe.ts";
import { heading, menu } from "../src/page-parts.ts";
import { menuSections, singleEntries } from "../src/specified-menu.ts";
import { expect, test } from "../src/test.ts";
import { expectFits, wide } from "../src/widths.ts";

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
