import type { Locator, Page } from "@playwright/test";
import axe, { type RunOptions } from "axe-core";
import { openScreen, type Screen } from "./screens.ts";
import { expect, test } from "./test.ts";
import { expectFits, narrow, wide } from "./widths.ts";

const options: RunOptions = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
  resultTypes: ["violations"],
  // The pages of devices in frames are not ours.
  iframes: false,
};

/** Checks screens one after the other in the same page, because loading the console takes as long as a check. */
export async function expectScreensAccessible(page: Page, screens: readonly Screen[]): Promise<void> {
  test.slow();
  for (const screen of screens) {
    await test.step(screen.name, async () => {
      await useWideLayout(page);
      await openScreen(page, screen);
      const expectResult = screen.isRepresentative ? expectAccessibleEverywhere : expectAccessible;
      await expectResult(page, screen.overlay?.(page));
    });
  }
}

/** Checks a page, or a part of it, with every rule on a wide and light screen, and that it fits all others. */
export async function expectAccessible(page: Page, part?: Locator): Promise<void> {
  await useWideLayout(page);
  expect(await findViolations(page, part), "wide and light").toEqual([]);
  await expectFits(page);
}

/** Checks also the dark colours, and the phone with both. */
async function expectAccessibleEverywhere(page: Page, part?: Locator): Promise<void> {
  await expectAccessible(page, part);
  expect(await findViolations(page, part), "narrow and light").toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
  await expectAccessibleNarrow(page, part);
  await page.setViewportSize(wide);
  expect(await findViolations(page, part), "wide and dark").toEqual([]);
}

/** Checks a state that only a narrow screen has. */
export async function expectAccessibleNarrow(page: Page, part?: Locator): Promise<void> {
  await page.setViewportSize(narrow);
  expect(await findViolations(page, part), "narrow").toEqual([]);
  await expectFits(page, [narrow]);
}

/** Restores the layout in which a test starts. */
async function useWideLayout(page: Page): Promise<void> {
  await page.setViewportSize(wide);
  await page.emulateMedia({ colorScheme: "light" });
}

/** One text per violated rule and element. */
async function findViolations(page: Page, part = page.locator("html")): Promise<string[]> {
  // Half a megabyte, which takes as long as a check: inject it once per document.
  if (await page.evaluate(() => !("axe" in globalThis))) await page.evaluate(axe.source);
  await page.evaluate(waitForAnimations);
  const { violations } = await part.evaluate(
    (element, options) => (globalThis as unknown as { axe: typeof axe }).axe.run(element, options),
    options,
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n${html}\n${failureSummary}`),
  );
}

/** Waits until no animation runs: axe would measure colours between light and dark. */
async function waitForAnimations(): Promise<void> {
  // Transitions of a changed colour scheme start in the next frame.
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  const finite = document
    .getAnimations()
    .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity);
  await Promise.all(finite.map(({ finished }) => finished.catch(() => undefined)));
}
