import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./test.ts";

const standard = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
const wide = { width: 1440, height: 900 };
const narrow = { width: 390, height: 844 };

/** One page as everybody gets it: every rule once wide and light, once narrow and dark. A look costs a second. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.setViewportSize(wide);
  expect(await findings(new AxeBuilder({ page }).withTags(standard)), "wide and light").toEqual([]);
  await expectNoOverflow(page, wide.width);
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
  await expectAccessibleNarrow(page);
}

/** The same of a state that only a narrow screen has. */
export async function expectAccessibleNarrow(page: Page): Promise<void> {
  await page.setViewportSize(narrow);
  expect(await findings(new AxeBuilder({ page }).withTags(standard)), "narrow").toEqual([]);
  await expectNoOverflow(page, narrow.width);
}

/** No page is wider than the screen. */
async function expectNoOverflow(page: Page, width: number): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
}

/** Each finding with the elements it is about. */
async function findings(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n${html}\n${failureSummary}`),
  );
}
