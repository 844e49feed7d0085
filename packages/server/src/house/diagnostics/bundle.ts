import type { RequiredConfig } from "@gatehouse/contract/entities/config-value";
import { requiredConfigs } from "@gatehouse/contract/entities/required-configs";
import type { ReadDb } from "../../platform/database/database.ts";
import { environment } from "../../platform/settings.ts";
import { errorReason } from "../../platform/startup-error.ts";
import { createZip, type ZipPart } from "../../platform/zip.ts";
import { loadModuleActivation } from "../module-activation.store.ts";
import { loadRequiredConfigs } from "../required-config.store.ts";
import {
  loadDatabaseFacts,
  loadDeviceStates,
  loadQueues,
  loadRecentAlerts,
  loadSlowStatements,
  loadTableSizes,
} from "./database-facts.ts";
import { loadHostFacts, loadRecentLog, type Machine } from "./host-facts.ts";
import { scrubText } from "./scrub.ts";

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
async function loadConfigurationFacts(db: ReadDb) {
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
function describeEnvironment(env: NodeJS.ProcessEnv): Record<string, string | null> {
  const entries = Object.entries(environment).map(([name, { fallback, ...row }]) => {
    const value = env[name] || null;
    return [name, value !== null && "secret" in row && row.secret ? "(set)" : (value ?? fallback)];
  });
  return Object.fromEntries(entries);
}

const readme = `Diagnostics of a Gatehouse server, for support.

host.json            versions, processor, memory, disks, backups
environment.json     environment variables; secret ones only as "(set)"
configurations.json  modules and configurations; names, phone numbers and URLs only as "(set)"
database.json        version, migrations, connections
tables.json          sizes of tables
statements.json      statements that took the most time, if pg_stat_statements is installed
queues.json          waiting messages, commands, reports; numbers of events of the last day
devices.json         states of devices, by their ids
alerts.json          the newest alerts, without their texts
log.jsonl            the newest lines of the log

It contains no passwords, keys, tokens, plates, tags, names of people, addresses of callers or texts of events.
In the log, quoted texts, URLs, and words with letters and digits are replaced by "…".
`;

/** Loads the contents of one file. */
type Load = (db: ReadDb) => unknown;

const files = (machine: Machine): Readonly<Record<string, Load>> => ({
  "host.json": () => loadHostFacts(machine),
  "environment.json": () => describeEnvironment(process.env),
  "configurations.json": loadConfigurationFacts,
  "database.json": loadDatabaseFacts,
  "tables.json": loadTableSizes,
  "statements.json": loadSlowStatements,
  "queues.json": loadQueues,
  "devices.json": loadDeviceStates,
  "alerts.json": loadRecentAlerts,
});

/** The diagnostics bundle. A part that can't be loaded says why: the database may be what is broken. */
export const createDiagnostics = (db: ReadDb, machine: Machine, now: Date): AsyncGenerator<Uint8Array> =>
  createZip(loadParts(db, machine, now), now, { isCompressed: true });

/** The name of a bundle by its time. */
export const diagnosticsName = (now: Date): string =>
  `gatehouse-diagnostics-${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z.zip`;

async function* loadParts(db: ReadDb, machine: Machine, now: Date): AsyncGenerator<ZipPart> {
  yield { name: "README.txt", bytes: Buffer.from(`${readme}\nCreated at ${now.toISOString()}.\n`) };
  for (const [name, load] of Object.entries(files(machine))) {
    yield { name, bytes: Buffer.from(`${JSON.stringify(await tryLoad(load, db), null, 2)}\n`) };
  }
  yield { name: "log.jsonl", bytes: Buffer.from(await loadRecentLog(machine)) };
}

async function tryLoad(load: Load, db: ReadDb): Promise<unknown> {
  try {
    return await load(db);
  } catch (error) {
    return { fault: scrubText(errorReason(error)) };
  }
}
