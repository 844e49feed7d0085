import { overrideTitles } from "@gatehouse/contract/entities/access/access";
import type { Handover } from "@gatehouse/contract/entities/station";
import type { ReactNode } from "react";
import { RelativeTime } from "../../ui/date-time.tsx";
import { formatDateTime } from "../../ui/format-time.ts";
import { PlateFace } from "../../ui/plate.tsx";
import classes from "./station.module.css";

interface HandoverContentProps {
  gates: readonly { gate: { id: number; name: string }; content: Handover }[];
  timeZone: string;
}

/** What is handed over, of one gate or several. Alerts and overrides of the site are listed once. */
export function HandoverContent({ gates, timeZone }: HandoverContentProps) {
  const atGate = (name: string) => gates.length > 1 && <span className={classes.quiet}>{`${name} `}</span>;
  const until = (at: string) => formatDateTime(new Date(at), timeZone);
  const every = <Row extends { id: number }>(rowsOf: (content: Handover) => readonly Row[]) => [
    ...new Map(gates.flatMap(({ content }) => rowsOf(content).map((row) => [row.id, row] as const))).values(),
  ];
  return (
    <>
      {gates.map(({ gate, content }) => (
        <p key={gate.id} className={classes.quiet}>
          {describeDuty(gate.name, content, timeZone)}
        </p>
      ))}
      <Part title="Waiting vehicles" none="No vehicle waits.">
        {gates.flatMap(({ gate, content }) =>
          content.cards.map(({ eventId, read, since, handledBy }) => (
            <li key={eventId}>
              {atGate(gate.name)}
              <PlateFace text={read} /> <RelativeTime at={since} timeZone={timeZone} />
              {handledBy !== null && ` · ${handledBy} is handling it`}
            </li>
          )),
        )}
      </Part>
      <Part title="Open alerts" none="No open alerts.">
        {every(({ alerts }) => alerts).map(({ id, title, description, isAcknowledged }) => (
          <li key={id}>
            <strong>{title}</strong> {description}
            {isAcknowledged && <span className={classes.quiet}> Acknowledged</span>}
          </li>
        ))}
      </Part>
      <Part title="Shelved alerts" none="No shelved alerts.">
        {every(({ shelvedAlerts }) => shelvedAlerts).map(({ id, title, by, reason, until: at }) => (
          <li key={id}>
            <strong>{title}</strong>
            {` until ${until(at)}: ${reason} (${by})`}
          </li>
        ))}
      </Part>
      <Part title="Active overrides" none="No active overrides.">
        {every(({ overrides }) => overrides).map(({ id, kind, reason, until: at }) => (
          <li key={id}>
            <strong>{overrideTitles[kind as keyof typeof overrideTitles] ?? kind}</strong>
            {` until ${until(at)}: ${reason}`}
          </li>
        ))}
      </Part>
      <Part title="Notes" none="No notes.">
        {gates.flatMap(({ gate, content }) =>
          content.notes.map(({ id, text, by, at }) => (
            <li key={id}>
              {atGate(gate.name)}
              {`${text} (${by}, `}
              <RelativeTime at={at} timeZone={timeZone} />)
            </li>
          )),
        )}
      </Part>
    </>
  );
}

const describeDuty = (gate: string, { from, since }: Handover, timeZone: string) =>
  from === null || since === null
    ? `No handover of ${gate} yet.`
    : `${from} took over ${gate} ${formatDateTime(new Date(since), timeZone)}.`;

function Part({ title, none, children }: { title: string; none: string; children: readonly ReactNode[] }) {
  return (
    <section className={classes.notes} aria-label={title}>
      <h3>{title}</h3>
      {children.length === 0 ? <p>{none}</p> : <ul>{children}</ul>}
    </section>
  );
}
