import type { Gate } from "@gatehouse/contract/entities/gate";
import type { Sensor } from "@gatehouse/contract/entities/sensor";
import { gateTypeTitles } from "@gatehouse/contract/fields/gate-types";
import { useQuery } from "@tanstack/react-query";
import { callQuery } from "../../api/call-query.ts";
import type { StateText } from "../hardware-state.tsx";
import { GateWiring, type StatesOf } from "./gate-wiring.tsx";
import { type Part, useWiredHardware } from "./wired-hardware.ts";

/** The wiring of a gate in the list, with the positions of barriers, the faults of devices and events that don't arrive. */
export function GateRow({ gate }: { gate: Gate }) {
  const hardwareOf = useWiredHardware();
  const { data: gates } = useQuery(callQuery("gates", "GET /gates"));
  const { data: readers } = useQuery(callQuery("sensors", "GET /sensors/{module}", { params: { module: "ac" } }));
  const statesOf: StatesOf = (part, id) => {
    const [first, ...others] = hardwareOf(part, id);
    const isPosition = part === "boomBarriers";
    return [
      isPosition ? first : undefined,
      ...(isPosition ? others : [first, ...others]).map(onlyFaults),
      otherReceiver(gates, gate, part, id),
      otherDirection(readers, gate, part, id),
    ];
  };
  return <GateWiring gate={gate} statesOf={statesOf} />;
}

const onlyFaults = (state: StateText | undefined) =>
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
