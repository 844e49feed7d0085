import type { Identifier } from "@gatehouse/contract/entities/identifier/identifier";
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconClockPause, type TablerIcon } from "@tabler/icons-react";
import { useNowMs } from "../../ui/use-now.ts";
import { checkValidity, type ValidityKind } from "./validity.ts";
import classes from "./validity-state.module.css";

const icons: Record<ValidityKind, TablerIcon> = {
  valid: IconCircleCheck,
  expiring: IconAlertTriangle,
  expired: IconCircleX,
  "not-yet": IconClockPause,
};

/** Validity as icon, text and colour. */
export function ValidityState({ identifier }: { identifier: Identifier }) {
  const { kind, text } = checkValidity(identifier, useNowMs());
  const Icon = icons[kind];
  return (
    <span className={classes.state} data-kind={kind}>
      <Icon size={14} aria-hidden />
      {text}
    </span>
  );
}
