import type { Gate } from "@gatehouse/contract/entities/gate";
import type { CommandState } from "@gatehouse/contract/events/command";
import { useQuery } from "@tanstack/react-query";
import { commandTone } from "../../access/outcome.tsx";
import { callQuery } from "../../api/call-query.ts";
import { useSite } from "../../api/site.ts";
import { formatSince } from "../../ui/format-time.ts";
import type { StateText } from "../hardware-state.tsx";
import type { GateActivity } from "./gate-passages.tsx";
import { GateWiring, type StatesOf } from "./gate-wiring.tsx";
import { type Part, useWiredHardware } from "./wired-hardware.ts";

/** Target kinds of commands. */
const targets: Partial<Record<Part, string>> = { boomBarriers: "boomBarrier", buzzers: "buzzer", displays: "display" };

const commandTexts: Record<CommandState, string> = {
  queued: "Command waiting",
  sent: "Command sent",
  accepted: "Accepted",
  rejected: "Rejected",
  unreachable: "Unreachable",
  expired: "Command expired",
  unmoved: "Did not move",
};

/** The devices of a gate, each with its status, health, last read or last command. */
export function GateStates({ gate, activity }: { gate: Gate; activity: GateActivity | undefined }) {
  const { timeZone } = useSite();
  const module = { module: "anpr-ac" };
  const cameras = useQuery(callQuery("cameras", "GET /cameras/{module}", { params: module }));
  const devices = useQuery(callQuery("ai_devices", "GET /ai-devices/{module}", { params: module }));
  const since = (at: string) => formatSince(new Date(at), new Date(), timeZone);

  const hardwareOf = useWiredHardware();

  const lastUseOf = (part: Part, id: number): StateText | undefined => {
    if (part === "cameras") {
      const camera = cameras.data?.find((one) => one.id === id);
      const device = devices.data?.find((one) => one.id === camera?.aiDeviceId);
      if (device === undefined) return undefined;
      // The device responds, but the media server of this camera does not.
      if (device.isHealthy && camera?.isHealthy === false) return { text: "Media server not responding", tone: "bad" };
      if (device.healthSince === null) return { text: "Not checked yet" };
      return device.isHealthy
        ? { text: "Healthy", tone: "ok" }
        : { text: `Unhealthy since ${since(device.healthSince)}`, tone: "bad" };
    }
    if (part === "loops" || activity === undefined) return undefined;
    if (part === "sensors") {
      const last = activity.passages.find((event) => event.module === "RFID_ACCESS_CONTROL" && event.sourceId === id);
      return { text: last === undefined ? "No reads yet" : `Last tag ${since(last.dateTime)}` };
    }
    const last = activity.commands.find(({ target }) => target.kind === targets[part] && target.id === id);
    if (last === undefined) return { text: "Never used" };
    const tone = commandTone(last.state);
    return { text: `${commandTexts[last.state]}, ${since(last.at)}`, ...(tone !== undefined && { tone }) };
  };
  const statesOf: StatesOf = (part, id) => [...hardwareOf(part, id), lastUseOf(part, id)];
  return <GateWiring gate={gate} statesOf={statesOf} isStacked />;
}
