import type { Locator, Page } from "@playwright/test";
import { card } from "./page-parts.ts";
import type { Site } from "./site.ts";

export const operationsPages = {
  rules: "/access/rules",
  schedules: "/access/schedules",
  lists: "/access/lists",
  presence: "/access/presence",
  overrides: "/access/overrides",
} as const;

const everyDay = [1, 2, 3, 4, 5, 6, 7];

/** A rule or schedule in its list. */
export const recordRow = (page: Page, title: string, name: RegExp): Locator =>
  card(page, title).getByRole("button", { name });

export const tableRow = (page: Page, table: string, text: string): Locator =>
  page.getByRole("table", { name: table, exact: true }).getByRole("row").filter({ hasText: text });

export const addRule = ({ call }: Site, name: string, more: { gateIds?: number[] } = {}) =>
  call("POST /access/rules", { body: { name, effect: "allow", ...more } });

export const addSchedule = ({ call }: Site, name: string) =>
  call("POST /access/schedules", { body: { name, windows: [{ days: everyDay, from: "06:00", to: "18:00" }] } });

/** Puts a plate on the deny list. */
export const denyPlate = ({ call }: Site, iid: string) =>
  call("POST /access/lists", { body: { kind: "deny", type: "LICENSE_PLATE", iid, reason: "Unpaid fees" } });

/** Marks vehicles as inside: KA01AB1000, KA01AB1001 and so on. */
export async function addVehiclesInside({ call }: Site, count: number): Promise<void> {
  const { id: areaId } = await call("POST /access/areas", { body: { name: "Deck" } });
  for (let place = 0; place < count; place++) {
    await call("POST /access/presence", { body: { vehicle: `KA01AB${1000 + place}`, areaId } });
  }
}

/** Types the name of an override in the dialog that asks for it. */
export async function confirmOverride(page: Page, kind: string): Promise<void> {
  const question = page.getByRole("dialog", { name: "Please confirm" });
  // In an emergency, caps lock may be on.
  await question.getByLabel("Text to confirm").fill(kind.toUpperCase());
  await question.getByRole("button", { name: "Confirm", exact: true }).click();
}
