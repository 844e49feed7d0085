import type { ConfigValue, DataType } from "@gatehouse/contract/entities/config/config-value";
import type { ConfigScope } from "@gatehouse/contract/modules/module";
import type { Locator, Page } from "@playwright/test";
import { banner, field } from "./screen.ts";
import type { Site } from "./site.ts";

/** What the row that adds is called. */
export const newConfig = "the new configuration";

/** The parts of a configuration's row. */
export const typeOf = (page: Page, key: string): Locator =>
  page.getByRole("combobox", { name: `Data type of ${key}`, exact: true });
export const valueField = (page: Page, key: string): Locator => field(page, `Value of ${key}`);
export const switchOf = (page: Page, key: string): Locator =>
  page.getByRole("switch", { name: `Value of ${key}`, exact: true });
export const saveOf = (page: Page, key: string): Locator =>
  page.getByRole("button", { name: `Save ${key}`, exact: true });
export const deleteOf = (page: Page, key: string): Locator =>
  page.getByRole("button", { name: `Delete ${key}`, exact: true });

/** Fills in the row that adds and saves it. */
export async function addByHand(page: Page, key: string, value: string): Promise<void> {
  await field(page, `Key of ${newConfig}`).fill(key);
  await field(page, `Value of ${newConfig}`).fill(value);
  await saveOf(page, newConfig).click();
}

/** Takes a banner in and away, so that the next one is not taken for it. */
export async function dismissBanner(page: Page, text: string): Promise<void> {
  await banner(page, text).getByRole("button", { name: "Dismiss" }).click();
  await banner(page, text).waitFor({ state: "hidden" });
}

/** A configuration that nobody typed. */
export const addConfig = (
  { call }: Site,
  key: string,
  dataType: DataType,
  value: ConfigValue,
  scope: ConfigScope = "global",
) => call("POST /configs", { body: { scope, key, dataType, value } });

/** A configuration as the server has it; nothing where there is none. */
export async function storedConfig({ call }: Site, key: string, scope: ConfigScope = "global") {
  const configs = await call("GET /configs/{scope}", { params: { scope } });
  const { dataType, value } = configs.find((config) => config.key === key) ?? {};
  return { dataType, value };
}
