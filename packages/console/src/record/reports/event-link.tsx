import { codeOf } from "@gatehouse/contract/modules/registry";
import { parseEventReference } from "@gatehouse/contract/reports/event-reference";
import { Link } from "@tanstack/react-router";

/** The page of the events of each module, by its code. */
const eventPages: Readonly<Record<string, string>> = {
  [codeOf("ANPR_ACCESS_CONTROL")]: "/access-control/events",
  [codeOf("RFID_ACCESS_CONTROL")]: "/access-control/rfid-events",
  [codeOf("OSD")]: "/overspeed-detection/events",
  [codeOf("CAMERA_COUNTING")]: "/camera-counting/events",
  [codeOf("EPLD")]: "/epld/events",
  [codeOf("LOOP_DETECTOR")]: "/loop-detector/events",
};

/** Opens an event by its reference. */
export function EventLink({ reference }: { reference: string }) {
  const { module = "", id } = parseEventReference(reference) ?? {};
  const page = eventPages[module];
  if (page === undefined) return reference;
  return <Link to={page} search={{ tab: "all", open: `events.${id}` }}>{`Event ${id}`}</Link>;
}
