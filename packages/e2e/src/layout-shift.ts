import type { Page } from "@playwright/test";

/** Layout shifts above this sum are an error. */
export const maxShift = 0.05;

/** Sums up the layout shifts of a page that do not follow user input. Call it before the page loads. */
export const observeShift = (page: Page): Promise<unknown> => page.addInitScript(sumShifts);

/** The sum of the layout shifts since the page was loaded. */
export const readShift = (page: Page): Promise<number> => page.evaluate("shiftSum");

function sumShifts(): void {
  type LayoutShift = PerformanceEntry & { value: number; hadRecentInput: boolean };
  let sum = 0;
  const add = (entries: PerformanceEntryList) => {
    for (const shift of entries as LayoutShift[]) if (!shift.hadRecentInput) sum += shift.value;
  };
  const observer = new PerformanceObserver((list) => add(list.getEntries()));
  observer.observe({ type: "layout-shift", buffered: true });
  Object.defineProperty(globalThis, "shiftSum", {
    get: () => {
      add(observer.takeRecords());
      return sum;
    },
  });
}
