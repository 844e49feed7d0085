import type { SiteEvent } from "@gatehouse/contract/entities/event";
import { IconAlertTriangle, IconCarFilled, IconSquare, type TablerIcon } from "@tabler/icons-react";
import classes from "./event-row.module.css";

type Slot = Extract<SiteEvent, { module: "EPLD" }>["occupancyInfo"][number];

const looks: Record<Slot["classification"], TablerIcon> = {
  free: IconSquare,
  occupied: IconCarFilled,
  error: IconAlertTriangle,
};
const maxShown = 12;

/** Parking slots with their state, as icon and text. */
export function Occupancy({ slots }: { slots: readonly Slot[] }) {
  const rest = slots.length - maxShown;
  return (
    <ul className={classes.slots}>
      {slots.slice(0, maxShown).map(({ spaceId, classification }) => {
        const Icon = looks[classification];
        return (
          <li key={spaceId} data-state={classification}>
            <Icon size={14} aria-hidden />
            <span className={classes.slot}>{spaceId}</span>
            {` ${classification}`}
          </li>
        );
      })}
      {rest > 0 && <li>{`and ${rest} more`}</li>}
    </ul>
  );
}
