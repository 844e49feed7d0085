import { type DisplayScope, isGateDisplay } from "@gatehouse/contract/entities/display/display";
import type { Gate, gateDraft } from "@gatehouse/contract/entities/gate";
import type { Sensor } from "@gatehouse/contract/entities/sensor";
import { gateTypeTitles } from "@gatehouse/contract/fields/gate-types";
import type { DisplayType } from "@gatehouse/contract/modules/module";
import { useQuery } from "@tanstack/react-query";
import { gateTypeChoices } from "../../access/gate-type-choices.ts";
import { callQuery } from "../../api/call-query.ts";
import { type FieldName, type Values, valueAt } from "../../forms/field.ts";
import type { Resource } from "../../forms/resource.ts";
import type { StateText } from "../hardware-state.tsx";
import { GateWiring, type StatesOf } from "./gate-wiring.tsx";
import { OpenButton } from "./open-button.tsx";
import { type Part, useWiredHardware } from "./wired-hardware.ts";

const named = ({ name }: Values) => String(name);
const numbered = ({ uid, name }: Values) => `#${uid} ${name}`;

/** The areas that a gate can connect. */
const areas = { topic: "access_areas", key: "GET /access/areas", label: named } as const;

export const gates: Resource<Gate, FieldName<typeof gateDraft>> = {
  topic: "gates",
  name: "gates",
  noun: "gate",
  titles: { add: "Add gate", edit: "Gate" },
  isWide: true,
  list: { key: "GET /gates" },
  create: "POST /gates",
  change: "PUT /gates/{id}",
  touches: ["cameras"],
  remove: "DELETE /gates/{id}",
  draft: () => import("@gatehouse/contract/entities/gate").then((file) => file.gateDraft),
  fixed: { scope: "ac" },
  fields: [
    { kind: "text", name: "name", label: "Name", isHalf: true },
    {
      kind: "option",
      name: "type",
      label: "Type",
      isHalf: true,
      choices: gateTypeChoices,
    },
    {
      kind: "reference",
      name: "sensorId",
      label: "Reader",
      help: "Only readers of the gate's type",
      none: null,
      resetsWith: "type",
      isDisabled: ({ type }) => type === "",
      whileDisabled: "Choose a type first",
      from: {
        topic: "sensors",
        key: "GET /sensors/{module}",
        params: { module: "ac" },
        label: named,
        when: (reader, { type }) => valueAt(reader, "additionalInfo.gtp") === type,
        unsuitable: "This reader is for the other direction. Choose another one",
      },
    },
    {
      kind: "reference",
      name: "cameraId",
      label: "Camera",
      none: null,
      from: {
        topic: "cameras",
        key: "GET /cameras/{module}",
        params: { module: "anpr-ac" },
        label: ({ name, status }) => (status === "new" ? `${name} (unsaved, is saved with the gate)` : String(name)),
        when: ({ status, module }) => status === "saved" || (status === "new" && module === "ANPR_ACCESS_CONTROL"),
      },
    },
    {
      kind: "reference",
      name: "boomBarrierId",
      label: "Boom barrier",
      none: null,
      isHalf: true,
      from: { topic: "boom_barriers", key: "GET /boom-barriers", label: numbered },
    },
    {
      kind: "reference",
      name: "buzzerId",
      label: "Buzzer",
      none: null,
      isHalf: true,
      from: { topic: "buzzers", key: "GET /buzzers", label: numbered },
    },
    {
      kind: "reference",
      name: "loopId",
      label: "Loop in front of the barrier",
      help: "The gate station opens only while a vehicle is on it",
      none: null,
      from: { topic: "sensors", key: "GET /sensors/{module}", params: { module: "loop" }, label: numbered },
    },
    {
      kind: "reference",
      name: "fromAreaId",
      label: "From area",
      help: "Where vehicles come from",
      placeholder: "Outside",
      none: null,
      isHalf: true,
      from: areas,
    },
    {
      kind: "reference",
      name: "toAreaId",
      label: "To area",
      help: "Where they arrive",
      placeholder: "Outside",
      none: null,
      isHalf: true,
      from: areas,
    },
    {
      kind: "reference",
      name: "displayIds",
      label: "Displays",
      isMultiple: true,
      from: {
        topic: "displays",
        key: "GET /displays/{module}",
        params: { module: "ac" },
        moreParams: [{ module: "rfid-ac" }],
        label: numbered,
        when: ({ scope, type }) => isGateDisplay({ scope: scope as DisplayScope, type: type as DisplayType }),
      },
    },
  ],
  texts: {
    empty: "No gates yet",
    purpose: "A gate connects a reader or camera to a barrier, a buzzer and displays.",
  },
  title: ({ name }) => name,
  details: (gate) => <GateRow gate={gate} />,
  state: (gate) => <OpenButton gate={gate} />,
  closesAfterMs: 1500,
};

/** The wiring of a gate in the list, with the positions of barriers, the faults of devices and events that don't arrive. */
function GateRow({ gate }: { gate: Gate }) {
  const hardwareOf = useWiredHardware();
  const { data: gates } = useQuery(callQuery("gates", "GET /gates"));
  const { data: readers } = useQuery(callQuery("sensors", "GET /sensors/{module}", { params: { module: "ac" } }));
  const statesOf: StatesOf = (part, id) => {
    const [first, ...others] = hardwareOf(part, id);
    const isPosition = part === "boomBarriers";
    return [
      isPosition ? first : undefined,
      ...(isPosition ? others : [first, ...others]).map(onlyErrors),
      otherReceiver(gates, gate, part, id),
      otherDirection(readers, gate, part, id),
    ];
  };
  return <GateWiring gate={gate} statesOf={statesOf} />;
}

const onlyErrors = (state: StateText | undefined) =>
  state?.tone === "bad" || state?.tone === "warn" ? state : undefined;

/** Of gates that share a camera or reader, only the first one gets its events. */
function otherReceiver(gates: readonly Gate[] | undefined, gate: Gate, part: Part, id: number): StateText | undefined {
  if (part !== "cameras" && part !== "sensors") return undefined;
  const receiver = gates?.find((one) => one.id < gate.id && one[part].some((device) => device.id === id));
  return receiver && { text: `Its events go to ${receiver.name}`, tone: "warn" };
}

/** A reader that was chosen before its direction was checked. */
function otherDirection(
  readers: readonly Sensor[] | undefined,
  gate: Gate,
  part: Part,
  id: number,
): StateText | undefined {
  const reader = part === "sensors" ? readers?.find((one) => one.id === id) : undefined;
  if (!reader || reader.additionalInfo.gtp === gate.type) return undefined;
  return { text: `Is for ${gateTypeTitles[reader.additionalInfo.gtp]}`, tone: "warn" };
}
