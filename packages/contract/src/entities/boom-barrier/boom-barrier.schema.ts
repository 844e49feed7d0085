import * as z from "zod";
import { actuatorUid, host } from "../../fields/address.ts";
import { atLeast, port } from "../../fields/number.ts";
import { commissionedAt, recordId, version } from "../../fields/record.ts";
import { requiredText } from "../../fields/text.ts";

/** BARRIER-2: the input for a boom barrier. */
export const boomBarrierDraft = z.strictObject({
  uid: actuatorUid,
  name: requiredText(),
  scope: z.literal("ac", "Invalid scope").default("ac"),
  additionalInfo: z.strictObject({
    type: z.literal("boom").default("boom"),
    ip: host.optional(),
    port,
    drv: requiredText(),
    rel: atLeast(1),
    ser: requiredText(),
  }),
});

/** A boom barrier as the server returns it. */
export const boomBarrier = boomBarrierDraft.extend({ id: recordId, version, commissionedAt });

/** A stored boom barrier. */
export type BoomBarrier = z.output<typeof boomBarrier>;
