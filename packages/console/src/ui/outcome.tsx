import { IconCircleCheck, IconCircleDashed, IconCircleX, type TablerIcon } from "@tabler/icons-react";
import classes from "./outcome.module.css";

const looks: Record<"true" | "false" | "null", { word: string; icon: TablerIcon; tone?: string }> = {
  true: { word: "Granted", icon: IconCircleCheck, tone: "ok" },
  false: { word: "Denied", icon: IconCircleX, tone: "bad" },
  null: { word: "Not decided", icon: IconCircleDashed },
};

/** How a passage was decided: icon, word, colour. */
export function Outcome({ isGranted }: { isGranted: boolean | null }) {
  const { word, icon: Icon, tone } = looks[`${isGranted}`];
  return (
    <span className={classes.outcome} data-tone={tone}>
      <Icon size={16} aria-hidden />
      {word}
    </span>
  );
}
