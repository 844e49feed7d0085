import type { Locator, Page } from "@playwright/test";

/** The card of the current vehicle. */
export const stationCard = (page: Page): Locator => page.getByRole("article", { name: "Vehicle at the gate" });

/** Counts what a guard does: each press of a key or button, and each field that is filled in. */
export function createActionCounter() {
  let actions = 0;
  return {
    act: async (work: () => Promise<unknown>): Promise<void> => {
      actions += 1;
      await work();
    },
    count: () => actions,
  };
}
