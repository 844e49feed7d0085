import { administrator, type BuiltInRole, builtInRoles } from "@gatehouse/contract/permissions";
import type { DemoAccount, RuntimeConfig } from "@gatehouse/contract/runtime-config";
import { adminName, createFirstAdmin } from "./auth/first-admin.ts";
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

/** DEMO-3: the people of a demo, in the order of the sign-in page. */
const people = [
  { username: adminName, role: administrator },
  { username: "manager", role: "manager" },
  { username: "guard", role: "guard" },
] as const satisfies readonly { username: string; role: BuiltInRole }[];

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

async function createOthers(db: Database, password: string): Promise<void> {
  const others = people.filter(({ username }) => username !== adminName);
  const rows = others.map(async (person) => ({
    ...person,
    passwordHash: await hashPassword(password),
    passwordChanged: true,
  }));
  await db
    .insertInto("users")
    .values(await Promise.all(rows))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** A password that somebody chose later is never shown, and an account that was deleted or disabled isn't offered. */
async function listUnchanged(db: Database, password: string): Promise<DemoAccount[]> {
  const users = await db
    .selectFrom("users")
    .select(["username", "passwordHash"])
    .where("isDisabled", "=", false)
    .execute();
  const checked = people.map(async ({ username, role }) => {
    const user = users.find((one) => one.username === username);
    const isUnchanged = user !== undefined && (await verifyPassword(user.passwordHash, password));
    return isUnchanged ? [{ username, password, title: builtInRoles[role].title }] : [];
  });
  return (await Promise.all(checked)).flat();
}
