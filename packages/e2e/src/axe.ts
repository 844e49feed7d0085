import type { Locator, Page } from "@playwright/test";
import axe, { type RunOptions } from "axe-core";
import { type Screen, show } from "./gallery.ts";
import { expect, test } from "./test.ts";

const options: RunOptions = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
  resultTypes: ["violations"],
  // What a device shows in a frame is its own.
  iframes: false,
};
const wide = { width: 1440, height: 900 };
const narrow = { width: 390, height: 844 };

/** One screen after the other in the same page: starting the console anew costs as much as a look. */
export async function expectEachAccessible(page: Page, screens: readonly Screen[]): Promise<void> {
  test.slow();
  for (const screen of screens) {
    await test.step(screen.name, async () => {
      await lookWide(page);
      await show(page, screen);
      await expectAccessible(page, screen.over?.(page));
    });
  }
}

/** A page, or what lies over it, as everybody gets it: every rule once wide and light, once narrow and dark. */
export async function expectAccessible(page: Page, part?: Locator): Promise<void> {
  await lookWide(page);
  expect(await findings(page, part), "wide and light").toEqual([]);
  await expectNoOverflow(page, wide.width);
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
  await expectAccessibleNarrow(page, part);
}

/** The same of a state that only a narrow screen has. */
export async function expectAccessibleNarrow(page: Page, part?: Locator): Promise<void> {
  await page.setViewportSize(narrow);
  expect(await findings(page, part), "narrow").toEqual([]);
  await expectNoOverflow(page, narrow.width);
}

/** The screen as a test begins with it. */
async function lookWide(page: Page): Promise<void> {
  await page.setViewportSize(wide);
  await page.emulateMedia({ colorScheme: "light" });
}

/** No page is wider than the screen. */
async function expectNoOverflow(page: Page, width: number): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
}

/** Each finding with the elements it is about. */
async function findings(page: Page, part = page.locator("html")): Promise<string[]> {
  // Half a megabyte that costs as much as a look: once a document is enough.
  if (await page.evaluate(() => !("axe" in globalThis))) await page.evaluate(axe.source);
  await page.evaluate(colorsSettled);
  const { violations } = await part.evaluate(
    (element, options) => (globalThis as unknown as { axe: typeof axe }).axe.run(element, options),
    options,
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n${html}\n${failureSummary}`),
  );
}

/** Ends when nothing fades any more: a colour on its way from light to dark is nobody's. */
async function colorsSettled(): Promise<void> {
  // What a change of the scheme sets going begins with the next frame.
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  const ending = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
  await Promise.all(ending.map(({ finished }) => finished.catch(() => undefined)));
}
