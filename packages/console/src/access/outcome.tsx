import type { CommandError, CommandState } from "@gatehouse/contract/events/command";
import {
  accessOutcomeTitles,
  type AccessOutcome as Decision,
  toAccessOutcome,
} from "@gatehouse/contract/events/decision";
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconClock,
  IconClockOff,
  IconSend,
  type TablerIcon,
} from "@tabler/icons-react";
import classes from "./outcome.module.css";

interface AccessOutcomeProps {
  isGranted: boolean | null;
  barrierFailure: CommandError | null;
}

/** What became of something, and how good that is. */
export interface Result {
  readonly text: string;
  readonly tone?: "ok" | "warn" | "bad";
}

interface Look extends Result {
  readonly icon: TablerIcon;
}

const decisionLooks: Record<Decision, Omit<Look, "text">> = {
  granted: { icon: IconCircleCheck, tone: "ok" },
  "not-opened": { icon: IconAlertTriangle, tone: "bad" },
  denied: { icon: IconCircleX, tone: "bad" },
  undecided: { icon: IconCircleDashed },
};

const commandLooks: Record<CommandState, Look> = {
  queued: { text: "Waiting", icon: IconClock },
  sent: { text: "Sent", icon: IconSend },
  accepted: { text: "Accepted", icon: IconCircleCheck, tone: "ok" },
  rejected: { text: "Rejected", icon: IconCircleX, tone: "bad" },
  unreachable: { text: "Unreachable", icon: IconAlertTriangle, tone: "bad" },
  expired: { text: "Not sent: too old", icon: IconClockOff, tone: "warn" },
  unmoved: { text: "Did not move", icon: IconAlertTriangle, tone: "bad" },
};

/** Access decision as icon, text and colour. */
export function AccessOutcome({ isGranted, barrierFailure }: AccessOutcomeProps) {
  const outcome = toAccessOutcome(isGranted, barrierFailure);
  return <Outcome look={{ text: accessOutcomeTitles[outcome], ...decisionLooks[outcome] }} />;
}

const resultIcons = { ok: IconCircleCheck, warn: IconAlertTriangle, bad: IconAlertTriangle, none: IconCircleDashed };

/** The result of an event without an access decision. */
export const ResultOutcome = ({ result }: { result: Result }) => (
  <Outcome look={{ ...result, icon: resultIcons[result.tone ?? "none"] }} />
);

/** The severity of a command's state. */
export const commandTone = (state: CommandState): Look["tone"] => commandLooks[state].tone;

/** State of a command. "Accepted" is the device's answer; it does not mean that an arm moved. */
export const CommandOutcome = ({ state }: { state: CommandState }) => <Outcome look={commandLooks[state]} />;

function Outcome({ look: { text, icon: Icon, tone } }: { look: Look }) {
  return (
    <span className={classes.outcome} data-tone={tone}>
      <Icon size={16} aria-hidden />
      {text}
    </span>
  );
}
