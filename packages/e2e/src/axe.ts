import type { Locator, Page } from "@playwright/test";
import axe, { type RunOptions } from "axe-core";
import { tablet } from "./page-parts.ts";
import { openScreen, type Screen } from "./screens.ts";
import { expect, test } from "./test.ts";

const options: RunOptions = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
  resultTypes: ["violations"],
  // The pages of devices in frames are not ours.
  iframes: false,
};
const wide = { width: 1440, height: 900 };
const narrow = { width: 390, height: 844 };

/** Checks screens one after the other in the same page, because loading the console takes as long as a check. */
export async function expectScreensAccessible(page: Page, screens: readonly Screen[]): Promise<void> {
  test.slow();
  for (const screen of screens) {
    await test.step(screen.name, async () => {
      await useWideLayout(page);
      await openScreen(page, screen);
      await expectAccessible(page, screen.overlay?.(page));
    });
  }
}

/** Checks a page, or a part of it, with every rule: once wide and light, once narrow and dark. */
export async function expectAccessible(page: Page, part?: Locator): Promise<void> {
  await useWideLayout(page);
  expect(await findViolations(page, part), "wide and light").toEqual([]);
  await expectNoOverflow(page, wide.width);
  await page.setViewportSize(tablet);
  await expectNoOverflow(page, tablet.width);
  await expect.poll(() => page.evaluate(findCrampedCells), "cells of tables that are too narrow").toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
  await expectAccessibleNarrow(page, part);
}

/** Checks a state that only a narrow screen has. */
export async function expectAccessibleNarrow(page: Page, part?: Locator): Promise<void> {
  await page.setViewportSize(narrow);
  expect(await findViolations(page, part), "narrow").toEqual([]);
  await expectNoOverflow(page, narrow.width);
}

/** Restores the layout in which a test starts. */
async function useWideLayout(page: Page): Promise<void> {
  await page.setViewportSize(wide);
  await page.emulateMedia({ colorScheme: "light" });
}

/** Expects that the page is not wider than the screen. */
async function expectNoOverflow(page: Page, width: number): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
}

/** The cells of tables whose content does not fit, or that are outside of their table, unless it scrolls. */
function findCrampedCells(): string[] {
  const isOutside = (cell: HTMLElement) => {
    const frame = cell.closest("table")?.parentElement;
    if (!frame || getComputedStyle(frame).overflowX === "auto") return false;
    return cell.getBoundingClientRect().right > frame.getBoundingClientRect().right + 1;
  };
  return [...document.querySelectorAll<HTMLElement>("th, td")]
    .filter((cell) => cell.scrollWidth > cell.clientWidth + 1 || isOutside(cell))
    .map((cell) => `${cell.dataset.label ?? "title"}: ${cell.textContent}`);
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
