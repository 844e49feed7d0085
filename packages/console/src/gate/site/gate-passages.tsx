import { withTimes } from "@gatehouse/contract/fields/time";
import { codeOf } from "@gatehouse/contract/modules/registry";
import { Link } from "@tanstack/react-router";
import { Direction } from "../../access/direction.tsx";
import { AccessOutcome } from "../../access/outcome.tsx";
import type { CallResponse } from "../../api/call.ts";
import { RelativeTime } from "../../ui/date-time.tsx";
import { formatDateTime } from "../../ui/format-time.ts";
import { PlateFace } from "../../ui/plate.tsx";
import { letInText } from "../let-in.ts";
import classes from "./gate-details.module.css";

/** Recent activity of a gate. */
export type GateActivity = CallResponse<"GET /gates/{id}/activity">;

const pages = { "anpr-ac": "/access-control/events", "rfid-ac": "/access-control/rfid-events" } as const;

/** The last vehicles at a gate, with the decisions. */
export function GatePassages({ passages, timeZone }: { passages: GateActivity["passages"]; timeZone: string }) {
  if (passages.length === 0) return <p className={classes.none}>No vehicles yet.</p>;
  return (
    <ul className={classes.passages} aria-label="Passages">
      {passages.map((event) => {
        const isTag = event.module === "RFID_ACCESS_CONTROL";
        const page = pages[codeOf(event.module) as keyof typeof pages];
        const tab = event.status === "RECEIVED" ? { tab: "received" } : {};
        return (
          <li key={event.id}>
            <p className={classes.line}>
              <PlateFace text={isTag ? event.tag : event.lp} isTag={isTag} />
              {event.direction !== null && <Direction type={event.direction} />}
              <AccessOutcome
                isGranted={isTag ? event.status === "PROCESSED" : event.isGranted}
                barrierFailure={event.barrierFailure}
              />
            </p>
            <p className={classes.reason}>
              {[letInText(event.letIn), withTimes(event.reason, (at) => formatDateTime(at, timeZone))]
                .filter(Boolean)
                .join(" · ")}
              {" · "}
              <RelativeTime at={event.dateTime} timeZone={timeZone} />
              {" · "}
              <Link to={page} search={{ ...tab, open: `events.${event.id}` }}>
                Why?
              </Link>
            </p>
          </li>
        );
      })}
    </ul>
  );
}
