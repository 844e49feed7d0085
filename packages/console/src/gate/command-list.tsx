import type { Command, CommandKind } from "@gatehouse/contract/events/command";
import { IconBarrierBlock, IconBell, IconBulb, IconTextCaption, type TablerIcon } from "@tabler/icons-react";
import { CommandOutcome } from "../access/outcome.tsx";
import { RelativeTime } from "../ui/date-time.tsx";
import classes from "./command-list.module.css";

const looks: Record<CommandKind, { label: string; icon: TablerIcon }> = {
  open: { label: "Open", icon: IconBarrierBlock },
  buzz: { label: "Sound", icon: IconBell },
  show: { label: "Show on", icon: IconTextCaption },
  lamp: { label: "Light", icon: IconBulb },
};

/** Commands to the hardware, each with its result and, if it was manual, the person and reason. */
export function CommandList({ commands, timeZone }: { commands: readonly Command[]; timeZone: string }) {
  return (
    <ul className={classes.lines} aria-label="Commands">
      {commands.map(({ id, kind, target, state, detail, at, by, reason }) => {
        const { label, icon: Icon } = looks[kind];
        return (
          <li key={id}>
            <Icon size={16} aria-hidden />
            <div>
              <p className={classes.head}>
                <span className={classes.what}>{`${label} ${target.name}`}</span>
                <CommandOutcome state={state} />
              </p>
              {detail !== "" && <p className={classes.detail}>{detail}</p>}
              {by !== null && <p className={classes.detail}>{`Manual, ${by}: ${reason ?? "no reason given"}`}</p>}
            </div>
            <span className={classes.when}>
              <RelativeTime at={at} timeZone={timeZone} />
            </span>
          </li>
        );
      })}
    </ul>
  );
}
