import * as z from "zod";
import { reason } from "../../fields/reason.ts";
import { recordId } from "../../fields/record.ts";
import { requiredOr } from "../../fields/required.ts";
import { instant } from "../../fields/time.ts";
import { stayStates } from "./stay-states.ts";

/** REP-4: reduces the fare of a stay by an amount in minor units. */
export const discountDraft = z.strictObject({
  amount: z
    .int(requiredOr("Must be a whole number of minor units"))
    .min(1, "Must be positive")
    .max(1_000_000_000, "Is too large"),
  reason,
});

/** REP-4: waives what is left of the fare of a stay. */
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

/** A passage of a stay. */
const passage = z.object({
  at: instant,
  module: z.string(),
  eventId: z.int(),
  gateId: recordId.nullable(),
});

/** REP-4: a stay with its fare. Amounts are in minor units of the site's currency. */
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
