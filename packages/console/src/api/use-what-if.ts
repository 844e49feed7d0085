import type { IdentifierType } from "@gatehouse/contract/entities/identifier/identifier";
import { asText } from "@gatehouse/contract/fields/as-text";
import { type GateType, gateTypes } from "@gatehouse/contract/fields/gate-types";
import { useNavigate, useSearch } from "@tanstack/react-router";

/** "What if": which decision the server would take for a plate or tag at a gate. */
export interface WhatIfQuestion {
  type: IdentifierType;
  read: string;
  /** The tag that is read together with a plate, or the plate together with a tag. */
  otherRead?: string;
  gateId?: number;
  direction?: GateType;
  /** ISO 8601; now if absent. */
  at?: string;
}

const emptyQuestion: WhatIfQuestion = { type: "LICENSE_PLATE", read: "" };

/** The question of the open What-if dialog. It is kept in the URL, so a link to it can be shared. */
export function useWhatIf() {
  const { ask, ...others } = useSearch({ strict: false });
  const navigate = useNavigate();
  const go = (next: WhatIfQuestion | undefined, replace: boolean) =>
    void navigate({
      to: ".",
      search: { ...others, ...(next !== undefined && { ask: { ...next } }) },
      resetScroll: false,
      replace,
    });
  return {
    question: ask && parseQuestion(ask),
    open: (next: WhatIfQuestion = emptyQuestion) => go(next, false),
    /** Updates the URL after the form was edited. */
    update: (next: WhatIfQuestion) => go(next, true),
    close: () => go(undefined, false),
  };
}

/** Ignores invalid parts of a URL instead of failing. */
function parseQuestion({ type, read, otherRead, gateId, direction, at }: Record<string, unknown>): WhatIfQuestion {
  const known = gateTypes.find((gateType) => gateType === direction);
  return {
    type: type === "RFID" ? type : "LICENSE_PLATE",
    read: asText(read),
    ...(typeof otherRead === "string" && { otherRead }),
    ...(Number.isInteger(gateId) && { gateId: Number(gateId) }),
    ...(known !== undefined && { direction: known }),
    ...(typeof at === "string" && { at }),
  };
}
