import type { IdentifierType } from "@gatehouse/contract/entities/identifier/identifier-origin";
import { type GateType, gateTypes } from "@gatehouse/contract/fields/gate-types";
import { useNavigate, useSearch } from "@tanstack/react-router";

/** "What if": what would be decided for a plate or tag at a gate; what is not known yet is left out. */
export interface Asked {
  type: IdentifierType;
  read: string;
  gateId?: number;
  direction?: GateType;
  /** In ISO 8601; now, where it is left out. */
  at?: string;
}

/** The question that lies over the page. It lives in the address, so that a colleague can be sent it. */
export function useAsk() {
  const { ask, ...others } = useSearch({ strict: false });
  const navigate = useNavigate();
  const go = (next: Asked | undefined, replace: boolean) =>
    void navigate({
      to: ".",
      search: { ...others, ...(next !== undefined && { ask: { ...next } }) },
      resetScroll: false,
      replace,
    });
  return {
    asked: ask && askedIn(ask),
    ask: (next: Asked = { type: "LICENSE_PLATE", read: "" }) => go(next, false),
    /** Keeps the address in step with what is being asked. */
    rewrite: (next: Asked) => go(next, true),
    close: () => go(undefined, false),
  };
}

/** Whatever an address says, it is a question. */
function askedIn({ type, read, gateId, direction, at }: Record<string, unknown>): Asked {
  const side = gateTypes.find((known) => known === direction);
  return {
    type: type === "RFID" ? type : "LICENSE_PLATE",
    read: String(read ?? ""),
    ...(Number.isInteger(gateId) && { gateId: Number(gateId) }),
    ...(side !== undefined && { direction: side }),
    ...(typeof at === "string" && { at }),
  };
}
