import * as z from "zod";
import { crud, patchOf } from "../crud.ts";
import { actuatorUid, host } from "../fields/address.ts";
import { missingSerial } from "../fields/modbus-unit.ts";
import { atLeast, port } from "../fields/number.ts";
import { commissionedAt, recordId, version } from "../fields/record.ts";
import { requiredText } from "../fields/text.ts";
import { hasUnits } from "../hardware-drivers.ts";
import { testEndpoint } from "../test-endpoint.ts";

export const buzzerDraft = z.strictObject({
  uid: actuatorUid,
  name: requiredText(),
  scope: z.literal("ac", "Invalid scope").default("ac"),
  additionalInfo: z
    .strictObject({
      type: z.literal("buzzer").default("buzzer"),
      ip: host.optional(),
      port,
      drv: requiredText().describe("The driver: the protocol of the board"),
      rel: atLeast(1).describe("The number of the relay"),
      ser: atLeast(1)
        .optional()
        .describe("The serial name or number of the board, or its Modbus unit; required where the board has units"),
      tmr: atLeast(1).describe("How long it sounds, in seconds"),
      ind: z
        .literal([0, 1], "Must be 0 (inactive) or 1 (active)")
        .default(0)
        .describe("The state at rest: 0 inactive, 1 active"),
    })
    .refine(({ drv, ser }) => ser !== undefined || !hasUnits(drv), missingSerial),
});

/** A buzzer as the server returns it. */
export const buzzer = buzzerDraft.extend({ id: recordId, version, commissionedAt });
buzzer.register(z.globalRegistry, { id: "Buzzer", description: "A buzzer and its relay" });

export type Buzzer = z.output<typeof buzzer>;

export const buzzerEndpoints = crud({
  tag: "Buzzers",
  noun: "buzzer",
  permissions: { read: "view", write: "devices", gates: "buzzers" },
  path: "/buzzers",
  list: { path: "/buzzers" },
  change: { PATCH: patchOf(buzzerDraft) },
  record: buzzer,
  draft: buzzerDraft,
});

/** "Test" on a buzzer: it sounds once. */
export const buzzerTestEndpoints = {
  "POST /buzzers/{id}/test": testEndpoint("Buzzers", "Sound the buzzer once", "buzzers"),
} as const;
