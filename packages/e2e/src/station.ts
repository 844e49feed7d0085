import { expect, type Locator, type Page } from "@playwright/test";

/** The card of the current vehicle. */
export const stationCard = (page: Page): Locator => page.getByRole("article", { name: "Vehicle at the gate" });

/** Presses a key of the station once it acts on the vehicle that is shown. */
export async function pressStationKey(page: Page, key: string): Promise<void> {
  await expect(page.locator(`[aria-keyshortcuts="${key}"]`)).toBeEnabled();
  await page.keyboard.press(key);
}

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
