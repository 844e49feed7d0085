import { join } from "node:path";
import { createInterface } from "node:readline";
import type { AlertCause } from "@gatehouse/contract/entities/alert-type";
import { type RequiredConfigKey, requiredConfigs } from "@gatehouse/contract/entities/required-configs";
import type { ModuleKind } from "@gatehouse/contract/modules/module";
import { generatePastTraffic } from "@gatehouse/simulator/history/past-traffic";
import { sql } from "kysely";
import { raiseAlert, resolveAlert } from "../src/alert/alert.store.ts";
import { notifyHealthChange } from "../src/intake/devices/health.store.ts";
import { moveVariables } from "../src/intake/variable-movements.ts";
import { connectDatabase } from "../src/platform/database/database.ts";
import { postgresUser } from "../src/platform/postgres/postgres-folder.ts";
import { hashPassword } from "../src/platform/security/passwords.ts";
import { readRunMode } from "../src/run-mode.ts";
import { storePastTraffic } from "./access/back-tests/past-month.ts";
import { fastSettings } from "./fast-postgres.ts";

// Puts a running server's database into states that otherwise only real devices cause. Used by the browser tests:
// `node seed.ts DATA_DIR` reads one JSON command per line and replies with one line each: empty, or an error message.

interface SeededAlert extends AlertCause {
  /** When it was raised. */
  at: string;
  isResolved: boolean;
}

interface SeededDevice {
  vendor: string;
  label: string;
  module: ModuleKind;
  ip: string;
  apiPort: number;
  isHealthy: boolean;
  /** The names of its saved cameras. */
  cameras: readonly string[];
}

interface SeededVariable {
  name: string;
  scope: string;
  computedValue: number;
}

interface SeededPerson {
  username: string;
  password: string;
  passwordChanged: boolean;
}

/** The parameters of each command. */
interface Commands {
  /** Resets everything except admin and the required configurations. */
  clear: Record<never, never>;
  alert: SeededAlert;
  device: SeededDevice;
  variable: SeededVariable;
  person: SeededPerson;
  /** Requires a second factor of everyone with the role. */
  factorPolicy: { role: string };
  /** Moves all entries of the audit trail into the past. */
  ageAudit: { days: number };
  /** Generates events at these entries and exits until now, with registered vehicles in groups. */
  pastTraffic: { days: number; passagesPerDay: number; entries: readonly number[]; exits: readonly number[] };
}

type Command = { [Name in keyof Commands]: { do: Name } & Commands[Name] }[keyof Commands];

/** In the order that the foreign keys allow. */
const clearedTables = [
  "commands",
  "events",
  "event_keys",
  "access_rules",
  "access_passes",
  "access_lists",
  "access_overrides",
  "access_presence",
  "passage_holds",
  "event_corrections",
  "access_look_alikes",
  "plate_reads",
  "gates",
  "displays",
  "variable_terms",
  "variables",
  "sensors",
  "cameras",
  "slot_controllers",
  "lanes",
  "boom_barriers",
  "buzzers",
  "tvms",
  "identifiers",
  "access_groups",
  "access_schedules",
  "access_areas",
  "back_tests",
  "policy_versions",
  "reservations",
  "mygate",
  "audit_receiver",
  "outbox",
  "legal_holds",
  "report_jobs",
  "report_schedules",
  "stay_reductions",
  "stays",
  "tariff_versions",
  "tariffs",
  "notification_rules",
  "notification_webhooks",
  "mail_server",
  "integration_keys",
  "commissions",
  "rfid_server",
  "alerts",
  "ai_devices",
  "module_activation",
  "code_selections",
  "login_buckets",
  "role_policies",
  "roles",
  "personal_tokens",
  "provider_sign_ins",
  // The deletions above make versions.
  "policy_versions",
  "identifier_group_changes",
  "back_tests",
] as const;

// The simulated devices of the tests run on this machine.
const { initialConfigs } = readRunMode({ DEVELOPMENT: "1" });
const folder = join(process.argv[2] ?? "", "postgres");
const db = connectDatabase({ host: folder, user: postgresUser, database: "gatehouse" });
await applyFastSettings();

for await (const line of createInterface({ input: process.stdin })) {
  const failure = await run(JSON.parse(line) as Command).then(
    () => "",
    (error: Error) => error.message,
  );
  console.log(failure.replaceAll("\n", " "));
}
await db.destroy();

async function applyFastSettings(): Promise<void> {
  for (const [name, value] of Object.entries(fastSettings)) {
    await sql.raw(`alter system set ${name} = ${value}`).execute(db);
  }
  await sql`select pg_reload_conf()`.execute(db);
}

async function run(command: Command): Promise<void> {
  switch (command.do) {
    case "clear":
      return clear();
    case "alert":
      return addAlert(command);
    case "device":
      return addDevice(command);
    case "variable":
      return addVariable(command);
    case "person":
      return addPerson(command);
    case "factorPolicy":
      await db.insertInto("role_policies").values({ role: command.role, isSecondFactorRequired: true }).execute();
      return;
    case "ageAudit":
      return ageAudit(command);
    case "pastTraffic":
      return addPastTraffic(command);
  }
}

async function addPastTraffic({ days, passagesPerDay, entries, exits }: Commands["pastTraffic"]): Promise<void> {
  const dayMs = 86_400_000;
  const start = new Date(Math.floor(Date.now() / dayMs - days + 1) * dayMs);
  const places = { entries: entries.length, exits: exits.length };
  const { vehicles, passages } = generatePastTraffic({ seed: 1, start, days, passagesPerDay, ...places });
  const past = passages.filter(({ at }) => at.getTime() < Date.now());
  await storePastTraffic(db, { vehicles, passages: past }, { N: entries, X: exits });
}

async function ageAudit({ days }: { days: number }): Promise<void> {
  await sql`update audit_log set at = at - make_interval(days => ${days})`.execute(db);
}

/** Before each browser test: one request for all tables takes a fraction of the time of one for each. */
async function clear(): Promise<void> {
  const deletions = clearedTables.map((table) => `delete from ${table};`).join("\n");
  const initials = Object.entries(requiredConfigs).map(([key, { initial }]) => [
    key,
    initialConfigs[key as RequiredConfigKey] ?? initial,
  ]);
  await db.transaction().execute(async (tx) => {
    await sql.raw(deletions).execute(tx);
    await tx.deleteFrom("configs").where("isRequired", "=", false).execute();
    await sql`
      update configs set value = initial.value, version = 1
      from jsonb_each(${JSON.stringify(Object.fromEntries(initials))}) initial
      where configs.key = initial.key and (configs.value, configs.version) is distinct from (initial.value, 1)`.execute(
      tx,
    );
    await tx.updateTable("sign_in_settings").set({ onlyUserId: null, version: 1 }).execute();
    await tx.deleteFrom("users").where("username", "<>", "admin").execute();
    await tx.deleteFrom("sign_in_providers").execute();
  });
  await notifyHealthChange(db);
}

async function addAlert({ at, isResolved, do: _, ...cause }: Extract<Command, { do: "alert" }>): Promise<void> {
  const raisedAt = new Date(at);
  await db.transaction().execute(async (tx) => {
    await raiseAlert(tx, cause, raisedAt);
    if (!isResolved) return;
    const { id } = await tx
      .selectFrom("alerts")
      .select("id")
      .where("type", "=", cause.type)
      .where("subject", "=", cause.subject)
      .where("status", "=", "new")
      .executeTakeFirstOrThrow();
    await resolveAlert(tx, id, raisedAt);
  });
}

async function addDevice({ isHealthy, cameras, do: _, ...device }: Extract<Command, { do: "device" }>): Promise<void> {
  const { id } = await db.insertInto("ai_devices").values(device).returning("id").executeTakeFirstOrThrow();
  for (const name of cameras) {
    await db.insertInto("cameras").values({ aiDeviceId: id, module: device.module, name, status: "saved" }).execute();
  }
  await db
    .insertInto("device_health")
    .values({ deviceId: id, isHealthy, failedProbes: isHealthy ? 0 : 3, since: sql`now()` })
    // The server may have probed it already.
    .onConflict((conflict) => conflict.column("deviceId").doUpdateSet({ isHealthy, failedProbes: isHealthy ? 0 : 3 }))
    .execute();
  await notifyHealthChange(db);
}

/** Adds a base variable without a camera or sensor. */
async function addVariable({ name, scope, computedValue }: Extract<Command, { do: "variable" }>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const values = { name, scope, type: "base" };
    const { id } = await tx.insertInto("variables").values(values).returning("id").executeTakeFirstOrThrow();
    await tx.insertInto("variable_weights").values({ movedId: id, variableId: id, weight: 1 }).execute();
    await moveVariables(tx, [{ kind: "event", variableId: id, delta: computedValue, at: new Date() }]);
  });
}

async function addPerson({ password, do: _, ...person }: Extract<Command, { do: "person" }>): Promise<void> {
  await db
    .insertInto("users")
    .values({ role: "administrator", ...person, passwordHash: await hashPassword(password) })
    .execute();
}
