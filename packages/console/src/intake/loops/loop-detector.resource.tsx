import type { loopDetectorDraft, Sensor } from "@gatehouse/contract/entities/sensor";
import { hardwareDrivers } from "@gatehouse/contract/hardware-drivers";
import { Direction } from "../../access/direction.tsx";
import { gateTypeChoices } from "../../access/gate-type-choices.ts";
import type { FieldName } from "../../forms/field.ts";
import type { Resource } from "../../forms/resource.ts";
import { DeviceState } from "../../gate/hardware-state.tsx";

export const loopDetectors: Resource<Sensor, FieldName<typeof loopDetectorDraft>> = {
  topic: "sensors",
  name: "loops",
  noun: "loop detector",
  list: { key: "GET /sensors/{module}", params: { module: "loop" } },
  create: "POST /sensors",
  change: "PUT /sensors/{id}",
  remove: "DELETE /sensors/{id}",
  draft: () => import("@gatehouse/contract/entities/sensor").then((file) => file.loopDetectorDraft),
  fixed: { scope: "loop" },
  fields: [
    { kind: "text", name: "uid", label: "UID", isHalf: true },
    { kind: "text", name: "name", label: "Name", isHalf: true },
    { kind: "text", name: "additionalInfo.ip", label: "IP address", placeholder: "10.0.0.6", isHalf: true },
    { kind: "number", name: "additionalInfo.port", label: "Port", isHalf: true },
    { kind: "number", name: "additionalInfo.channel", label: "Channel", isHalf: true },
    { kind: "text", name: "additionalInfo.drv", label: "Driver", suggestions: hardwareDrivers.loop, isHalf: true },
    { kind: "option", name: "additionalInfo.gtp", label: "Gate type", choices: gateTypeChoices },
  ],
  texts: { empty: "No loop detectors yet", purpose: "A loop in the road detects passing vehicles." },
  title: ({ uid, name }) => `#${uid} ${name}`,
  details: ({ additionalInfo: { ip, port, channel, gtp } }) => (
    <>
      <Direction type={gtp} />
      {` · ${ip}:${port} · channel ${channel}`}
    </>
  ),
  state: ({ id }) => <DeviceState kind="loop" id={id} />,
  closesAfterMs: 1500,
};
