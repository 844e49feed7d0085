import * as z from "zod";
import { crud, patchOf } from "../crud.ts";
import { recordId, version } from "../fields/record.ts";
import { requiredText } from "../fields/text.ts";

export const tvmDraft = z.strictObject({ name: requiredText(), code: requiredText() });

/** A ticket vending machine as the server returns it. */
export const tvm = tvmDraft.extend({ id: recordId, version });
tvm.register(z.globalRegistry, { id: "TicketVendingMachine", description: "A ticket vending machine" });

export type Tvm = z.output<typeof tvm>;

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
