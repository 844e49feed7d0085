import { expect, type Locator, type Page } from "@playwright/test";
import { tablet } from "./page-parts.ts";

/** The size in which tests start. */
export const wide = { width: 1440, height: 900 };
/** A phone. */
export const narrow = { width: 390, height: 844 };
/** The widths between a phone and a laptop, where the columns of tables have least room. */
const portraits = [
  { width: 900, height: 1024 },
  { width: 820, height: 1180 },
  { width: 768, height: 1024 },
];

/** Expects that a page fits all screens, from wide to narrow; it stays at the last one. */
export async function expectFits(page: Page, screens = [wide, tablet, ...portraits, narrow]): Promise<void> {
  for (const screen of screens) {
    await page.setViewportSize(screen);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(screen.width);
    await expect.poll(() => page.evaluate(findCrampedCells), "cells of tables that are too narrow").toEqual([]);
  }
}

/** The cells of tables whose content or title does not fit, or that are outside of their table, unless it scrolls. */
function findCrampedCells(): string[] {
  const isOutside = (cell: HTMLElement) => {
    const frame = cell.closest("table")?.parentElement;
    if (!frame || getComputedStyle(frame).overflowX === "auto") return false;
    return cell.getBoundingClientRect().right > frame.getBoundingClientRect().right + 1;
  };
  return (
    [...document.querySelectorAll<HTMLElement>("th, td")]
      // On a phone, cells are blocks below each other.
      .filter((cell) => getComputedStyle(cell).display === "table-cell")
      .filter((cell) => cell.scrollWidth > cell.clientWidth + 1 || isOutside(cell))
      .map((cell) => `${cell.dataset.label ?? "title"}: ${cell.textContent}`)
  );
}

/** Expects that two elements are visible and don't cover each other. */
export async function expectApart(one: Locator, other: Locator): Promise<void> {
  await expect(one).toBeVisible();
  await expect(other).toBeVisible();
  const areCovered = async () => {
    const [a, b] = [await one.boundingBox(), await other.boundingBox()];
    return !a || !b || (a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height);
  };
  await expect.poll(areCovered).toBe(false);
}
