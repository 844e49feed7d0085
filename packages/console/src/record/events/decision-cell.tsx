import type { SiteEvent } from "@gatehouse/contract/entities/event";
import { withTimes } from "@gatehouse/contract/fields/time";
import { AccessOutcome } from "../../access/outcome.tsx";
import { letInText } from "../../gate/let-in.ts";
import { formatDateTime } from "../../ui/format-time.ts";
import classes from "./event-row.module.css";

type Decided = Extract<SiteEvent, { module: "ANPR_ACCESS_CONTROL" | "RFID_ACCESS_CONTROL" }>;

/** An RFID event is granted if it is processed, otherwise denied. */
const isGrantedOf = (event: Decided): boolean | null =>
  event.module === "RFID_ACCESS_CONTROL" ? event.status === "PROCESSED" : event.isGranted;

/** The decision and its reason. */
export function DecisionCell({ event, timeZone }: { event: Decided; timeZone: string }) {
  const reason = withTimes(event.reason, (at) => formatDateTime(at, timeZone));
  return (
    <span className={classes.reason}>
      <AccessOutcome isGranted={isGrantedOf(event)} barrierFailure={event.barrierFailure} />
      <span className={classes.why} title={reason}>
        {[letInText(event.letIn), reason, event.sightings > 1 && `seen ${event.sightings} times`]
          .filter(Boolean)
          .join(" · ")}
      </span>
      {event.shadow?.map((text) => (
        <span key={text} className={classes.shadow}>
          {text}
        </span>
      ))}
    </span>
  );
}
