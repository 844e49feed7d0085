import type { Gate } from "@gatehouse/contract/entities/gate/gate.schema";
import type { Command } from "@gatehouse/contract/events/command";
import { withTimes } from "@gatehouse/contract/fields/sentence-time";
import { Button, Kbd } from "@mantine/core";
import { IconBarrierBlock, IconUserPlus } from "@tabler/icons-react";
import { Suspense, useState } from "react";
import { AccessOutcome, CommandOutcome } from "../../access/outcome.tsx";
import { PlateFace } from "../../access/plate.tsx";
import { useLiveState } from "../../api/live-link.ts";
import { useMay } from "../../api/permissions.ts";
import { formatClockSeconds, formatDateTime } from "../../ui/format-time.ts";
import { lazyWithRetry } from "../../ui/lazy-with-retry.ts";
import classes from "./station.module.css";
import { findManualOpening, readOf, type StationEvent } from "./station-event.ts";
import { StationPicture } from "./station-picture.tsx";
import { useStationKeys } from "./use-station-keys.ts";

// Forms are loaded right after the page, before they are needed.
const OpenGateDialog = lazyWithRetry(() => import("./open-gate-dialog.tsx"));
const AdmitVisitorDialog = lazyWithRetry(() => import("./admit-visitor-dialog.tsx"));

interface StationCardProps {
  gate: Gate;
  event: StationEvent;
  commands: readonly Command[];
  timeZone: string;
  /** Called when a guard starts and ends an action. */
  onHold: (isHeld: boolean) => void;
}

type Action = "open" | "visitor";

/** OPS-3: a vehicle with the decision about it, and the actions of a guard. */
export function StationCard({ gate, event, commands, timeZone, onHold }: StationCardProps) {
  const may = useMay();
  const isOffline = useLiveState().kind === "offline";
  const [action, setAction] = useState<Action>();
  const choose = (next: Action | undefined) => {
    setAction(next);
    onHold(next !== undefined);
  };
  const opening = findManualOpening(commands, event);
  const canOpen = may("POST /events/{module}/{id}/open") && gate.boomBarriers.length > 0;
  const canAdmit = canOpen && may("POST /access/passes");
  useStationKeys({
    ...(canOpen && !isOffline && { o: () => choose("open") }),
    ...(canAdmit && !isOffline && { v: () => choose("visitor") }),
  });
  const close = () => choose(undefined);
  return (
    <article className={classes.card} aria-label="Vehicle at the gate">
      <StationPicture gate={gate} event={event} timeZone={timeZone} />
      <div className={classes.facts}>
        <p className={classes.verdict}>
          <AccessOutcome isGranted={event.isGranted} barrierFailure={event.barrierFailure} />
        </p>
        <p className={classes.reason}>{withTimes(event.reason, (at) => formatDateTime(at, timeZone))}</p>
        <p className={classes.read}>
          <PlateFace {...readOf(event)} />
        </p>
        {"images" in event && event.images.lpImage !== null && (
          <img className={classes.crop} src={event.images.lpImage} alt="The plate as the camera saw it" />
        )}
        <p className={classes.quiet}>
          Read <time dateTime={event.dateTime}>{formatClockSeconds(new Date(event.dateTime), timeZone)}</time>
        </p>
        <div role="status" className={classes.result}>
          {opening && <Opening command={opening} />}
        </div>
      </div>
      {canOpen && (
        <div className={classes.actions}>
          <Button
            size="xl"
            disabled={isOffline}
            leftSection={<IconBarrierBlock size={24} aria-hidden />}
            rightSection={<Kbd aria-hidden>O</Kbd>}
            onClick={() => choose("open")}
          >
            Open
          </Button>
          {canAdmit && (
            <Button
              size="xl"
              variant="default"
              disabled={isOffline}
              leftSection={<IconUserPlus size={24} aria-hidden />}
              rightSection={<Kbd aria-hidden>V</Kbd>}
              onClick={() => choose("visitor")}
            >
              Admit visitor
            </Button>
          )}
        </div>
      )}
      {canOpen && (
        <Suspense>
          <OpenGateDialog gate={gate} event={event} opened={action === "open"} onClose={close} />
          {canAdmit && <AdmitVisitorDialog gate={gate} event={event} opened={action === "visitor"} onClose={close} />}
        </Suspense>
      )}
    </article>
  );
}

/** What became of the opening by a person. */
const Opening = ({ command: { state, detail, by, reason } }: { command: Command }) => (
  <>
    <p className={classes.opening}>
      Open command <CommandOutcome state={state} />
    </p>
    {detail !== "" && <p className={classes.quiet}>{detail}</p>}
    <p className={classes.quiet}>{`${by}: ${reason ?? ""}`}</p>
  </>
);
