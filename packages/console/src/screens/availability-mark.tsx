import { IconCircleCheckFilled, IconCircleXFilled, IconHelpCircleFilled } from "@tabler/icons-react";
import { type Availability, availabilityOf, availabilityWords } from "./count.ts";
import classes from "./screen.module.css";

const icons: Record<Availability, typeof IconCircleXFilled> = {
  free: IconCircleCheckFilled,
  full: IconCircleXFilled,
  unknown: IconHelpCircleFilled,
};

/** Shape and word for free or full. */
export function AvailabilityMark({ value, unit }: { value: number | undefined; unit?: string }) {
  const availability = availabilityOf(value);
  const Icon = icons[availability];
  const word = availabilityWords[availability];
  return (
    <span className={classes.mark} data-availability={availability}>
      <Icon size="1em" aria-hidden />
      <span>{availability === "free" && unit !== undefined ? `${word} ${unit.toUpperCase()}` : word}</span>
    </span>
  );
}
