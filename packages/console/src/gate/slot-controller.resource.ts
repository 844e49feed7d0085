import type { SlotController, slotControllerDraft } from "@gatehouse/contract/entities/slot-controller";
import type { FieldName } from "../forms/field.ts";
import type { Resource } from "../forms/resource.ts";

/** The slot controllers of a device. */
export const slotControllers = (
  aiDeviceId: number,
): Resource<SlotController, FieldName<typeof slotControllerDraft>> => ({
  topic: "slot_controllers",
  name: "slot_controllers",
  noun: "slot controller",
  titles: { add: "Add Slot Controller", edit: "Edit Controller" },
  list: { key: "GET /slot-controllers/{deviceId}", params: { deviceId: String(aiDeviceId) } },
  create: "POST /slot-controllers",
  change: "PUT /slot-controllers/{id}",
  remove: "DELETE /slot-controllers/{id}",
  draft: () => import("@gatehouse/contract/entities/slot-controller").then((file) => file.slotControllerDraft),
  fixed: { aiDeviceId },
  fields: [
    { kind: "number", name: "uid", label: "UID", sendsText: true, isLockedOnEdit: true, isHalf: true },
    { kind: "text", name: "name", label: "Name", isHalf: true },
    { kind: "text", name: "additionalInfo.ip", label: "IP address", placeholder: "10.0.0.9", isHalf: true },
    { kind: "number", name: "additionalInfo.port", label: "Port", isHalf: true },
    { kind: "number", name: "additionalInfo.slots", label: "Slots", isLockedOnEdit: true, isHalf: true },
    { kind: "text", name: "additionalInfo.prp", label: "PRP", isHalf: true },
    {
      kind: "text",
      name: "additionalInfo.adr",
      label: "MAC address",
      placeholder: "00-1A-2B-3C-4D-5E",
      help: "Six pairs of hexadecimal digits",
    },
  ],
  texts: {
    empty: "No slot controllers yet",
    purpose: "A slot controller reports the state of up to 24 slots.",
  },
  title: ({ uid, name }) => `# ${uid}, ${name}`,
});
