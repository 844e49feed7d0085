import type { ConfigValue } from "@gatehouse/contract/entities/config/config-value";
import {
  type RequiredConfigKey,
  type RequiredValues,
  requiredConfigs,
} from "@gatehouse/contract/entities/config/required-configs";
import type { Database, ReadDb } from "../platform/database/database.ts";

/** CFG-6: every setting that the product reads exists, at first as given here; values that people chose stay. */
export async function ensureRequiredConfigs(db: Database, first: Partial<RequiredValues> = {}): Promise<void> {
  const rows = Object.entries(requiredConfigs).map(([key, { scope, dataType, initial }]) => ({
    key,
    scope,
    dataType,
    value: JSON.stringify(first[key as RequiredConfigKey] ?? initial),
    isRequired: true,
  }));
  await db
    .insertInto("configs")
    .values(rows)
    .onConflict((conflict) => conflict.columns(["scope", "key"]).doUpdateSet({ isRequired: true }))
    .execute();
}

/** The values as they are now: read when needed, so that a change takes effect without a restart. */
export async function loadRequiredConfigs(db: ReadDb): Promise<RequiredValues> {
  const rows = await db.selectFrom("configs").select(["key", "value"]).where("isRequired", "=", true).execute();
  const stored = new Map(rows.map(({ key, value }) => [key, value as ConfigValue]));
  return Object.fromEntries(
    Object.entries(requiredConfigs).map(([key, { initial }]) => [key, stored.get(key) ?? initial]),
  ) as RequiredValues;
}
