import { moduleKinds } from "@gatehouse/contract/modules/module";
import type { Page } from "@playwright/test";
import { expectScreensAccessible } from "../src/axe.ts";
import {
  addBarrier,
  addBuzzer,
  addGate,
  addGrid,
  addIndicator,
  addLane,
  addLoop,
  addReader,
  reservation,
  sendReservations,
} from "../src/hardware.ts";
import { dialog } from "../src/page-parts.ts";
import type { Screen } from "../src/screens.ts";
import type { Site } from "../src/site.ts";
import { test } from "../src/test.ts";

const gates = "/access-control/gates-and-actuators";
const open = async (page: Page, row: string | RegExp) => page.getByRole("button", { name: row }).click();
const submit = async (page: Page) => page.getByRole("dialog").getByRole("button", { name: "Add", exact: true }).click();

const gatesAndActuators: readonly Screen[] = [
  {
    name: "gates and actuators",
    isRepresentative: true,
    path: gates,
    shows: (page) => page.getByRole("button", { name: /^Main entry/ }),
  },
  {
    name: "a barrier with faults",
    path: `${gates}?open=boom_barriers.new`,
    prepare: submit,
    shows: (page) => dialog(page, "Add boom barrier").getByText("Required").first(),
    overlay: (page) => page.getByRole("dialog"),
  },
  {
    name: "a gate",
    path: gates,
    prepare: (page) => open(page, /^Main entry/),
    shows: (page) => dialog(page, "Gate").getByRole("button", { name: "Delete" }),
    overlay: (page) => page.getByRole("dialog"),
  },
  {
    name: "a barrier in use",
    path: gates,
    prepare: async (page) => {
      await open(page, /#1 North boom/);
      await dialog(page, "Edit boom barrier").getByRole("button", { name: "Delete" }).click();
      await page.getByRole("button", { name: "Yes" }).click();
    },
    shows: (page) => page.getByRole("link", { name: "Gate Main entry" }),
    overlay: (page) => page.getByRole("dialog"),
  },
  {
    name: "a sign",
    path: gates,
    prepare: (page) => open(page, "#11 Entry sign"),
    shows: (page) => page.getByRole("img", { name: "The sign shows: WELCOME" }),
    overlay: (page) => page.getByRole("dialog"),
  },
  {
    name: "a lamp",
    path: gates,
    prepare: (page) => open(page, "#12 Lamp"),
    shows: (page) => page.getByRole("img", { name: "The lamp shows: Red" }),
    overlay: (page) => page.getByRole("dialog"),
  },
];

const otherPages: readonly Screen[] = [
  {
    name: "a screen",
    path: "/epld/settings?open=displays.new-multimedia",
    prepare: async (page) => {
      await page.getByLabel("Template").selectOption("Two levels");
      await submit(page);
    },
    shows: (page) => page.getByText("A variable should be selected for each template key"),
    overlay: (page) => page.getByRole("dialog"),
  },
  {
    name: "types of display",
    path: "/epld/settings",
    prepare: (page) => open(page, "Add display"),
    shows: (page) => page.getByRole("combobox", { name: "Type" }),
    overlay: (page) => page.getByRole("dialog"),
  },
  {
    name: "RFID settings",
    path: "/access-control/rfidos/settings",
    shows: (page) => page.getByRole("button", { name: /Entry reader/ }),
  },
  {
    name: "loop detectors",
    path: "/loop-detector/settings",
    shows: (page) => page.getByRole("button", { name: /#L1 Loop/ }),
  },
  {
    name: "lanes and cameras",
    path: "/overspeed-detection/lanes-cameras",
    shows: (page) => page.getByRole("combobox", { name: "Lane of Camera 1" }),
  },
  {
    name: "reservations",
    path: "/access-control/reservations",
    shows: (page) => page.getByText("KA01AB1001"),
  },
  {
    name: "a new key",
    path: "/settings?open=integration_keys.new",
    prepare: async (page) => {
      const form = dialog(page, "Create key");
      await form.getByLabel("Name").fill("Tablet");
      await form.getByLabel("For").selectOption("commissioning");
      await form.getByLabel("Name").press("Enter");
    },
    shows: (page) => page.getByText("Copy the key now"),
    overlay: (page) => page.getByRole("dialog"),
  },
  {
    name: "commissioning and keys",
    path: "/settings",
    shows: (page) => page.getByRole("button", { name: "Revoke Cloud" }),
  },
];

async function seedScreens(site: Site): Promise<void> {
  await site.switchOn(...moduleKinds);
  const { id: boomBarrierId } = await addBarrier(site, "1", "North boom");
  const { id: buzzerId } = await addBuzzer(site, "2", "Horn");
  const { id: sensorId } = await addReader(site, "Entry reader", "N", boomBarrierId);
  const { id: grid } = await addGrid(site, { idl: ["WELCOME"] });
  const { id: lamp } = await addIndicator(site, "12", "Lamp");
  await addGate(site, "Main entry", { boomBarrierId, buzzerId, sensorId, displayIds: [grid, lamp] });
  await addGate(site, "Side door", { type: "X" });
  await addLoop(site, "L1", "Loop");
  await addLane(site, "Ramp A");
  await site.seed.device({ module: "OSD", ip: "127.0.0.1", apiPort: 9, isHealthy: true, cameras: ["Camera 1"] });
  await sendReservations(site, [reservation(1, { rfid: "E200001722110144" }), reservation(2)]);
  await site.call("POST /pzapp/commission", {});
}

test("axe finds no violations on gates and actuators", async ({ site, operator }) => {
  await seedScreens(site);
  await expectScreensAccessible(operator, gatesAndActuators);
});

test("axe finds no violations on other hardware", async ({ site, operator }) => {
  await seedScreens(site);
  await expectScreensAccessible(operator, otherPages);
});
