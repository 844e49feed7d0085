import type { ConfigValue } from "@gatehouse/contract/entities/config-value";
import {
  type RequiredConfigKey,
  type RequiredValues,
  requiredConfigs,
} from "@gatehouse/contract/entities/required-configs";
import type { Database, ReadDb, Tx } from "../platform/database/database.ts";

/** Creates the missing required configurations; keeps existing values. */
export async function ensureRequiredConfigs(db: Database, initialValues: Partial<RequiredValues> = {}): Promise<void> {
  const rows = Object.entries(requiredConfigs).map(([key, { scope, dataType, initial }]) => ({
    key,
    scope,
    dataType,
    value: JSON.stringify(initialValues[key as RequiredConfigKey] ?? initial),
    isRequired: true,
  }));
  await db
    .insertInto("configs")
    .values(rows)
    .onConflict((conflict) => conflict.columns(["scope", "key"]).doUpdateSet({ isRequired: true }))
    .execute();
}

/** Loads the current values. Not cached, so that a change takes effect without a restart. */
export async function loadRequiredConfigs(db: ReadDb | Tx): Promise<RequiredValues> {
  const rows = await db.selectFrom("configs").select(["key", "value"]).where("isRequired", "=", true).execute();
  const stored = new Map(rows.map(({ key, value }) => [key, value as ConfigValue]));
  return Object.fromEntries(
    Object.entries(requiredConfigs).map(([key, { initial }]) => [key, stored.get(key) ?? initial]),
  ) as RequiredValues;
}
