import type { RuntimeConfig } from "@gatehouse/contract/runtime-config";
import { adminName, createFirstAdmin } from "./auth/first-admin.ts";
import type { Database } from "./platform/database/database.ts";
import { verifyPassword } from "./platform/security/passwords.ts";
import type { Settings } from "./platform/settings.ts";
import { StartFault } from "./platform/start-fault.ts";

const usualPassword = "demo-gatehouse";
const thisMachine = ["127.0.0.1", "::1", "localhost"];

/** A demo shows its password to everybody who reaches it: only this machine may. */
export function requireThisMachine({ host }: Pick<Settings, "host">): void {
  if (!thisMachine.includes(host)) throw new StartFault("HOST: a demo listens on this machine only; unset HOST.");
}

/** Makes admin with a password that need not be changed, and gives what the sign-in page may show. */
export async function setUpDemo(
  db: Database,
  { adminPassword }: Pick<Settings, "adminPassword">,
): Promise<NonNullable<RuntimeConfig["demo"]>> {
  const password = adminPassword ?? usualPassword;
  await createFirstAdmin(db, password, { isLasting: true });
  const admin = await db
    .selectFrom("users")
    .select("passwordHash")
    .where("username", "=", adminName)
    .executeTakeFirst();
  // A password that a person has chosen is theirs, also in a demo.
  const isStillSo = await verifyPassword(admin?.passwordHash, password);
  return { username: adminName, ...(isStillSo && { password }) };
}
