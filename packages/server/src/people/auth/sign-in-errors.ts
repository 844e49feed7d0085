import type { ApiKey } from "@gatehouse/contract/api";
import { unknownUser } from "@gatehouse/contract/entities/audit/audit-names";
import type { ErrorCode } from "@gatehouse/contract/errors";
import { type Actor, insertAuditEntry } from "../../platform/database/audit-entry.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Caller } from "../../platform/http/call.ts";
import { HttpError, httpError } from "../../platform/http/http-error.ts";

export const toSignInActor = (
  call: ApiKey,
  account: { id: number; username: string } | undefined,
  { requestId, address }: Caller,
): Actor => ({ userId: account?.id, username: account?.username ?? unknownUser, requestId, call, address });

/** Records why a sign-in failed. Throttled attempts are not recorded, so they can't fill the audit trail. */
export async function recordSignInError(db: Database, code: ErrorCode, actor: Actor): Promise<HttpError> {
  await insertAuditEntry(
    db,
    { action: "sign-in-failed", entity: "users", entityId: actor.userId, after: { reason: code } },
    actor,
  );
  return httpError(code);
}

/** Records an error of the work as a failed sign-in. */
export async function recordingErrors<T>(db: Database, actor: Actor, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof HttpError) await recordSignInError(db, error.code, actor);
    throw error;
  }
}
