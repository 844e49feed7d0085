import type { RuntimeConfig } from "@gatehouse/contract/runtime-config";
import { adminName, createFirstAdmin } from "./auth/first-admin.ts";
import type { Database } from "./platform/database/database.ts";
import { verifyPassword } from "./platform/security/passwords.ts";
import type { Settings } from "./platform/settings.ts";
import { StartupError } from "./platform/startup-error.ts";

const defaultPassword = "demo-gatehouse";
const loopbackHosts = ["127.0.0.1", "::1", "localhost"];

/** A demo shows its password on the sign-in page, so it must not be reachable from other machines. */
export function requireLoopbackHost({ host }: Pick<Settings, "host">): void {
  if (!loopbackHosts.includes(host)) throw new StartupError("HOST: a demo listens on this machine only; unset HOST.");
}

/** Creates admin with a permanent password; returns the credentials that the sign-in page may show. */
export async function setUpDemo(
  db: Database,
  { adminPassword }: Pick<Settings, "adminPassword">,
): Promise<NonNullable<RuntimeConfig["demo"]>> {
  const password = adminPassword ?? defaultPassword;
  await createFirstAdmin(db, password, { isPermanent: true });
  const admin = await db
    .selectFrom("users")
    .select("passwordHash")
    .where("username", "=", adminName)
    .executeTakeFirst();
  // A password that somebody chose later is never shown.
  const isUnchanged = await verifyPassword(admin?.passwordHash, password);
  return { username: adminName, ...(isUnchanged && { password }) };
}
