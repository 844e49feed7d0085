import type { Identifier } from "@gatehouse/contract/entities/identifier/identifier.schema";
import type { Locator, Page } from "@playwright/test";
import type { Site } from "./site.ts";

/** Where the identifiers are. */
export const identifiersPage = "/access-control/ids";

/** A plate, or what else is named, as an administrator enters it. */
export const addIdentifier = ({ call }: Site, iid: string, over: Partial<Identifier> = {}): Promise<Identifier> =>
  call("POST /ac/ids", { body: { type: "LICENSE_PLATE", iid, vehicleType: "CAR", ...over } });

/** Plates as another system sends them. */
export async function sendIdentifiers(
  site: Site,
  origin: "CLOUD" | "BLM_CLOUD",
  plates: readonly string[],
): Promise<void> {
  const name = `${origin} ${plates[0]}`;
  const { key } = await site.call("POST /integration-keys", { body: { name, purpose: "integration" } });
  const identifiers = plates.map((iid) => ({ externalId: iid, type: "LICENSE_PLATE", iid, vehicleType: "CAR" }));
  const answer = await fetch(`${site.address}/api/integrations/identifiers/${origin}`, {
    method: "PUT",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ identifiers }),
  });
  if (!answer.ok) throw new Error(`identifiers were refused: ${await answer.text()}`);
}

/** A plate or a tag that is drawn, as it is compared. */
export const drawn = (within: Page | Locator, normalized: string): Locator =>
  within.getByRole("button").filter({ hasText: new RegExp(`^${normalized}$`) });

/** The row of a plate or a tag. */
export const rowOf = (page: Page, normalized: string): Locator =>
  page.getByRole("row").filter({ has: drawn(page, normalized) });

/** The field of a form that a plate is typed into. */
export const plateField = (form: Locator): Locator => form.getByRole("textbox", { name: "License plate" });

/** Chooses one of a few that are all in sight. */
export const pick = (within: Locator, label: string, choice: string): Promise<void> =>
  within.getByRole("radiogroup", { name: label }).getByText(choice, { exact: true }).click();

/** A time some days from now. */
export const daysFromNow = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();
