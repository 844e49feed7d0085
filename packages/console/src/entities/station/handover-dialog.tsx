import { overrideTitles } from "@gatehouse/contract/entities/access/override-kinds";
import { stationMessages } from "@gatehouse/contract/entities/station/station.messages";
import type { Handover } from "@gatehouse/contract/entities/station/station.schema";
import { Button, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ActingPerson } from "../../access/acting-person.tsx";
import { PlateFace } from "../../access/plate.tsx";
import { errorText } from "../../api/api-error.ts";
import { callQuery } from "../../api/call-query.ts";
import { useAction } from "../../api/use-action.ts";
import { RelativeTime } from "../../ui/date-time.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { formatDateTime } from "../../ui/format-time.ts";
import { LoadFailure } from "../../ui/load-failure.tsx";
import classes from "./station.module.css";

interface HandoverDialogProps {
  gateId: number;
  timeZone: string;
  onClose: () => void;
}

/** OPS-9: what the next person has to know, and their acknowledgement. */
export default function HandoverDialog({ gateId, timeZone, onClose }: HandoverDialogProps) {
  const params = { gateId };
  const handover = useQuery(callQuery("events", "GET /station/{gateId}/handover", { params }));
  const take = useAction("POST /station/{gateId}/handover", { topics: ["events"], onSuccess: onClose });
  return (
    <Dialog opened title="Shift handover" onClose={onClose} isWide>
      {handover.isPending && <Skeleton height={200} radius={8} />}
      {handover.isError && handover.data === undefined && (
        <LoadFailure
          text={errorText(handover.error, stationMessages["GET /station/{gateId}/handover"].failure)}
          onRetry={() => void handover.refetch()}
        />
      )}
      {handover.data && (
        <div className={classes.choices}>
          <Content handover={handover.data} timeZone={timeZone} />
          <ActingPerson />
          <Button size="lg" data-autofocus loading={take.isPending} onClick={() => take.mutate({ params })}>
            I have read this and take over
          </Button>
        </div>
      )}
    </Dialog>
  );
}

function Content({ handover, timeZone }: { handover: Handover; timeZone: string }) {
  const { from, since, cards, alerts, overrides, notes } = handover;
  return (
    <>
      <p className={classes.quiet}>
        {from === null || since === null
          ? "Nobody has taken over this gate yet."
          : `${from} took over ${formatDateTime(new Date(since), timeZone)}.`}
      </p>
      <Part title="Waiting vehicles" none="No vehicle waits.">
        {cards.map(({ eventId, read, since: at }) => (
          <li key={eventId}>
            <PlateFace text={read} /> <RelativeTime at={at} timeZone={timeZone} />
          </li>
        ))}
      </Part>
      <Part title="Alerts" none="No open alerts.">
        {alerts.map(({ id, title, description }) => (
          <li key={id}>
            <strong>{title}</strong> {description}
          </li>
        ))}
      </Part>
      <Part title="Overrides" none="No active overrides.">
        {overrides.map(({ id, kind, reason, until }) => (
          <li key={id}>
            <strong>{overrideTitles[kind as keyof typeof overrideTitles] ?? kind}</strong>
            {` until ${formatDateTime(new Date(until), timeZone)}: ${reason}`}
          </li>
        ))}
      </Part>
      <Part title="Notes" none="No notes.">
        {notes.map(({ id, text, by, at }) => (
          <li key={id}>
            {`${text} (${by}, `}
            <RelativeTime at={at} timeZone={timeZone} />)
          </li>
        ))}
      </Part>
    </>
  );
}

function Part({ title, none, children }: { title: string; none: string; children: readonly ReactNode[] }) {
  return (
    <section className={classes.notes} aria-label={title}>
      <h3>{title}</h3>
      {children.length === 0 ? <p>{none}</p> : <ul>{children}</ul>}
    </section>
  );
}
