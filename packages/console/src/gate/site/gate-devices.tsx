import type { Gate } from "@gatehouse/contract/entities/gate";
import { useQuery } from "@tanstack/react-query";
import { callQuery } from "../../api/call-query.ts";
import { StateBadge, type StateText } from "../hardware-state.tsx";
import classes from "./gate-cards.module.css";
import { type Part, useWiredHardware } from "./wired-hardware.ts";

const module = "anpr-ac";

/** The AI devices of the gates' cameras. */
const gateAiDevicesQuery = callQuery("ai_devices", "GET /ai-devices/{module}", { params: { module } });

/** The parts of a gate that a card shows, with the name of one that is called like its gate. */
const parts = {
  boomBarriers: "Barrier",
  sensors: "Reader",
  cameras: "Camera",
  displays: "Display",
} as const satisfies Partial<Record<Part, string>>;
type ShownPart = keyof typeof parts;
const shownParts = Object.keys(parts) as readonly ShownPart[];

/** The state of the barrier, the reader, the camera, the displays and their boards. Only faults are spelled out. */
export function GateDevices({ gate }: { gate: Gate }) {
  const hardwareOf = useWiredHardware();
  const cameras = useQuery(callQuery("cameras", "GET /cameras/{module}", { params: { module } }));
  const devices = useQuery(gateAiDevicesQuery);
  const cameraState = (id: number): StateText | undefined => {
    const camera = cameras.data?.find((one) => one.id === id);
    const device = devices.data?.find((one) => one.id === camera?.aiDeviceId);
    if (!device || device.healthSince === null) return undefined;
    return device.isHealthy && camera?.isHealthy !== false
      ? { text: "Healthy", tone: "ok" }
      : { text: "Not responding", tone: "bad" };
  };
  const rows = shownParts.flatMap((part) =>
    gate[part].map(({ id, name }) => ({
      key: `${part} ${id}`,
      part,
      name,
      states: (part === "cameras" ? [cameraState(id)] : hardwareOf(part, id)).filter((state) => state !== undefined),
    })),
  );
  if (rows.length === 0) return null;
  return (
    <ul className={classes.devices} aria-label={`Hardware of ${gate.name}`}>
      {rows.map(({ key, part, name, states }) => (
        <li key={key} title={name}>
          <DeviceState label={toLabel(name, gate.name, part)} states={states} />
        </li>
      ))}
    </ul>
  );
}

/** "Main entry barrier" of the gate "Main entry" is its "Barrier". */
function toLabel(name: string, gateName: string, part: ShownPart): string {
  if (!name.startsWith(gateName)) return name;
  const rest = name.slice(gateName.length).trim();
  return rest === "" ? parts[part] : `${rest.charAt(0).toUpperCase()}${rest.slice(1)}`;
}

/** The worst fault comes first and gives the colour. */
const severities = ["bad", "warn", undefined] as const satisfies readonly StateText["tone"][];

function DeviceState({ label, states }: { label: string; states: readonly StateText[] }) {
  if (states.length === 0) return <StateBadge state={{ text: `${label} not checked` }} />;
  const errors = severities.flatMap((severity) => states.filter(({ tone }) => tone === severity));
  const [error] = errors;
  if (error) {
    const text = `${label}: ${errors.map((state) => state.text).join(", ")}`;
    return <StateBadge state={{ ...error, text }} />;
  }
  // The position of a barrier comes first, and then its board.
  const [position, board] = states;
  return (
    <>
      <StateBadge state={{ text: board && position ? `${label} ${position.text.toLowerCase()}` : label, tone: "ok" }} />
      <span className="visually-hidden">{(board ?? position)?.text}</span>
    </>
  );
}
