import type { IngestSettings } from "@gatehouse/contract/entities/ingest/ingest.endpoints";
import { IconCircleCheck, IconCircleX, IconClock } from "@tabler/icons-react";
import { useSite } from "../../api/site.ts";
import { RelativeTime } from "../../ui/date-time.tsx";
import { formatBytes } from "../../ui/format-number.ts";
import classes from "./push-card.module.css";

/** The last message of a device, and how it was parsed: shows an installer whether pushing works. */
export function LastPayload({ last }: { last: IngestSettings["last"] }) {
  const { timeZone } = useSite();
  if (last === null) {
    return (
      <p className={classes.last}>
        <IconClock size={16} aria-hidden />
        <span>Nothing received yet. The first message will appear here.</span>
      </p>
    );
  }
  const { at, isUnderstood, format, detail, contentType, bytes, excerpt } = last;
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
      {excerpt !== "" && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard too.
        <pre className={classes.excerpt} tabIndex={0}>
          {excerpt}
        </pre>
      )}
    </div>
  );
}
