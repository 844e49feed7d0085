import { crud, patchOf } from "../../crud.ts";
import { tvm, tvmDraft } from "./tvm.schema.ts";

/** The endpoints of ticket vending machines. */
export const tvmEndpoints = crud({
  tag: "Ticket vending machines",
  noun: "ticket vending machine",
  permissions: { read: "view", write: "devices", gates: "tvms" },
  path: "/ac/tvms",
  list: { path: "/ac/tvms" },
  change: { PATCH: patchOf(tvmDraft) },
  record: tvm,
  draft: tvmDraft,
});
