import type { SiteEvent } from "@gatehouse/contract/entities/event";
import type { EventModule } from "@gatehouse/contract/events/event-module";
import { seenVehicleTypeTitle } from "@gatehouse/contract/fields/vehicle-type";
import { IconAlertTriangle, IconCarFilled, IconSquare, type TablerIcon } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Direction } from "../../access/direction.tsx";
import { Plate } from "../../ui/plate.tsx";
import { DecisionCell } from "./decision-cell.tsx";
import { eventDirection, eventPlaces } from "./event-filters.ts";
import classes from "./event-row.module.css";
import { Thumbnails } from "./thumbnails.tsx";

type Slot = Extract<SiteEvent, { module: "EPLD" }>["occupancyInfo"][number];

const looks: Record<Slot["classification"], TablerIcon> = {
  free: IconSquare,
  occupied: IconCarFilled,
  error: IconAlertTriangle,
};
const maxShown = 12;

/** Parking slots with their state, as icon and text. */
function Occupancy({ slots }: { slots: readonly Slot[] }) {
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

type EventByModule = { [Module in EventModule]: Extract<SiteEvent, { module: Module }> };
type EventOf<Module extends EventModule> = EventByModule[Module];

/** What the cells of a list share. */
export interface CellContext {
  readonly timeZone: string;
  readonly onPictures: (event: SiteEvent) => void;
}

/** A column of the event table. */
interface Cell<Event> {
  readonly title: string;
  readonly width?: string;
  readonly smallWidth?: string;
  readonly minWidth?: number;
  readonly isNumber?: boolean;
  /** Title of the card that a row becomes on a phone. */
  readonly isHead?: boolean;
  readonly draw: (event: Event, context: CellContext) => ReactNode;
  /** Value of a column that a small screen hides. */
  readonly smallBelow?: (event: Event) => string | null;
}

/** Columns and filters of a module's events. */
interface Kind<Event> {
  readonly purpose: string;
  /** Label of the search box; undefined if events have no plate or tag. */
  readonly search?: string;
  readonly hasDirection: boolean;
  readonly isDecided: boolean;
  readonly columns: readonly Cell<Event>[];
}

const vehicle = <Event extends { vehicleType: string | null }>(width: string, smallWidth = width): Cell<Event> => ({
  title: "Vehicle",
  width,
  smallWidth,
  draw: ({ vehicleType }) => (vehicleType === null ? null : seenVehicleTypeTitle(vehicleType)),
});
const source = (title: string, width?: string): Cell<SiteEvent> => ({
  title,
  ...(width !== undefined && { width }),
  draw: (event) => {
    const [name, gate] = eventPlaces(event);
    return (
      <span className={classes.source}>
        <span className={classes.text} title={name}>
          {name}
        </span>
        {gate !== undefined && <span className={classes.why}>{gate}</span>}
      </span>
    );
  },
});
const direction: Cell<SiteEvent> = {
  title: "Direction",
  width: "92px",
  smallWidth: "76px",
  draw: (event) => {
    const type = eventDirection(event);
    return type === null ? null : <Direction type={type} />;
  },
};
/** A small screen has no room for the column of the vehicle beside the outcome. */
const directionAndVehicle: Cell<EventOf<"ANPR_ACCESS_CONTROL" | "RFID_ACCESS_CONTROL">> = {
  ...direction,
  smallBelow: ({ vehicleType }) => (vehicleType === null ? null : seenVehicleTypeTitle(vehicleType)),
};
const images: Cell<EventOf<"ANPR_ACCESS_CONTROL" | "OSD">> = {
  title: "Images",
  width: "170px",
  smallWidth: "98px",
  draw: (event, { onPictures }) => <Thumbnails event={event} onOpen={onPictures} />,
};
const plate: Cell<EventOf<"ANPR_ACCESS_CONTROL" | "OSD">> = {
  title: "Plate",
  width: "142px",
  smallWidth: "136px",
  isHead: true,
  draw: ({ lp, lpRaw }) => <Plate text={lp === "" ? lpRaw : lp} />,
};
const kmph = (speed: number, digits: number) => `${speed.toFixed(digits)} kmph`;

/** Presentation of each module's events. */
export const eventKinds: { readonly [Module in EventModule]: Kind<EventByModule[Module]> } = {
  ANPR_ACCESS_CONTROL: {
    purpose: "Plate reads and access decisions",
    search: "Search plate",
    hasDirection: true,
    isDecided: true,
    columns: [
      plate,
      images,
      source("Source", "12%"),
      vehicle("112px"),
      directionAndVehicle,
      {
        title: "Outcome",
        minWidth: 120,
        draw: (event, { timeZone }) => <DecisionCell event={event} timeZone={timeZone} />,
      },
    ],
  },
  RFID_ACCESS_CONTROL: {
    purpose: "Tag reads and access decisions",
    search: "Search tag",
    hasDirection: true,
    isDecided: true,
    columns: [
      { title: "Tag", width: "238px", isHead: true, draw: ({ tag }) => <Plate text={tag} isTag /> },
      source("Reader", "12%"),
      vehicle("112px"),
      directionAndVehicle,
      {
        title: "Outcome",
        minWidth: 120,
        draw: (event, { timeZone }) => <DecisionCell event={event} timeZone={timeZone} />,
      },
    ],
  },
  CAMERA_COUNTING: {
    purpose: "Counted vehicles and their direction",
    hasDirection: true,
    isDecided: false,
    columns: [source("Source"), vehicle("20%"), { ...direction, width: "16%", smallWidth: "16%" }, counted()],
  },
  EPLD: {
    purpose: "Parking slot changes",
    hasDirection: false,
    isDecided: false,
    columns: [
      source("Source", "24%"),
      { title: "Slots", draw: ({ occupancyInfo }) => <Occupancy slots={occupancyInfo} /> },
    ],
  },
  LOOP_DETECTOR: {
    purpose: "Loop detector pulses",
    hasDirection: true,
    isDecided: false,
    columns: [source("Detector"), { ...direction, width: "30%", smallWidth: "30%" }],
  },
  OSD: {
    purpose: "Vehicle speeds; those above the limit are under PROCESSED",
    search: "Search plate",
    hasDirection: false,
    isDecided: false,
    columns: [
      plate,
      images,
      source("Source"),
      vehicle("130px", "72px"),
      { title: "Speed", width: "120px", smallWidth: "88px", isNumber: true, draw: (event) => <Speed event={event} /> },
      {
        title: "Limit",
        width: "100px",
        smallWidth: "76px",
        isNumber: true,
        draw: ({ speedLimit }) => (speedLimit === null ? null : kmph(speedLimit, 0)),
      },
    ],
  },
};

/** The columns of a module's events. Generic, so that TypeScript knows that they match an event of that module. */
export const eventColumns = <Module extends EventModule>(module: Module): readonly Cell<EventByModule[Module]>[] =>
  eventKinds[module].columns;

function counted(): Cell<EventOf<"CAMERA_COUNTING">> {
  return { title: "Vehicles", width: "12%", isNumber: true, draw: ({ count }) => count };
}

/** Two decimals; speeding is marked by weight and tooltip, not by colour alone. */
function Speed({ event: { speed, status } }: { event: EventOf<"OSD"> }) {
  const text = kmph(speed, 2);
  return status === "PROCESSED" ? (
    <strong className={classes.over} title="Above the limit">
      {text}
    </strong>
  ) : (
    text
  );
}
