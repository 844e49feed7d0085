import { type GateType, gateTypeTitles } from "@gatehouse/contract/fields/gate-types";
import { IconArrowLeft, IconArrowRight, type TablerIcon } from "@tabler/icons-react";
import classes from "./direction.module.css";

const arrows: Record<GateType, TablerIcon> = { N: IconArrowRight, X: IconArrowLeft };

/** Entry or exit, as arrow and text. */
export function Direction({ type }: { type: GateType }) {
  const Arrow = arrows[type];
  return (
    <span className={classes.direction}>
      <Arrow size={14} aria-hidden />
      {gateTypeTitles[type]}
    </span>
  );
}
