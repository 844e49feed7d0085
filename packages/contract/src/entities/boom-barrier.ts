import * as z from "zod";
import { crud, patchOf } from "../crud.ts";
import { actuatorUid, host } from "../fields/address.ts";
import { missingSerial } from "../fields/modbus-unit.ts";
import { atLeast, port } from "../fields/number.ts";
import { commissionedAt, recordId, version } from "../fields/record.ts";
import { requiredText } from "../fields/text.ts";
import { hasUnits } from "../hardware-drivers.ts";
import { findContactError } from "../position-contacts.ts";
import { testEndpoint } from "../test-endpoint.ts";

const maxInput = 65_536;
const contactInput = atLeast(1).max(maxInput, `Must be at most ${maxInput}`);

export const boomBarrierDraft = z.strictObject({
  uid: actuatorUid,
  name: requiredText(),
  scope: z.literal("ac", "Invalid scope").default("ac"),
  additionalInfo: z
    .strictObject({
      type: z.literal("boom").default("boom"),
      ip: host.optional(),
      port,
      drv: requiredText().describe("The driver: the protocol of the board"),
      rel: atLeast(1).describe("The number of the relay"),
      ser: requiredText()
        .optional()
        .describe("The serial name or number of the board, or its Modbus unit; required where the board has units"),
      // The position contacts, and their board if it is not the board of the relay.
      openInput: contactInput.optional(),
      closedInput: contactInput.optional(),
      inputIp: host.optional(),
      inputPort: port.optional(),
      inputDrv: requiredText().optional(),
    })
    .refine(({ drv, ser }) => ser !== undefined || !hasUnits(drv), missingSerial)
    .superRefine((info, context) => {
      const error = findContactError(info);
      if (error) context.addIssue({ code: "custom", path: [error.field], message: error.message });
    }),
});

/** A boom barrier as the server returns it. */
export const boomBarrier = boomBarrierDraft.extend({ id: recordId, version, commissionedAt });
boomBarrier.register(z.globalRegistry, {
  id: "BoomBarrier",
  description: "A boom barrier and the relay that opens it",
});

export type BoomBarrier = z.output<typeof boomBarrier>;

export const boomBarrierEndpoints = crud({
  tag: "Boom barriers",
  noun: "boom barrier",
  permissions: { read: "view", write: "devices", gates: "boom_barriers" },
  path: "/boom-barriers",
  list: { path: "/boom-barriers" },
  change: { PATCH: patchOf(boomBarrierDraft) },
  record: boomBarrier,
  draft: boomBarrierDraft,
});

/** "Test" on a boom barrier: one pulse. */
export const boomBarrierTestEndpoints = {
  "POST /boom-barriers/{id}/test": testEndpoint("Boom barriers", "Pulse the barrier's relay once", "boom_barriers"),
} as const;
