import type { GateKind, GateNeed } from "@gatehouse/contract/gate-scope";
import type { ReadDb, Tx } from "../database/database.ts";
import { type GateLinks, loadGateLinks } from "../database/gate-links.ts";

/** The gates that a person is limited to; null means all. */
export type GateLimit = readonly number[] | null;

/** Which records a person may see, change and command. */
export interface GateAccess {
  may(kind: GateKind, id: number | string, need: GateNeed): boolean;
}

/** Whether a person may see what happened at a gate. What happened at no gate is shown only to people without a limit. */
export const isOwnGate = (limit: GateLimit, gateId: number | null): boolean =>
  limit === null || (gateId !== null && limit.includes(gateId));

/** The records that a person with this limit may access. */
export function createGateAccess(limit: readonly number[], links: GateLinks): GateAccess {
  const own = new Set(limit);
  return {
    may: (kind, id, need) => {
      const gates = links.get(kind)?.get(String(id));
      if (!gates) return need === "visible" && kind !== "gates";
      const owned = [...gates].filter((gate) => own.has(gate)).length;
      return need === "all" ? owned === gates.size : owned > 0;
    },
  };
}

const unlimited: GateAccess = { may: () => true };

/** Loads what a person with this limit may access. */
export async function loadGateAccess(db: ReadDb | Tx, limit: GateLimit): Promise<GateAccess> {
  return limit === null ? unlimited : createGateAccess(limit, await loadGateLinks(db));
}
