import { crud } from "../../crud.ts";
import { gate, gateDraft } from "./gate.schema.ts";

/** The endpoints of gates. */
export const gateEndpoints = crud({
  tag: "Gates",
  noun: "gate",
  permissions: { read: "view", write: "devices", gates: "gates" },
  path: "/gates",
  list: { path: "/gates" },
  change: { PUT: gateDraft },
  record: gate,
  draft: gateDraft,
});
