import type { RequiredConfig } from "@gatehouse/contract/entities/config-value";
import { requiredConfigs } from "@gatehouse/contract/entities/required-configs";
import { loadModuleActivation } from "../configuration/module-activation.store.ts";
import { loadRequiredConfigs } from "../configuration/required-config.store.ts";
import type { ReadDb } from "../platform/database/database.ts";
import { environment } from "../platform/settings.ts";

/** Texts that describe the site's technology. Others may be names, phone numbers or URLs with keys. */
const plainTexts: readonly string[] = [
  "timeZone",
  "currency",
  "shiftStarts",
  "deviceNetworks",
  "integrationNetworks",
  "backupTime",
];

/** The required configurations; of private texts only whether they are set. Other configurations are counted. */
export async function loadConfigurationFacts(db: ReadDb) {
  const values = await loadRequiredConfigs(db);
  const configurations = Object.entries<RequiredConfig>(requiredConfigs).map(([key, { initial, dataType }]) => {
    const value = values[key as keyof typeof values];
    const isPlain = dataType !== "STRING" || plainTexts.includes(key) || value === initial;
    return [key, isPlain ? value : "(set)"];
  });
  const { rows } = await db
    .selectFrom("configs")
    .select((select) => select.fn.countAll<number>().as("rows"))
    .where("isRequired", "=", false)
    .executeTakeFirstOrThrow();
  return {
    modules: await loadModuleActivation(db),
    configurations: Object.fromEntries(configurations),
    otherConfigurations: rows,
  };
}

/** The environment variables; of secret ones only whether they are set. */
export function describeEnvironment(env: NodeJS.ProcessEnv): Record<string, string | null> {
  const entries = Object.entries(environment).map(([name, { fallback, ...row }]) => {
    const value = env[name] || null;
    return [name, value !== null && "secret" in row && row.secret ? "(set)" : (value ?? fallback)];
  });
  return Object.fromEntries(entries);
}
