import type { StationCard } from "@gatehouse/contract/entities/station";
import { AccessOutcome } from "../../access/outcome.tsx";
import { PlateFace } from "../../ui/plate.tsx";
import classes from "./station-card.module.css";

/** The registered vehicles that the camera probably misread. */
export function CardCandidates({ candidates }: Pick<StationCard, "candidates">) {
  return (
    <ol className={classes.candidates} aria-label="Probably">
      {candidates.map(({ lp, owner, reason, isGranted, decision }) => (
        <li key={lp}>
          <PlateFace text={lp} />
          {owner !== null && <strong>{owner}</strong>}
          <span className={classes.quiet}>{reason}</span>
          <AccessOutcome isGranted={isGranted} barrierFailure={null} />
          {isGranted !== true && <span className={classes.quiet}>{decision}</span>}
        </li>
      ))}
    </ol>
  );
}
