import type { GateKind, GateNeed } from "@gatehouse/contract/gate-scope";
import type { ReadDb } from "../platform/database/database.ts";
import { type GateLimit, loadGateAccess } from "../platform/http/gate-access.ts";

/** ROLE-3: the gates that the person of a session is limited to; undefined if there is no such session. */
export async function loadGatesOfSession(db: ReadDb, sessionId: string): Promise<GateLimit | undefined> {
  const row = await db
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.userId")
    .select("users.gateIds")
    .where("sessions.id", "=", sessionId)
    .executeTakeFirst();
  return row?.gateIds;
}

/** ROLE-3: whether the person of a session may access a record, for links that are used without a token. */
export async function maySessionAccess(
  db: ReadDb,
  sessionId: string,
  { kind, id, need }: { kind: GateKind; id: number; need: GateNeed },
): Promise<boolean> {
  const limit = await loadGatesOfSession(db, sessionId);
  return limit !== undefined && (await loadGateAccess(db, limit)).may(kind, id, need);
}
