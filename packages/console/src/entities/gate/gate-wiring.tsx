import type { Gate } from "@gatehouse/contract/entities/gate/gate.schema";
import { IconBarrierBlock, IconBell, IconCamera, IconNfc, IconTextCaption, type TablerIcon } from "@tabler/icons-react";
import { Direction } from "../../ui/direction.tsx";
import classes from "./gate-wiring.module.css";

type Part = "sensors" | "cameras" | "boomBarriers" | "buzzers" | "displays";

const looks: Record<Part, { noun: string; icon: TablerIcon }> = {
  sensors: { noun: "Reader", icon: IconNfc },
  cameras: { noun: "Camera", icon: IconCamera },
  boomBarriers: { noun: "Boom barrier", icon: IconBarrierBlock },
  buzzers: { noun: "Buzzer", icon: IconBell },
  displays: { noun: "Display", icon: IconTextCaption },
};
const sensing = ["sensors", "cameras"] as const;
const acting = ["boomBarriers", "buzzers", "displays"] as const;

/** What is wired to a gate: from what recognises a vehicle, through the gate, to what answers it. */
export function GateWiring({ gate }: { gate: Gate }) {
  return (
    <span className={classes.wiring}>
      <Side gate={gate} parts={sensing} without="No reader or camera" />
      <span className={classes.gate}>
        <Direction type={gate.type} />
      </span>
      <Side gate={gate} parts={acting} without="Nothing to open" />
    </span>
  );
}

function Side({ gate, parts, without }: { gate: Gate; parts: readonly Part[]; without: string }) {
  const wired = parts.flatMap((part) => gate[part].map((device) => ({ ...looks[part], ...device, part })));
  return (
    <span className={classes.side}>
      {wired.length === 0 && <span className={classes.none}>{without}</span>}
      {wired.map(({ part, id, name, noun, icon: Icon }) => (
        <span key={`${part} ${id}`} className={classes.device} title={noun}>
          <Icon size={14} role="img" aria-label={noun} />
          {name}
        </span>
      ))}
    </span>
  );
}
