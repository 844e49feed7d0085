import { zonedAt } from "@gatehouse/contract/fields/zoned-time";

/** The part of a notification rule that decides when something is sent. */
export interface PlannedRule {
  readonly id: number;
  readonly topics: readonly string[];
  readonly isImmediate: boolean;
  readonly escalation: readonly { readonly afterMinutes: number }[];
  /** Minutes since midnight at the site; null for none. */
  readonly quiet: { readonly from: number; readonly to: number } | null;
  /** Alerts that were active before are not sent. */
  readonly since: Date;
}

/** An alert that needs attention and that no other open alert explains. */
export interface ActiveAlert {
  readonly id: number;
  readonly topic: string;
  readonly activeSince: Date;
  /** How long it has been active. */
  readonly activeMs: number;
  /** Another alert may still turn out to explain it. */
  readonly mayHaveCause: boolean;
}

/** Alerts to send to the recipients of one step of a rule. Step 0 is the first message. */
export interface PlannedMessage {
  readonly ruleId: number;
  readonly step: number;
  readonly alertIds: readonly number[];
}

/** Whether a step was already sent for this activation of an alert. */
export type IsSent = (ruleId: number, alert: ActiveAlert, step: number) => boolean;

/** Whether a minute of the day is in a period, which may include midnight. */
export function isQuiet(quiet: PlannedRule["quiet"], minute: number): boolean {
  if (quiet === null) return false;
  const { from, to } = quiet;
  return from < to ? minute >= from && minute < to : minute >= from || minute < to;
}

/**
 * The messages that are due. Alerts of one step are one message; those of quiet hours follow when these
 * end, unless someone has handled them.
 */
export function planMessages(
  rules: readonly PlannedRule[],
  alerts: readonly ActiveAlert[],
  isSent: IsSent,
  { minute, rootCauseMs }: { readonly minute: number; readonly rootCauseMs: number },
): PlannedMessage[] {
  const planned: PlannedMessage[] = [];
  for (const rule of rules) {
    if (!rule.isImmediate || isQuiet(rule.quiet, minute)) continue;
    const own = alerts.filter(({ topic, activeSince }) => rule.topics.includes(topic) && activeSince >= rule.since);
    const delays = [0, ...rule.escalation.map(({ afterMinutes }) => afterMinutes * 60_000)];
    for (const [step, delayMs] of delays.entries()) {
      const due = own.filter((alert) => {
        const waitMs = Math.max(delayMs, alert.mayHaveCause ? rootCauseMs : 0);
        return alert.activeMs >= waitMs && !isSent(rule.id, alert, step);
      });
      if (due.length > 0) planned.push({ ruleId: rule.id, step, alertIds: due.map(({ id }) => id) });
    }
  }
  return planned;
}

/** Minutes since midnight at the site. */
export function minuteAt(now: Date, timeZone: string): number {
  const { hour, minute } = zonedAt(now, timeZone);
  return hour * 60 + minute;
}

/** The last time at which the site's clock showed a minute of the day. */
export function lastTimeAt(minute: number, now: Date, timeZone: string): Date {
  const plainTime = { hour: Math.floor(minute / 60), minute: minute % 60 };
  const today = zonedAt(now, timeZone).toPlainDate();
  const [at, before] = [today, today.subtract({ days: 1 })].map(
    (day) => new Date(day.toZonedDateTime({ timeZone, plainTime }).epochMilliseconds),
  ) as [Date, Date];
  return at <= now ? at : before;
}
