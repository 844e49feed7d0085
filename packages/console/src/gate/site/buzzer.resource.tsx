import type { Buzzer, buzzerDraft } from "@gatehouse/contract/entities/buzzer";
import { serialHelp } from "@gatehouse/contract/fields/modbus-unit";
import { hardwareDrivers, hasUnits } from "@gatehouse/contract/hardware-drivers";
import type { FieldName } from "../../forms/field.ts";
import type { Resource } from "../../forms/resource.ts";
import { BoardState } from "../hardware-state.tsx";

export const buzzers: Resource<Buzzer, FieldName<typeof buzzerDraft>> = {
  topic: "buzzers",
  name: "buzzers",
  noun: "buzzer",
  list: { key: "GET /buzzers" },
  create: "POST /buzzers",
  change: "PATCH /buzzers/{id}",
  remove: "DELETE /buzzers/{id}",
  test: { key: "POST /buzzers/{id}/test", label: "Test sound" },
  draft: () => import("@gatehouse/contract/entities/buzzer").then((file) => file.buzzerDraft),
  fixed: { scope: "ac", additionalInfo: { type: "buzzer" } },
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
      kind: "number",
      name: "additionalInfo.ser",
      label: "Serial number",
      help: serialHelp,
      isHalf: true,
      showIf: (values) => hasUnits(values["additionalInfo.drv"]),
    },
    { kind: "number", name: "additionalInfo.tmr", label: "Timer", unit: "s", isHalf: true },
    {
      kind: "option",
      name: "additionalInfo.ind",
      label: "Default status",
      help: "State of the relay while the buzzer is silent",
      initial: "0",
      sendsNumber: true,
      choices: [
        { value: "0", label: "Inactive" },
        { value: "1", label: "Active" },
      ],
    },
  ],
  texts: { empty: "No buzzers yet", purpose: "A buzzer sounds when a gate grants access." },
  title: ({ uid, name }) => `#${uid} ${name}`,
  details: ({ additionalInfo: { ip, port, rel } }) => `${ip ?? "no address"}:${port} · relay ${rel}`,
  state: ({ additionalInfo: { ip, port } }) => <BoardState ip={ip} port={port} />,
};
