import * as z from "zod";
import { crud } from "../crud.ts";
import { defineEndpoints, type Reshape } from "../endpoint.ts";
import { host, numberText, positiveUid } from "../fields/address.ts";
import { port } from "../fields/number.ts";
import { commissionedAt, idInPath, recordId, version } from "../fields/record.ts";
import { required } from "../fields/required.ts";
import { requiredText } from "../fields/text.ts";
import { moduleInPath } from "../modules/module-in-path.ts";

const slotsMessage = "Slots should be between 1 and 24";
const separated = /^([0-9a-f]{2}([-:]))([0-9a-f]{2}\2){4}[0-9a-f]{2}$/i;
const plain = /^[0-9a-f]{12}$/i;

/** A MAC address as plain lower-case hex digits; undefined if the text is none. */
export function parseMac(text: string): string | undefined {
  const trimmed = text.trim();
  if (!separated.test(trimmed) && !plain.test(trimmed)) return undefined;
  return trimmed.replaceAll(/[-:]/g, "").toLowerCase();
}

export const slotControllerDraft = z.strictObject({
  aiDeviceId: recordId,
  uid: positiveUid,
  name: requiredText(),
  additionalInfo: z.strictObject({
    ip: host,
    port,
    slots: z.int(slotsMessage).min(1, slotsMessage).max(24, slotsMessage),
    prp: numberText(requiredText()),
    adr: z
      .string(required)
      .trim()
      .min(1, required)
      .refine((text) => parseMac(text) !== undefined, "Given is not a valid MAC address"),
  }),
});

const nestedFields = Object.keys(slotControllerDraft.shape.additionalInfo.shape);

/** The documents send the fields of additionalInfo beside the others. */
const nestSlotController: Reshape = (body) => {
  const entries = Object.entries(body);
  const flat = entries.filter(([name]) => nestedFields.includes(name));
  if (flat.length === 0) return body;
  const rest = Object.fromEntries(entries.filter(([name]) => !nestedFields.includes(name)));
  return { ...rest, additionalInfo: { ...Object.fromEntries(flat), ...(rest.additionalInfo as object | undefined) } };
};

/** A slot controller as the server returns it. */
export const slotController = slotControllerDraft.extend({ id: recordId, version, commissionedAt });
slotController.register(z.globalRegistry, { id: "SlotController", description: "A controller of slot sensors" });

export type SlotController = z.output<typeof slotController>;

export const slotControllerEndpoints = crud({
  tag: "Slot controllers",
  noun: "slot controller",
  permissions: { read: "view", write: "devices", gates: "slot_controllers" },
  path: "/slot-controllers",
  list: { path: "/slot-controllers/{deviceId}", params: z.object({ deviceId: idInPath }) },
  change: { PUT: slotControllerDraft },
  record: slotController,
  draft: slotControllerDraft,
  reshape: nestSlotController,
  locked: ["aiDeviceId", "uid", "additionalInfo.slots"],
});

/** Every slot controller of a module. */
export const slotControllerScopeEndpoints = defineEndpoints(
  { read: "view", write: "devices", gates: "slot_controllers" },
  {
    "GET /slot-controllers": {
      tag: "Slot controllers",
      summary: "List a module's slot controllers",
      query: z.strictObject({ scope: moduleInPath }),
      response: z.array(slotController),
    },
  },
);
