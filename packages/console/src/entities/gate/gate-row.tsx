import type { Gate } from "@gatehouse/contract/entities/gate/gate.schema";
import { GateWiring, type StatesOf } from "./gate-wiring.tsx";
import { useWiredHardware } from "./wired-hardware.ts";

/** The wiring of a gate in the list, with the positions of barriers and the faults of devices. */
export function GateRow({ gate }: { gate: Gate }) {
  const hardwareOf = useWiredHardware();
  const statesOf: StatesOf = (part, id) => {
    const [first, ...others] = hardwareOf(part, id);
    const isPosition = part === "boomBarriers";
    return [isPosition ? first : undefined, ...(isPosition ? others : [first, ...others]).map(onlyFaults)];
  };
  return <GateWiring gate={gate} statesOf={statesOf} />;
}

type State = ReturnType<StatesOf>[number];

const onlyFaults = (state: State): State => (state?.tone === "bad" || state?.tone === "warn" ? state : undefined);
