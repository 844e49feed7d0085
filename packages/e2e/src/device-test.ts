import type { AiDevice } from "@gatehouse/contract/entities/ai-device/ai-device.schema";
import type { Locator, Page } from "@playwright/test";
import { card } from "./screen.ts";
import { type Simulator, startSimulator } from "./simulator.ts";
import { test as base } from "./test.ts";

interface DeviceFixtures {
  /** The simulated devices, as they were when they were switched on. */
  field: Simulator;
  /** Registers one of them at the site. */
  register: (device: string) => Promise<AiDevice>;
}

/** Tests with devices that answer. */
export const test = base.extend<DeviceFixtures, { simulator: Simulator }>({
  simulator: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern.
    async ({}, use) => {
      const simulator = await startSimulator();
      await use(simulator);
      await simulator.stop();
    },
    { scope: "worker", timeout: 20_000 },
  ],
  field: async ({ simulator }, use) => {
    await simulator.reset();
    await use(simulator);
  },
  register: ({ field, site }, use) => use((device) => field.register(site, device)),
});

export { expect } from "./test.ts";

/** Where the module's devices are set up. */
export const settingsOf = {
  osd: "/overspeed-detection/settings",
  epld: "/epld/settings",
  cc: "/camera-counting/settings",
  "anpr-ac": "/access-control/anpr-settings",
} as const;

/** Opens a page with a device unfolded, and answers its camera panel. */
export async function openCameras(page: Page, path: string, { id }: AiDevice): Promise<Locator> {
  await page.goto(`${path}?open=ai_devices.${id}`);
  return card(page, "Cameras");
}

/** One of the three lists of a camera panel. */
export const cameraList = (panel: Locator, name: "Saved" | "Unsaved" | "Missing"): Locator =>
  panel.getByRole("region", { name: `${name} Cameras`, exact: true });
