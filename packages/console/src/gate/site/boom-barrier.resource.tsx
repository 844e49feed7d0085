import type { BoomBarrier, boomBarrierDraft } from "@gatehouse/contract/entities/boom-barrier";
import { serialHelp } from "@gatehouse/contract/fields/modbus-unit";
import { hardwareDrivers, hasUnits } from "@gatehouse/contract/hardware-drivers";
import type { Field, FieldName } from "../../forms/field.ts";
import type { Resource } from "../../forms/resource.ts";
import { BarrierState } from "../hardware-state.tsx";

type BarrierField = Field<FieldName<typeof boomBarrierDraft>>;

const hasContact: BarrierField["showIf"] = (values) =>
  values["additionalInfo.openInput"] !== "" || values["additionalInfo.closedInput"] !== "";

/** Only where the contacts are not on the board of the relay. */
const contactBoard: readonly BarrierField[] = [
  {
    kind: "text",
    name: "additionalInfo.inputIp",
    label: "Contact board IP address",
    help: "Empty: the board of the relay",
    isDeviceAddress: true,
    isHalf: true,
    showIf: hasContact,
  },
  { kind: "number", name: "additionalInfo.inputPort", label: "Contact board port", isHalf: true, showIf: hasContact },
  {
    kind: "text",
    name: "additionalInfo.inputDrv",
    label: "Contact board driver",
    suggestions: hardwareDrivers.loop,
    showIf: hasContact,
  },
];

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
  draft: () => import("@gatehouse/contract/entities/boom-barrier").then((file) => file.boomBarrierDraft),
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
    {
      kind: "text",
      name: "additionalInfo.ip",
      label: "IP address",
      placeholder: "10.0.0.5",
      isDeviceAddress: true,
      isHalf: true,
    },
    { kind: "number", name: "additionalInfo.port", label: "Port", isHalf: true },
    { kind: "text", name: "additionalInfo.drv", label: "Driver", suggestions: hardwareDrivers.relay, isHalf: true },
    { kind: "number", name: "additionalInfo.rel", label: "Relay number", isHalf: true },
    {
      kind: "text",
      name: "additionalInfo.ser",
      label: "Serial name",
      help: `${serialHelp}; any other name is unit 1`,
      showIf: (values) => hasUnits(values["additionalInfo.drv"]),
    },
    {
      kind: "number",
      name: "additionalInfo.openInput",
      label: "Open contact",
      help: "Input that is set while the arm is up; optional",
      isHalf: true,
    },
    {
      kind: "number",
      name: "additionalInfo.closedInput",
      label: "Closed contact",
      help: "Input that is set while the arm is down; optional",
      isHalf: true,
    },
    ...contactBoard,
  ],
  texts: {
    empty: "No boom barriers yet",
    purpose: "A boom barrier is opened by a relay. Assign it to a gate.",
  },
  title: ({ uid, name }) => `#${uid} ${name}`,
  details: ({ additionalInfo: { ip, port, rel } }) => `${ip ?? "no address"}:${port} · relay ${rel}`,
  state: ({ id, additionalInfo: { ip, port } }) => <BarrierState id={id} ip={ip} port={port} />,
};
