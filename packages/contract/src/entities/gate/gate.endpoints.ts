import { crud } from "../../crud.ts";
import { recordId } from "../../fields/record.ts";
import { gate, gateDraft } from "./gate.schema.ts";

/** The endpoints of gates. */
export const gateEndpoints = crud({
  tag: "Gates",
  noun: "gate",
  path: "/gates",
  list: { path: "/gates" },
  change: { PUT: gateDraft.extend({ id: recordId.optional() }) },
  record: gate,
  draft: gateDraft,
});
