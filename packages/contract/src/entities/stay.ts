import * as z from "zod";
import { defineEndpoints } from "../endpoint.ts";
import { reason } from "../fields/reason.ts";
import { idParams, recordId } from "../fields/record.ts";
import { requiredOr } from "../fields/required.ts";
import { instant } from "../fields/time.ts";

/** The state of a stay: still inside, entry and exit, or only one of them. */
export const stayStates = ["open", "complete", "entry-only", "exit-only"] as const;

export type StayState = (typeof stayStates)[number];

export const stayStateTitles: Record<StayState, string> = {
  open: "Inside",
  complete: "Complete",
  "entry-only": "Exit missing",
  "exit-only": "Entry missing",
};

/** Reduces the fare of a stay by an amount in minor units. */
export const discountDraft = z.strictObject({
  amount: z
    .int(requiredOr("Must be a whole number of minor units"))
    .min(1, "Must be positive")
    .max(1_000_000_000, "Is too large"),
  reason,
});

/** Waives what is left of the fare of a stay. */
export const waiverDraft = z.strictObject({ reason });

const reduction = z.object({
  id: recordId,
  kind: z.enum(["discount", "waiver"]),
  /** In minor units; null: everything that is left. */
  amount: z.int().nullable(),
  reason: z.string(),
  by: z.string(),
  at: instant,
});

const passage = z.object({
  at: instant,
  module: z.string(),
  eventId: z.int(),
  gateId: recordId.nullable(),
});

/** A stay with its fare. Amounts are in minor units of the site's currency. */
export const stay = z.object({
  id: recordId,
  state: z.enum(stayStates),
  vehicle: z.string(),
  vehicleType: z.string().nullable(),
  /** The outermost area; null: the gate leads to none. */
  areaId: recordId.nullable(),
  entry: passage.nullable(),
  exit: passage.nullable(),
  /** The length in seconds; null: it has no entry or no exit. */
  seconds: z.int().nullable(),
  /** The version that applied at the entry; null: none, or the fare is not computed yet. */
  tariff: z.object({ id: recordId, version: z.int(), name: z.string() }).nullable(),
  gross: z.int(),
  discount: z.int(),
  waived: z.int(),
  net: z.int(),
  reductions: z.array(reduction),
});
stay.register(z.globalRegistry, {
  id: "Stay",
  description: "A stay with its fare. Amounts are in minor units of the site's currency",
});

/** A stay with its fare. */
export type Stay = z.output<typeof stay>;

const tag = "Stays";

/** A stay and the reductions of its fare. Handlers limit them to the gates of the entry and exit. */
export const stayEndpoints = defineEndpoints(
  { read: "view", write: "open" },
  {
    "GET /stays/{id}": {
      tag,
      summary: "A stay with its fare",
      gates: "own",
      params: idParams,
      response: stay,
      errors: ["record/not-found"],
    },
    "POST /stays/{id}/discounts": {
      tag,
      summary: "Reduce the fare of a completed stay by an amount, with a reason",
      gates: "own",
      params: idParams,
      body: discountDraft,
      response: stay,
      status: 201,
      errors: ["record/not-found", "stay/no-fare"],
    },
    "POST /stays/{id}/waiver": {
      tag,
      summary: "Waive what is left of the fare of a completed stay, with a reason",
      gates: "own",
      params: idParams,
      body: waiverDraft,
      response: stay,
      status: 201,
      errors: ["record/not-found", "stay/no-fare"],
    },
    "DELETE /stays/{id}/reductions": {
      tag,
      summary: "Withdraw the discounts and the waiver of a stay",
      gates: "own",
      params: idParams,
      status: 204,
      errors: ["record/not-found"],
    },
  },
);
