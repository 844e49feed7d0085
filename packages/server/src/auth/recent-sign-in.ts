import { recentSignInSeconds } from "@gatehouse/contract/entities/auth/sign-in-limits";
import { insertAuditEntry } from "../platform/database/audit-entry.ts";
import { createSteadyTime } from "../platform/database/steady-time.ts";
import type { Caller, Person } from "../platform/http/call.ts";
import { refuse } from "../platform/http/refusal.ts";
import { verifyPassword } from "../platform/security/passwords.ts";
import type { Services } from "../platform/services.ts";
import { createLoginThrottle } from "./login-throttle.ts";

interface CredentialChange {
  readonly person: Person;
  readonly caller: Caller;
  /** The key of the endpoint, for the audit trail. */
  readonly call: string;
  readonly currentPassword: string | undefined;
}

/**
 * AUTH-12, AUTH-14: refuses a change of credentials in a session that is not recent, unless the current password is
 * correct. Wrong passwords count as failed sign-ins.
 */
export function createRecentSignInCheck({ db, clock }: Services): (change: CredentialChange) => Promise<void> {
  const throttle = createLoginThrottle(db, createSteadyTime(db, clock));

  async function isRecent(sessionId: string): Promise<boolean> {
    const { createdAt } = await db
      .selectFrom("sessions")
      .select("createdAt")
      .where("id", "=", sessionId)
      .executeTakeFirstOrThrow();
    return Math.abs(clock.elapsedMs(new Date(createdAt))) < recentSignInSeconds * 1_000;
  }

  return async ({ person, caller, call, currentPassword }) => {
    if (await isRecent(person.sessionId)) return;
    if (currentPassword === undefined || currentPassword === "")
      throw refuseAtField("Please enter your current password");
    const { userId, username } = person;
    const { address, requestId } = caller;
    const { passwordHash } = await db
      .selectFrom("users")
      .select("passwordHash")
      .where("id", "=", userId)
      .executeTakeFirstOrThrow();
    // A person who is signed in at this address is known there.
    const counted = await throttle.count({ username, address, isKnownAddress: true, browserId: undefined });
    if (await verifyPassword(passwordHash, currentPassword)) return throttle.undo(counted);
    const entry = { action: "sign-in-failed", entity: "users", entityId: userId, after: { reason: code } } as const;
    await insertAuditEntry(db, entry, { userId, username, requestId, call, address });
    throw refuseAtField("This is not your current password");
  };
}

const code = "auth/current-password";

function refuseAtField(message: string) {
  return refuse(code, { message, errors: [{ path: "currentPassword", message }] });
}
