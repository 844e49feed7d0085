import type { Gate } from "@gatehouse/contract/entities/gate";
import { type StationCard as Card, cardClosingTitles, type Station } from "@gatehouse/contract/entities/station";
import { formatPlate } from "@gatehouse/contract/fields/plate-groups";
import { withTimes } from "@gatehouse/contract/fields/time";
import { IconVideoOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { AccessOutcome } from "../../access/outcome.tsx";
import { call } from "../../api/call.ts";
import { callQuery } from "../../api/call-query.ts";
import { useLiveState } from "../../api/live-link.ts";
import { useMay } from "../../api/permissions.ts";
import { useSession } from "../../api/session.ts";
import { useDraft, useKeepDraft } from "../../forms/drafts.ts";
import { LiveCamera } from "../../gate/live-camera.tsx";
import { formatDateTime, formatPastSeconds } from "../../ui/format-time.ts";
import { PlateFace } from "../../ui/plate.tsx";
import { WaitingTime } from "../../ui/waiting-time.tsx";
import { RememberedMisread } from "../events/remembered-misread.tsx";
import { type CardAction, CardActions, useCardActions } from "./card-actions.tsx";
import { CardCandidates } from "./card-candidates.tsx";
import { CardDialogs } from "./card-dialogs.tsx";
import { CardResult } from "./card-result.tsx";
import { CardVehicle } from "./card-vehicle.tsx";
import classes from "./station-card.module.css";
import { readOf, type StationEvent, toAwayText, toEventParams } from "./station-event.ts";
import { dropTypedAhead, keepTypedAhead, useStationKeys } from "./use-station-keys.ts";

const module = "anpr-ac";

interface StationPictureProps {
  gate: Gate;
  event: StationEvent;
  /** The vehicle may have left, so the live picture shows another one, or none. */
  isAway: boolean;
  isSmall: boolean;
  timeZone: string;
}

/** The live picture of a gate, or that of a vehicle which may have left. */
function StationPicture({ gate, event, isAway, isSmall, timeZone }: StationPictureProps) {
  const cameras = useQuery(callQuery("cameras", "GET /cameras/{module}", { params: { module } }));
  const camera = cameras.data?.find(({ id }) => id === gate.cameraId);
  const image = "images" in event ? event.images.fullImage : null;
  const caption = `Read at ${formatPastSeconds(new Date(event.dateTime), timeZone)}`;
  if (isAway && image !== null) {
    return (
      <figure className={classes.still}>
        <img src={image} alt="This vehicle when it was read" />
        <figcaption className={classes.quiet}>{caption}</figcaption>
      </figure>
    );
  }
  if (!camera) {
    return (
      <p className={classes.noPicture}>
        <IconVideoOff size={24} aria-hidden />
        This gate has no camera
      </p>
    );
  }
  return (
    <div className={classes.picture}>
      <LiveCamera
        module={module}
        camera={camera}
        timeZone={timeZone}
        isSmall={isSmall}
        last={image ? { image, caption } : undefined}
      />
    </div>
  );
}

interface StationCardProps {
  gate: Gate;
  card: Card;
  contacts: Station["contacts"];
  atBarrier: Card | undefined;
  /** The newest vehicle that was read behind this one since its dialog was opened. */
  readBehind: Card | undefined;
  isWaiting: boolean;
  isTiled: boolean;
  /** It has been on the screen long enough to be acted on. */
  isSettled: boolean;
  /** Its keys work. */
  hasKeys: boolean;
  timeZone: string;
  /** Called when a guard starts and ends an action. */
  onHold: (isHeld: boolean) => void;
}

/** A vehicle with the decision about it, and the actions of a guard. */
export function StationCard(props: StationCardProps) {
  const { gate, card, contacts, atBarrier, readBehind, isWaiting, isTiled, isSettled, hasKeys, timeZone, onHold } =
    props;
  const { event, candidates, correction, handling, away } = card;
  const username = useSession()?.username;
  const isOffline = useLiveState().kind === "offline";
  const mayHandle = useMay()("POST /events/{module}/{id}/handle");
  const draft = `action.${event.module}.${event.id}`;
  const kept = useDraft<CardAction>(draft);
  const [action, setAction] = useState(kept);
  // A gate opens only after the guard has looked at the vehicle again.
  useKeepDraft(draft, () => (action === "open" || typeof action === "object" ? undefined : action));
  const hold = useEffectEvent(() => kept !== undefined && onHold(true));
  useEffect(() => void hold(), []);
  const choose = (next: CardAction | undefined) => {
    if (!next) dropTypedAhead();
    setAction(next);
    onHold(next !== undefined);
    if (mayHandle) sendHandling(event, next !== undefined);
  };
  const actions = useCardActions(gate, card);
  const isDisabled = isOffline || !isSettled;
  const buttons = useRef<HTMLDivElement>(null);
  const chooseByKey = (key: string, next: CardAction) => {
    // The dialog returns the focus to it.
    buttons.current?.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`)?.focus();
    // Other dialogs have a field for text.
    if (next === "open" || typeof next === "object") keepTypedAhead();
    choose(next);
  };
  const byKey = isDisabled || !hasKeys ? [] : actions.map(({ key, action: to }) => [key, () => chooseByKey(key, to)]);
  useStationKeys(Object.fromEntries(byKey));
  // A misread plate was denied for what it is not.
  const isMisread = correction !== null && event.isGranted !== true;
  const outcome = <AccessOutcome isGranted={event.isGranted} barrierFailure={event.barrierFailure} />;
  const withSiteTimes = (text: string) => withTimes(text, (at) => formatDateTime(at, timeZone));
  return (
    <article className={classes.card} aria-label="Vehicle at the gate" data-offline={isOffline || undefined}>
      <StationPicture gate={gate} event={event} isAway={away !== null} isSmall={isTiled} timeZone={timeZone} />
      <div className={classes.facts}>
        {isWaiting && away !== null && (
          <p className={classes.handling} role="status">
            <strong>Left?</strong> {toAwayText(card, atBarrier)}
          </p>
        )}
        {!isMisread && (
          <>
            <p className={classes.verdict}>{outcome}</p>
            <p className={classes.reason}>{withSiteTimes(event.reason)}</p>
            {card.nearestFix !== null && <p className={classes.quiet}>{withSiteTimes(card.nearestFix)}</p>}
          </>
        )}
        <p className={classes.read}>
          <PlateFace {...(correction ? { text: correction.lp } : readOf(event))} />
        </p>
        {card.alsoRead.length > 0 && (
          <p className={classes.quiet}>{`Also read as ${card.alsoRead.map(formatPlate).join(", ")}`}</p>
        )}
        {correction && (
          <p className={classes.quiet}>{`Read as ${formatPlate(readOf(event).text)}, corrected by ${correction.by}`}</p>
        )}
        {isMisread && (
          <p className={classes.quiet}>
            {"Decision for the misread plate: "}
            {outcome} {withSiteTimes(event.reason)}
          </p>
        )}
        {correction?.isRemembered && <RememberedMisread event={event} correction={correction} />}
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
      <CardActions ref={buttons} actions={actions} hasKeys={hasKeys} isDisabled={isDisabled} onChoose={choose} />
      <CardDialogs
        gate={gate}
        card={card}
        atBarrier={atBarrier}
        readBehind={readBehind}
        contacts={contacts}
        action={action}
        onClose={() => choose(undefined)}
      />
    </article>
  );
}

/** Shows colleagues who handles a card. A failure does not keep anyone from handling it. */
function sendHandling(event: StationEvent, isHandled: boolean): void {
  call("POST /events/{module}/{id}/handle", { params: toEventParams(event), body: { isHandled } }).catch(() => {});
}
