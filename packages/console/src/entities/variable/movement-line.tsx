import type { Movement } from "@gatehouse/contract/entities/variable";
import { IconBolt, IconScale } from "@tabler/icons-react";
import { RelativeTime } from "../../ui/date-time.tsx";
import { formatSigned } from "../../ui/format-number.ts";
import classes from "./value-drawer.module.css";

interface MovementLineProps {
  movement: Movement;
  /** The variable whose ledger this is. */
  of: number;
  timeZone: string;
}

const looks = {
  event: { word: "Event", icon: IconBolt },
  correction: { word: "Correction", icon: IconScale },
} as const;

/** An entry of the ledger: time, cause and effect; for a correction also person and reason. */
export function MovementLine({ movement, of, timeZone }: MovementLineProps) {
  const { at, kind, variableId, variableName, effect, by, reason, eventId } = movement;
  const { word, icon: Icon } = looks[kind];
  return (
    <li>
      <Icon size={16} aria-hidden />
      <div>
        <p>
          {word}
          {eventId !== null && <span className={classes.muted}>{` #${eventId}`}</span>}
          {variableId !== of && <span className={classes.moved}>{variableName}</span>}
        </p>
        {(by !== null || reason !== null) && (
          <p className={classes.muted}>{[by, reason].filter((part) => part !== null).join(": ")}</p>
        )}
      </div>
      <span className={classes.effect}>{formatSigned(effect)}</span>
      <span className={classes.when}>
        <RelativeTime at={at} timeZone={timeZone} />
      </span>
    </li>
  );
}
