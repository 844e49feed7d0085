import type { StationCard } from "@gatehouse/contract/entities/station";
import { asText } from "@gatehouse/contract/fields/as-text";
import { CommandOutcome } from "../../access/outcome.tsx";
import classes from "./station-card.module.css";

/** What became of the action of a guard: the reply of the barrier, or the denial. */
export function CardResult({ card: { opening, denial } }: { card: StationCard }) {
  return (
    <div role="status" className={classes.result}>
      {opening && (
        <>
          <p className={classes.opening}>
            Open command <CommandOutcome state={opening.state} />
          </p>
          {opening.detail !== "" && <p className={classes.quiet}>{opening.detail}</p>}
          <p className={classes.quiet}>{`${opening.by}: ${asText(opening.reason)}`}</p>
        </>
      )}
      {denial && <p>{`Turned away by ${denial.by}: ${asText(denial.reason)}`}</p>}
    </div>
  );
}
