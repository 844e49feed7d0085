import { dataClasses, dataClassNames } from "@gatehouse/contract/data-classes";
import type { Retention } from "@gatehouse/contract/entities/privacy";
import { sql } from "kysely";
import type { ReadDb, Tx } from "../../platform/database/database.ts";
import { loadRequiredConfigs } from "../required-config.store.ts";

/** Loads the minimum and maximum retention of each kind of data. */
export async function loadRetention(db: ReadDb | Tx): Promise<Retention> {
  const configs = await loadRequiredConfigs(db);
  return Object.fromEntries(
    dataClassNames.map((name) => [
      name,
      { minDays: configs[dataClasses[name].min], maxDays: configs[dataClasses[name].max] },
    ]),
  ) as Retention;
}

/** Saves them in their configurations. */
export async function saveRetention(tx: Tx, retention: Retention): Promise<void> {
  const values = dataClassNames.flatMap((name) => [
    { key: dataClasses[name].min, value: retention[name].minDays },
    { key: dataClasses[name].max, value: retention[name].maxDays },
  ]);
  await sql`
    update configs c set value = v.value, version = c.version + 1
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as v (key text, value jsonb)
    where c.scope = 'global' and c.key = v.key and c.value <> v.value`.execute(tx);
}
