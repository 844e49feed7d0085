import { moduleKinds } from "@gatehouse/contract/modules/module";
import { operationsMenu } from "@gatehouse/contract/modules/operations";
import type { Locator, Page } from "@gatehouse/e2e/browser-commands";
import { field, menu } from "@gatehouse/e2e/page-parts";
import { expect, test } from "./console-test.ts";

/** The options of an open list, without those of the rows' data types. */
const options = (page: Page) => page.getByRole("listbox").getByRole("option");

test.describe("SHELL-1 the frame", () => {
  test("SHELL-1 the menu collapses to icons, also after a reload, and still opens every page", async ({
    site,
    operator,
  }) => {
    await site.switchOn("EPLD");
    await operator.goto("/configurations");
    await operator.getByRole("button", { name: "Collapse menu" }).click();
    await operator.reload();
    await expect(operator.getByRole("button", { name: "Expand menu" })).toBeVisible();
    await menu(operator).getByRole("button", { name: "EPLD" }).click();
    await operator.getByRole("menuitem", { name: "Alerts" }).click();
    await expect(operator).toHaveURL("/epld/alerts");
    // The document has the page's title.
    await expect(operator).toHaveTitle(/^Alerts · EPLD/);
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

  test("SHELL-1 the colour scheme is the system's until one is chosen and stored", async ({ operator }) => {
    const scheme = "data-mantine-color-scheme";
    await operator.emulateMedia({ colorScheme: "dark" });
    await operator.goto("/configurations");
    await expect(operator.locator("html")).toHaveAttribute(scheme, "dark");
    await operator.emulateMedia({ colorScheme: "light" });
    await expect(operator.locator("html")).toHaveAttribute(scheme, "light");
    await operator.getByRole("button", { name: "Appearance" }).click();
    await operator.getByRole("menuitemradio", { name: "Dark" }).click();
    await operator.reload();
    await expect(operator.locator("html")).toHaveAttribute(scheme, "dark");
  });
});

test.describe("the command palette", () => {
  const search = (page: Page) => page.getByRole("combobox", { name: "Go to a page" });

  test("Escape returns the focus to where it was, also in a dialog", async ({ site, operator }) => {
    await site.switchOn("ANPR_ACCESS_CONTROL");
    const returns = async (focused: Locator) => {
      await operator.keyboard.press("Control+k");
      await expect(search(operator)).toBeFocused();
      await operator.keyboard.press("Escape");
      await expect(focused).toBeFocused();
    };
    await operator.goto("/settings");
    const reporting = operator.getByRole("switch", { name: "Reporting" });
    await reporting.focus();
    await returns(reporting);
    await operator.goto("/access/schedules");
    await operator.getByRole("button", { name: "Add schedule" }).first().click();
    await expect(field(operator, "Name")).toBeFocused();
    await returns(field(operator, "Name"));
  });

  test("either key opens it, Escape closes it, the arrow keys choose", async ({ operator }) => {
    await operator.goto("/configurations");
    await expect(menu(operator).getByRole("link", { name: "Settings" })).toBeVisible();
    await operator.keyboard.press("Meta+k");
    await expect(search(operator)).toBeFocused();
    await operator.keyboard.press("Escape");
    await expect(options(operator).first()).toBeHidden();
    await operator.keyboard.press("Control+k");
    await expect(search(operator)).toBeFocused();
    // Pages of inactive modules are not offered.
    await expect(options(operator)).toHaveCount(3);
    await operator.keyboard.press("ArrowDown");
    await operator.keyboard.press("ArrowDown");
    await operator.keyboard.press("Enter");
    await expect(operator).toHaveURL("/settings");
  });

  test("it contains every page of the menu and What if; typing and Enter open one", async ({ site, operator }) => {
    await site.switchOn(...moduleKinds);
    await operator.goto("/configurations");
    await expect(menu(operator).getByRole("link", { name: "Reporting" })).toBeVisible();
    await operator.keyboard.press("Control+k");
    await expect(options(operator)).toHaveCount(34 + operationsMenu.entries.length);
    await search(operator).fill("epld al");
    await operator.keyboard.press("Enter");
    await expect(operator).toHaveURL("/epld/alerts");
  });
});

test("g and then a letter goes to a page", async ({ operator }) => {
  await operator.goto("/configurations");
  await expect(menu(operator).getByRole("link", { name: "Settings" })).toBeVisible();
  await operator.keyboard.press("g");
  await operator.keyboard.press("s");
  await expect(operator).toHaveURL("/settings");
});
