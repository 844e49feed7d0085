import type { CommandState } from "@gatehouse/contract/events/command";
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconClockOff,
  IconSend,
  type TablerIcon,
} from "@tabler/icons-react";
import classes from "./outcome.module.css";

const looks: Record<CommandState, { word: string; icon: TablerIcon; tone?: string }> = {
  queued: { word: "waiting", icon: IconClock },
  sent: { word: "sent", icon: IconSend },
  accepted: { word: "accepted", icon: IconCircleCheck, tone: "ok" },
  rejected: { word: "rejected", icon: IconCircleX, tone: "bad" },
  unreachable: { word: "unreachable", icon: IconAlertTriangle, tone: "warn" },
  expired: { word: "not sent: too old", icon: IconClockOff, tone: "warn" },
};

/** How a command stands. "Accepted" is what a device said; none says that an arm moved. */
export function CommandOutcome({ state }: { state: CommandState }) {
  const { word, icon: Icon, tone } = looks[state];
  return (
    <span className={classes.outcome} data-tone={tone}>
      <Icon size={16} aria-hidden />
      {word}
    </span>
  );
}
