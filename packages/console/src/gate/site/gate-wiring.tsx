import { displayTypeTitles } from "@gatehouse/contract/entities/display/display";
import type { Gate } from "@gatehouse/contract/entities/gate";
import {
  IconBarrierBlock,
  IconBell,
  IconCamera,
  IconNfc,
  IconTopologyRing,
  type TablerIcon,
} from "@tabler/icons-react";
import { displayIcon } from "../displays/display-icons.ts";
import { GateDirection } from "../gate-direction.tsx";
import { StateBadge, type StateText } from "../hardware-state.tsx";
import classes from "./gate-wiring.module.css";
import { type Part, useGateDisplays } from "./wired-hardware.ts";

/** Finds the states of a device. */
export type StatesOf = (part: Part, id: number) => readonly (StateText | undefined)[];

const looks: Record<Exclude<Part, "displays">, { noun: string; icon: TablerIcon }> = {
  sensors: { noun: "Reader", icon: IconNfc },
  cameras: { noun: "Camera", icon: IconCamera },
  loops: { noun: "Loop detector", icon: IconTopologyRing },
  boomBarriers: { noun: "Boom barrier", icon: IconBarrierBlock },
  buzzers: { noun: "Buzzer", icon: IconBell },
};
const sensing = ["sensors", "cameras", "loops"] as const;
const acting = ["boomBarriers", "buzzers", "displays"] as const;

/** The devices of a gate: sensing ones, the gate, acting ones. */
export function GateWiring({ gate, statesOf, isStacked }: { gate: Gate; statesOf: StatesOf; isStacked?: boolean }) {
  return (
    <span className={classes.wiring} data-states={isStacked}>
      <Side gate={gate} parts={sensing} statesOf={statesOf} without="No reader or camera" />
      <span className={classes.gate}>
        <GateDirection gate={gate} />
      </span>
      <Side gate={gate} parts={acting} statesOf={statesOf} without="No barrier, buzzer or display" />
    </span>
  );
}

interface SideProps {
  gate: Gate;
  parts: readonly Part[];
  statesOf: StatesOf;
  without: string;
}

function Side({ gate, parts, statesOf, without }: SideProps) {
  const displays = useGateDisplays();
  const lookOf = (part: Part, id: number) => {
    if (part !== "displays") return looks[part];
    const type = displays.find((display) => display.id === id)?.type;
    return { noun: type ? displayTypeTitles[type] : "Display", icon: displayIcon(type ?? "grid") };
  };
  const wired = parts.flatMap((part) => gate[part].map((device) => ({ ...lookOf(part, device.id), ...device, part })));
  return (
    <span className={classes.side}>
      {wired.length === 0 && <span className={classes.none}>{without}</span>}
      {wired.map(({ part, id, name, noun, icon: Icon }) => (
        <span key={`${part} ${id}`} className={classes.device} title={noun}>
          <span className={classes.name}>
            <Icon size={14} role="img" aria-label={noun} />
            {name}
          </span>
          {statesOf(part, id).map((state) => state && <StateBadge key={state.text} state={state} />)}
        </span>
      ))}
    </span>
  );
}
