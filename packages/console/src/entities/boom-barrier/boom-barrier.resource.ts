import type { BoomBarrier, boomBarrierDraft } from "@gatehouse/contract/entities/boom-barrier/boom-barrier.schema";
import { serialHelp } from "@gatehouse/contract/fields/modbus-unit";
import { hardwareDrivers } from "@gatehouse/contract/hardware-drivers";
import type { FieldName } from "../../forms/field.ts";
import type { Resource } from "../../forms/resource.ts";

/** BARRIER-1: boom barriers. */
export const boomBarriers: Resource<BoomBarrier, FieldName<typeof boomBarrierDraft>> = {
  topic: "boom_barriers",
  name: "boom_barriers",
  noun: "boom barrier",
  list: { key: "GET /boom-barriers" },
  create: "POST /boom-barriers",
  change: "PATCH /boom-barriers/{id}",
  remove: "DELETE /boom-barriers/{id}",
  test: {
    key: "POST /boom-barriers/{id}/test",
    label: "Test pulse",
    question: "This opens the barrier. Test now?",
  },
  draft: () =>
    import("@gatehouse/contract/entities/boom-barrier/boom-barrier.schema").then((file) => file.boomBarrierDraft),
  fixed: { scope: "ac", additionalInfo: { type: "boom" } },
  fields: [
    {
      kind: "number",
      name: "uid",
      label: "UID",
      help: "1 to 255",
      sendsText: true,
      isLockedOnEdit: true,
      isHalf: true,
    },
    { kind: "text", name: "name", label: "Name", isHalf: true },
    { kind: "text", name: "additionalInfo.ip", label: "IP address", placeholder: "10.0.0.5", isHalf: true },
    { kind: "number", name: "additionalInfo.port", label: "Port", isHalf: true },
    { kind: "text", name: "additionalInfo.drv", label: "Driver", suggestions: hardwareDrivers.relay, isHalf: true },
    { kind: "number", name: "additionalInfo.rel", label: "Relay number", isHalf: true },
    { kind: "text", name: "additionalInfo.ser", label: "Serial name", help: `${serialHelp}; any other name is unit 1` },
  ],
  texts: {
    empty: "No boom barriers yet",
    purpose: "A boom barrier is opened by a relay. Assign it to a gate.",
  },
  title: ({ uid, name }) => `#${uid} ${name}`,
  details: ({ additionalInfo: { ip, port, rel } }) => `${ip ?? "no address"}:${port} · relay ${rel}`,
};
