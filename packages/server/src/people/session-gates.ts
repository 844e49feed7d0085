import type { GateKind, GateNeed } from "@gatehouse/contract/gate-scope";
import { loadGateAccess } from "../house/gate-links.ts";
import type { Services } from "../platform/services.ts";
import { loadSessionGates } from "./auth/session.store.ts";

/** Whether a session is valid and its person may access a record, for links that are used without a token. */
export async function maySessionAccess(
  { db, clock }: Pick<Services, "db" | "clock">,
  sessionId: string,
  { kind, id, need }: { kind: GateKind; id: number; need: GateNeed },
): Promise<boolean> {
  const limit = (await loadSessionGates(db, [sessionId], clock.now())).get(sessionId);
  return limit !== undefined && (await loadGateAccess(db, limit)).may(kind, id, need);
}
