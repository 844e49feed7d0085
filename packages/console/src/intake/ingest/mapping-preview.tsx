import type { MappingPreview as Preview } from "@gatehouse/contract/entities/payload-mapping";
import { formatCount } from "@gatehouse/contract/fields/number";
import { Direction } from "../../access/direction.tsx";
import { useSite } from "../../api/site.ts";
import { DateTime } from "../../ui/date-time.tsx";
import { PlateFace } from "../../ui/plate.tsx";
import classes from "./payload-mapping.module.css";

/** The events that the draft reads from the last payload. */
export function MappingPreview({ preview }: { preview: Preview | undefined }) {
  const { timeZone } = useSite();
  if (preview === undefined) return null;
  return (
    <section className={classes.preview} aria-label="Preview" aria-live="polite">
      <h4>Preview</h4>
      <p className={classes.detail}>{preview.detail}</p>
      {preview.warnings.map((warning) => (
        <p key={warning} className={classes.warning}>
          {warning}
        </p>
      ))}
      {preview.events.map((event, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the events of a payload are known by their place.
        <p key={index} className={classes.event}>
          <PlateFace text={event.text} isTag={event.kind === "tag"} />
          {event.at === null ? <span>Time of receipt</span> : <DateTime at={event.at} timeZone={timeZone} />}
          {event.direction !== null && <Direction type={event.direction} />}
          {event.source !== null && <span>{`Camera ${event.source}`}</span>}
          {event.confidence !== null && <span>{`${Math.round(event.confidence * 100)} % sure`}</span>}
          {event.speed !== null && <span>{`${event.speed.toFixed(1)} km/h`}</span>}
          {event.pictures > 0 && <span>{formatCount(event.pictures, "picture")}</span>}
        </p>
      ))}
    </section>
  );
}
