import type { ArrowDirection } from "@gatehouse/contract/entities/display/display";
import { availabilityOf, availabilityWords, formatCount } from "./count.ts";
import classes from "./screen.module.css";
import type { TemplateValues } from "./template-values.ts";

/** The background follows the state. */
export const arrowTone = (values: TemplateValues) => availabilityOf(values.get("free")?.value);

const turns: Record<ArrowDirection, number> = { ahead: 0, right: 90, left: -90 };

/** FREE with an arrow to the spaces, or FULL with a cross. */
export function ArrowLayout({ direction, values }: { direction: ArrowDirection; values: TemplateValues }) {
  const free = values.get("free")?.value;
  const availability = availabilityOf(free);
  return (
    <div className={classes.arrow} data-direction={direction}>
      <svg className={classes.shape} viewBox="0 0 100 100" role="img" aria-label={shapeText(availability, direction)}>
        {availability === "free" && (
          <path d="M50 5 93 50 67 50 67 95 33 95 33 50 7 50Z" transform={`rotate(${turns[direction]} 50 50)`} />
        )}
        {availability === "full" && <path d="M22 6 50 34 78 6 94 22 66 50 94 78 78 94 50 66 22 94 6 78 34 50 6 22Z" />}
        {availability === "unknown" && <path d="M10 42H90V58H10Z" />}
      </svg>
      <dl className={classes.arrowTexts}>
        <dt className={classes.word}>{availabilityWords[availability]}</dt>
        <dd className={classes.arrowCount}>{availability === "free" && `${formatCount(free)} spaces`}</dd>
      </dl>
    </div>
  );
}

function shapeText(availability: ReturnType<typeof availabilityOf>, direction: ArrowDirection): string {
  if (availability === "unknown") return "No data";
  if (availability === "full") return "Cross";
  return direction === "ahead" ? "Arrow ahead" : `Arrow to the ${direction}`;
}
