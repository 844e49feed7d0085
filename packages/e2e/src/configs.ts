import type { ConfigValue, DataType } from "@gatehouse/contract/entities/config-value";
import type { ConfigScope } from "@gatehouse/contract/modules/module";
import type { Locator, Page } from "@playwright/test";
import { banner, field } from "./page-parts.ts";
import type { SiteCalls } from "./site.ts";

/** Name of the row that adds a configuration, in labels. */
export const newConfig = "the new configuration";

// The controls of a configuration's row.
export const typeSelect = (page: Page | Locator, key: string): Locator =>
  page.getByRole("combobox", { name: `Data type of ${key}`, exact: true });
export const valueField = (page: Page | Locator, key: string): Locator => field(page, `Value of ${key}`);
export const valueSwitch = (page: Page | Locator, key: string): Locator =>
  page.getByRole("switch", { name: `Value of ${key}`, exact: true });
export const saveButton = (page: Page | Locator, key: string): Locator =>
  page.getByRole("button", { name: `Save ${key}`, exact: true });
export const deleteButton = (page: Page | Locator, key: string): Locator =>
  page.getByRole("button", { name: `Delete ${key}`, exact: true });

export async function addInForm(page: Page | Locator, key: string, value: string): Promise<void> {
  await field(page, `Key of ${newConfig}`).fill(key);
  await field(page, `Value of ${newConfig}`).fill(value);
  await saveButton(page, newConfig).click();
}

/** Dismisses a banner, so that the next one with the same text is a new one. */
export async function dismissBanner(page: Page, text: string): Promise<void> {
  await banner(page, text).getByRole("button", { name: "Dismiss" }).click();
  await banner(page, text).waitFor({ state: "hidden" });
}

/** Adds a configuration through the API. */
export const addConfig = (
  { call }: SiteCalls,
  key: string,
  dataType: DataType,
  value: ConfigValue,
  scope: ConfigScope = "global",
) => call("POST /configs", { body: { scope, key, dataType, value } });

/** The stored type and value of a configuration; undefined if there is none. */
export async function storedConfig({ call }: SiteCalls, key: string, scope: ConfigScope = "global") {
  const configs = await call("GET /configs/{scope}", { params: { scope } });
  const { dataType, value } = configs.find((config) => config.key === key) ?? {};
  return { dataType, value };
}
