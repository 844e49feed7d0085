import * as z from "zod";
import { actuatorUid, host } from "../../fields/address.ts";
import { atLeast, port } from "../../fields/number.ts";
import { commissionedAt, recordId, version } from "../../fields/record.ts";
import { requiredText } from "../../fields/text.ts";

/** BUZZER-1: the input for a buzzer. */
export const buzzerDraft = z.strictObject({
  uid: actuatorUid,
  name: requiredText(),
  scope: z.literal("ac", "Invalid scope").default("ac"),
  additionalInfo: z.strictObject({
    type: z.literal("buzzer").default("buzzer"),
    ip: host.optional(),
    port,
    drv: requiredText(),
    rel: atLeast(1),
    ser: atLeast(1),
    tmr: atLeast(1),
    ind: z.literal([0, 1], "Must be 0 (inactive) or 1 (active)").default(0),
  }),
});

/** A buzzer as the server returns it. */
export const buzzer = buzzerDraft.extend({ id: recordId, version, commissionedAt });

/** A stored buzzer. */
export type Buzzer = z.output<typeof buzzer>;
