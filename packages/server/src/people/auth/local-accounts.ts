import type { Database, ReadDb, Tx } from "../../platform/database/database.ts";

/** The only account that may sign in with a password; null if all may. */
export async function loadEmergencyAccount(
  db: Database | ReadDb | Tx,
): Promise<{ version: number; onlyUserId: number | null }> {
  return db.selectFrom("sign_in_settings").select(["version", "onlyUserId"]).executeTakeFirstOrThrow();
}

/** Whether an account may sign in without a provider: with a password, a passkey or a PIN. */
export async function isLocalSignInAllowed(db: Database | ReadDb | Tx, userId: number): Promise<boolean> {
  const { onlyUserId } = await loadEmergencyAccount(db);
  return onlyUserId === null || onlyUserId === userId;
}
