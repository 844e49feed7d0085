import type { Identifier } from "@gatehouse/contract/entities/identifier/identifier";
import { dayMs } from "@gatehouse/contract/fields/zoned-time";
import type { Locator, Page } from "@playwright/test";
import type { Site, SiteCalls } from "./site.ts";

export const identifiersPage = "/access-control/ids";

/** Adds an identifier of the admin source; a plate unless `overrides` says otherwise. */
export const addIdentifier = (
  { call }: SiteCalls,
  iid: string,
  overrides: Partial<Identifier> = {},
): Promise<Identifier> =>
  call("POST /ac/ids", { body: { type: "LICENSE_PLATE", iid, vehicleType: "CAR", ...overrides } });

/** Sends plates through the integration API. */
export async function sendIdentifiers(
  site: Site,
  origin: "CLOUD" | "BLM_CLOUD",
  plates: readonly string[],
): Promise<void> {
  const name = `${origin} ${plates[0]}`;
  const { key } = await site.call("POST /integration-keys", { body: { name, purpose: "integration" } });
  const identifiers = plates.map((iid) => ({ externalId: iid, type: "LICENSE_PLATE", iid, vehicleType: "CAR" }));
  const response = await fetch(`${site.address}/api/integrations/identifiers/${origin}`, {
    method: "PUT",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ identifiers }),
  });
  if (!response.ok) throw new Error(`Sending identifiers failed: ${await response.text()}`);
}

/** The button that shows a plate or tag in its normalized form. */
export const plateButton = (within: Page | Locator, normalized: string): Locator =>
  within.getByRole("button").filter({ hasText: new RegExp(`^${normalized}$`) });

export const identifierRow = (page: Page, normalized: string): Locator =>
  page.getByRole("row").filter({ has: plateButton(page, normalized) });

export const plateField = (form: Locator): Locator => form.getByRole("textbox", { name: "License plate" });

/** Selects an option of a radio group. */
export const chooseRadio = (within: Locator, label: string, choice: string): Promise<void> =>
  within.getByRole("radiogroup", { name: label }).getByText(choice, { exact: true }).click();

export const daysFromNow = (days: number): string => new Date(Date.now() + days * dayMs).toISOString();
