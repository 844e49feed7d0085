import type { IngestSettings } from "@gatehouse/contract/entities/ingest";
import { type PlateMessagePart, plateMessageParts, type UnderstoodPlate } from "@gatehouse/contract/events/understood";
import { Loader } from "@mantine/core";
import { IconCircleCheck, IconCircleX, IconClock } from "@tabler/icons-react";
import { useSite } from "../../api/site.ts";
import { RelativeTime } from "../../ui/date-time.tsx";
import { formatBytes } from "../../ui/format-number.ts";
import classes from "./push-card.module.css";

/** The last message of a device, and how it was parsed: shows an installer whether pushing works. */
export function LastPayload({ last, isExpected }: { last: IngestSettings["last"]; isExpected: boolean }) {
  const { timeZone } = useSite();
  if (last === null) {
    return (
      <p className={classes.last} role={isExpected ? "status" : undefined}>
        {isExpected ? <Loader size={16} aria-hidden /> : <IconClock size={16} aria-hidden />}
        <span>
          {isExpected
            ? "Waiting for the first event from this camera. It appears here as soon as it arrives."
            : "Nothing received yet. The first message will appear here."}
        </span>
      </p>
    );
  }
  const { at, isUnderstood, format, detail, contentType, bytes, excerpt, understood } = last;
  return (
    <div className={classes.received}>
      <p className={classes.last} role="status" data-understood={isUnderstood}>
        {isUnderstood ? <IconCircleCheck size={16} aria-hidden /> : <IconCircleX size={16} aria-hidden />}
        <span>
          <strong>{isUnderstood ? `Understood as ${format}` : "Not understood"}</strong>
          {`: ${detail}`}
        </span>
      </p>
      <p className={classes.help}>
        <RelativeTime at={at} timeZone={timeZone} />
        {["", contentType.split(";", 1)[0] || "No content type", formatBytes(bytes)].join(" · ")}
      </p>
      {understood !== null && <UnderstoodParts understood={understood} />}
      {excerpt !== "" && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard too.
        <pre className={classes.excerpt} tabIndex={0}>
          {excerpt}
        </pre>
      )}
    </div>
  );
}

const partLabels: Record<PlateMessagePart, string> = {
  plate: "Plate",
  time: "Time",
  direction: "Direction",
  confidence: "Confidence",
  camera: "Camera",
  id: "Event id",
  vehicleType: "Vehicle type",
  speed: "Speed",
  pictures: "Pictures",
};

/** FEED-4: what was read from the message, and what was not. */
function UnderstoodParts({ understood }: { understood: UnderstoodPlate }) {
  return (
    <dl className={classes.parts}>
      {plateMessageParts.map((part) => (
        <div key={part} data-missing={understood[part] === null || undefined}>
          <dt>{partLabels[part]}</dt>
          <dd>{understood[part] ?? "not sent"}</dd>
        </div>
      ))}
    </dl>
  );
}
