import { IconClockExclamation } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./screen.module.css";

/** The colours of a screen. */
export type Tone = "dark" | "light" | "free" | "full" | "unknown";

interface FrameProps {
  tone: Tone;
  isStale: boolean;
  title?: string;
  siteName?: string;
  note?: string | undefined;
  children: ReactNode;
}

/** Title, site and note around the content of a screen. */
export function Frame({ tone, isStale, title, siteName, note, children }: FrameProps) {
  return (
    <div className={classes.screen}>
      <div className={classes.frame} data-tone={tone} data-stale={isStale || undefined}>
        <div className={classes.head}>
          <p className={classes.title}>{title}</p>
          <p className={classes.site}>{siteName}</p>
        </div>
        <div className={classes.body}>{children}</div>
        <div className={classes.foot} role="status">
          {note !== undefined && (
            <p className={classes.note}>
              <IconClockExclamation size="1.2em" aria-hidden />
              {note}
            </p>
          )}
        </div>
      </div>
    </div>
  );
}
