import type { ApiKey } from "@gatehouse/contract/api";
import { currentPasswordNeeded, currentPasswordWrong } from "@gatehouse/contract/entities/auth/auth.messages";
import { insertAuditEntry } from "../../platform/database/audit-entry.ts";
import type { Caller, Person } from "../../platform/http/call.ts";
import { type HttpError, httpError } from "../../platform/http/http-error.ts";
import { verifyPassword } from "../../platform/security/passwords.ts";
import type { Services } from "../../platform/services.ts";
import { isKnownAddress } from "./known-addresses.ts";
import { type KnownBrowser, passwordFingerprint } from "./known-browser.ts";
import type { LoginThrottle } from "./login-throttle.ts";
import { isRecentSignIn } from "./recent-sign-in.ts";

/** A call that changes credentials. */
interface ProofCall {
  readonly person: Person;
  readonly caller: Caller;
  readonly body: { readonly currentPassword?: string | undefined };
}

const fieldError = (code: "request/invalid" | "auth/wrong-current-password", message: string): HttpError =>
  httpError(code, {
    ...(code === "request/invalid" && { message }),
    errors: [{ path: "currentPassword", message }],
  });

/** Whether a new password or PIN needs the current password: a one-time password was entered for this purpose only. */
export async function needsCurrentPassword(
  { person, body }: ProofCall,
  { db, clock }: Pick<Services, "db" | "clock">,
): Promise<boolean> {
  if (body.currentPassword !== undefined) return true;
  if (!person.passwordChanged) return false;
  return !(await isRecentSignIn(db, person, clock.now()));
}

/** Rejects a missing or wrong current password. Wrong ones count as failed sign-ins. */
export async function checkCurrentPassword(
  { person, body, caller }: ProofCall,
  call: ApiKey,
  browser: KnownBrowser | undefined,
  { services: { db, clock }, throttle }: { services: Services; throttle: LoginThrottle },
): Promise<void> {
  if (body.currentPassword === undefined) throw fieldError("request/invalid", currentPasswordNeeded);
  const { userId, username } = person;
  const { address, requestId, isOnThisMachine } = caller;
  const { passwordHash } = await db
    .selectFrom("users")
    .select("passwordHash")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  const counted = await throttle.count({
    username,
    address,
    isKnownAddress: isOnThisMachine || (await isKnownAddress(db, userId, address, clock.now())),
    browserId: browser?.fingerprint === passwordFingerprint(passwordHash) ? browser.id : undefined,
  });
  if (await verifyPassword(passwordHash, body.currentPassword)) return throttle.undo(counted);
  const reason = "auth/wrong-current-password";
  const entry = { action: "sign-in-failed", entity: "users", entityId: userId, after: { reason } } as const;
  await insertAuditEntry(db, entry, { userId, username, requestId, call, address });
  throw fieldError(reason, currentPasswordWrong);
}
