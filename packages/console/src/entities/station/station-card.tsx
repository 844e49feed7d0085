import type { Gate } from "@gatehouse/contract/entities/gate/gate.schema";
import type { StationCard as Card, Station } from "@gatehouse/contract/entities/station/station.schema";
import { cardClosingTitles } from "@gatehouse/contract/entities/station/station-values";
import { formatPlate } from "@gatehouse/contract/fields/plate-groups";
import { withTimes } from "@gatehouse/contract/fields/sentence-time";
import { Suspense, useState } from "react";
import { AccessOutcome } from "../../access/outcome.tsx";
import { PlateFace } from "../../access/plate.tsx";
import { useLiveState } from "../../api/live-link.ts";
import { useMay } from "../../api/permissions.ts";
import { useSession } from "../../api/session.ts";
import { formatDateTime, formatPastSeconds } from "../../ui/format-time.ts";
import { lazyWithRetry } from "../../ui/lazy-with-retry.ts";
import { type CardAction, CardActions, useCardActions } from "./card-actions.tsx";
import { CardCandidates } from "./card-candidates.tsx";
import { CardResult } from "./card-result.tsx";
import { CardVehicle } from "./card-vehicle.tsx";
import { sendHandling } from "./send-handling.ts";
import classes from "./station-card.module.css";
import { WaitingTime } from "./station-clock.tsx";
import { readOf } from "./station-event.ts";
import { StationPicture } from "./station-picture.tsx";
import { useStationKeys } from "./use-station-keys.ts";

// Forms are loaded right after the page, before they are needed.
const CardDialogs = lazyWithRetry(() => import("./card-dialogs.tsx"));

interface StationCardProps {
  gate: Gate;
  card: Card;
  contacts: Station["contacts"];
  isWaiting: boolean;
  isTiled: boolean;
  /** Its keys work. */
  hasKeys: boolean;
  timeZone: string;
  /** Called when a guard starts and ends an action. */
  onHold: (isHeld: boolean) => void;
}

/** OPS-3: a vehicle with the decision about it, and the actions of a guard. */
export function StationCard(props: StationCardProps) {
  const { gate, card, contacts, isWaiting, isTiled, hasKeys, timeZone, onHold } = props;
  const { event, candidates, correction, handling } = card;
  const username = useSession()?.username;
  const isOffline = useLiveState().kind === "offline";
  const mayHandle = useMay()("POST /events/{module}/{id}/handle");
  const [action, setAction] = useState<CardAction>();
  const choose = (next: CardAction | undefined) => {
    setAction(next);
    onHold(next !== undefined);
    if (mayHandle) sendHandling(event, next !== undefined);
  };
  const actions = useCardActions(gate, card);
  const byKey = isOffline || !hasKeys ? [] : actions.map(({ key, action: to }) => [key, () => choose(to)]);
  useStationKeys(Object.fromEntries(byKey));
  const withSiteTimes = (text: string) => withTimes(text, (at) => formatDateTime(at, timeZone));
  return (
    <article className={classes.card} aria-label="Vehicle at the gate" data-offline={isOffline || undefined}>
      <StationPicture gate={gate} event={event} isSmall={isTiled} timeZone={timeZone} />
      <div className={classes.facts}>
        <p className={classes.verdict}>
          <AccessOutcome isGranted={event.isGranted} barrierFailure={event.barrierFailure} />
        </p>
        <p className={classes.reason}>{withSiteTimes(event.reason)}</p>
        {card.nearestFix !== null && <p className={classes.quiet}>{withSiteTimes(card.nearestFix)}</p>}
        <p className={classes.read}>
          <PlateFace {...(correction ? { text: correction.lp } : readOf(event))} />
        </p>
        {correction && (
          <p className={classes.quiet}>{`Read as ${formatPlate(readOf(event).text)}, corrected by ${correction.by}`}</p>
        )}
        {"images" in event && event.images.lpImage !== null && (
          <img className={classes.crop} src={event.images.lpImage} alt="The plate as the camera saw it" />
        )}
        <CardVehicle card={card} timeZone={timeZone} />
        <CardResult card={card} />
        <p className={classes.quiet}>
          {`Read ${formatPastSeconds(new Date(event.dateTime), timeZone)}`}
          {isWaiting && (
            <>
              {" · waiting "}
              <WaitingTime since={event.receivedAt} />
            </>
          )}
          {card.closing !== null && ` · ${cardClosingTitles[card.closing]}`}
        </p>
        {handling && handling.by !== username && (
          <p className={classes.handling} role="status">{`${handling.by} is handling this vehicle`}</p>
        )}
      </div>
      {candidates.length > 0 && <CardCandidates candidates={candidates} />}
      <CardActions actions={actions} hasKeys={hasKeys} isDisabled={isOffline} onChoose={choose} />
      <Suspense>
        <CardDialogs gate={gate} card={card} contacts={contacts} action={action} onClose={() => choose(undefined)} />
      </Suspense>
    </article>
  );
}
