import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { administrator, builtInRoles, type Permission } from "@gatehouse/contract/permissions";
import {
  type DemoAccount,
  type DemoProgress,
  demoProgressPath,
  type RuntimeConfig,
} from "@gatehouse/contract/runtime-config";
import type { FastifyInstance } from "fastify";
import { adminName, createFirstAdmin } from "./people/auth/first-admin.ts";
import type { Database } from "./platform/database/database.ts";
import { hashPassword, verifyPassword } from "./platform/security/passwords.ts";
import type { Settings } from "./platform/settings.ts";
import { StartupError } from "./platform/startup-error.ts";

const defaultPassword = "demo-gatehouse";
const loopbackHosts = ["127.0.0.1", "::1", "localhost"];

/** A demo shows its password on the sign-in page, so it must not be reachable from other machines. */
export function requireLoopbackHost({ host }: Pick<Settings, "host">): void {
  if (!loopbackHosts.includes(host)) throw new StartupError("HOST: a demo listens on this machine only; unset HOST.");
}

interface DemoPerson {
  readonly username: string;
  readonly role: string;
  readonly title: string;
  readonly pin?: string;
}

/** A manager of a demo may also try out rules and people. */
const managerRole = {
  name: "Site manager",
  permissions: [...builtInRoles.manager.permissions, "policy", "people"] satisfies Permission[],
};

/** The people of a demo, in the order of the sign-in page. */
const people: readonly DemoPerson[] = [
  { username: adminName, role: administrator, title: builtInRoles.administrator.title },
  { username: "manager", role: managerRole.name, title: builtInRoles.manager.title, pin: "274826" },
  { username: "guard", role: "guard", title: builtInRoles.guard.title, pin: "481516" },
];

/** Creates the people of a new demo with a permanent password; returns the credentials that the sign-in page may show. */
export async function setUpDemo(
  db: Database,
  { adminPassword }: Pick<Settings, "adminPassword">,
): Promise<NonNullable<RuntimeConfig["demo"]>> {
  const password = adminPassword ?? defaultPassword;
  const isNew = (await createFirstAdmin(db, password, { isPermanent: true })) !== null;
  if (isNew) await createOthers(db, password);
  const accounts = await listUnchanged(db, password);
  const isUnchanged = accounts.some(({ username }) => username === adminName);
  return { username: adminName, ...(isUnchanged && { password }), accounts };
}

const loaded: DemoProgress = { state: "done", text: "", share: 1 };

/** Serves what the process of the simulated site reports while it loads. */
export function serveDemoProgress(app: FastifyInstance, dataDir: string): void {
  app.get(demoProgressPath, async (_request, reply) => {
    const progress = await readFile(join(dataDir, demoProgressPath), "utf8").catch(() => JSON.stringify(loaded));
    return reply.type("application/json").header("cache-control", "no-store").send(progress);
  });
}

async function createOthers(db: Database, password: string): Promise<void> {
  await db
    .insertInto("roles")
    .values(managerRole)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  for (const { username, role, pin } of people) {
    if (username === adminName) continue;
    const person = { username, role, passwordHash: await hashPassword(password), passwordChanged: true };
    const created = await db
      .insertInto("users")
      .values(person)
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!created || pin === undefined) continue;
    await db
      .insertInto("pins")
      .values({ userId: created.id, pinHash: await hashPassword(pin) })
      .execute();
  }
}

/** A password or PIN that was changed is never shown, and an account that was deleted or disabled isn't offered. */
async function listUnchanged(db: Database, password: string): Promise<DemoAccount[]> {
  const users = await db
    .selectFrom("users")
    .leftJoin("pins", "pins.userId", "users.id")
    .select(["username", "passwordHash", "pinHash"])
    .where("isDisabled", "=", false)
    .execute();
  const checked = people.map(async ({ username, title, pin }) => {
    const user = users.find((one) => one.username === username);
    const isUnchanged = user !== undefined && (await verifyPassword(user.passwordHash, password));
    if (!isUnchanged) return [];
    const hasPin = pin !== undefined && user.pinHash !== null && (await verifyPassword(user.pinHash, pin));
    return [{ username, password, title, ...(hasPin && { pin }) }];
  });
  return (await Promise.all(checked)).flat();
}
