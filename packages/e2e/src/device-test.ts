import type { AiDevice } from "@gatehouse/contract/entities/ai-device";
import type { Locator, Page } from "@playwright/test";
import { card } from "./page-parts.ts";
import type { Simulator } from "./simulator.ts";
import { test as base } from "./test.ts";

interface DeviceFixtures {
  /** The simulated site, reset before each test. */
  simulator: Simulator;
  /** Registers a simulated device at the server. */
  register: (device: string) => Promise<AiDevice>;
}

/** Tests with simulated devices. */
export const test = base.extend<DeviceFixtures>({
  simulator: async ({ simulatorProcess }, use) => {
    await simulatorProcess.reset();
    await use(simulatorProcess);
  },
  register: ({ simulator, site }, use) => use((device) => simulator.register(site, device)),
});

export { expect } from "./test.ts";

/** Opens a page with a device expanded; returns its camera panel. */
export async function openCameras(page: Page, path: string, { id }: AiDevice): Promise<Locator> {
  await page.goto(`${path}?open=ai_devices.${id}`);
  return card(page, "Cameras");
}

export const cameraList = (panel: Locator, name: "Saved" | "Unsaved" | "Missing"): Locator =>
  panel.getByRole("region", { name: `${name} Cameras`, exact: true });
