import { defineEndpoints } from "../../endpoint.ts";
import { idParams } from "../../fields/record.ts";
import { discountDraft, stay, waiverDraft } from "./stay.schema.ts";

const tag = "Stays";

/** REP-4: a stay and the reductions of its fare. Handlers limit them to the gates of the entry and exit. */
export const stayEndpoints = defineEndpoints(
  { read: "view", write: "open" },
  {
    "GET /stays/{id}": {
      tag,
      summary: "A stay with its fare",
      gates: "own",
      params: idParams,
      answer: stay,
      faults: ["record/not-found"],
    },
    "POST /stays/{id}/discounts": {
      tag,
      summary: "Reduce the fare of a completed stay by an amount, with a reason",
      gates: "own",
      params: idParams,
      body: discountDraft,
      answer: stay,
      status: 201,
      faults: ["record/not-found", "stay/no-fare"],
    },
    "POST /stays/{id}/waiver": {
      tag,
      summary: "Waive what is left of the fare of a completed stay, with a reason",
      gates: "own",
      params: idParams,
      body: waiverDraft,
      answer: stay,
      status: 201,
      faults: ["record/not-found", "stay/no-fare"],
    },
    "DELETE /stays/{id}/reductions": {
      tag,
      summary: "Withdraw the discounts and the waiver of a stay",
      gates: "own",
      params: idParams,
      status: 204,
      faults: ["record/not-found"],
    },
  },
);
