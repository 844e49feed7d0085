import type { StationCard } from "@gatehouse/contract/entities/station";
import { isMisread } from "@gatehouse/contract/fields/confusable";
import { normalizeIdentifier } from "@gatehouse/contract/fields/identifier-text";
import { formatPlate } from "@gatehouse/contract/fields/plate-groups";
import { Button, Switch } from "@mantine/core";
import { useRef, useState } from "react";
import { AccessOutcome } from "../../access/outcome.tsx";
import { errorText } from "../../api/api-error.ts";
import { messagesOf } from "../../api/call-messages.ts";
import { useAction } from "../../api/use-action.ts";
import { useStillThere } from "../../gate/still-there.tsx";
import { DialogError } from "../../ui/dialog-error.tsx";
import { PlateFace } from "../../ui/plate.tsx";
import { rememberLabel } from "../events/remembered-misread.tsx";
import classes from "./station-card.module.css";
import { readOf, toAwayText, toEventParams } from "./station-event.ts";
import { useTypedAhead } from "./use-station-keys.ts";

interface ConfirmCandidateProps {
  card: StationCard;
  candidate: StationCard["candidates"][number];
  onClose: () => void;
}

const correctKey = "POST /events/{module}/{id}/correct";
const openKey = "POST /events/{module}/{id}/open";
const reason = "Misread plate";

/** Corrects a misread plate to that of a known vehicle and opens the gate. */
export function ConfirmCandidate({
  card,
  candidate: { lp, owner, isGranted, decision },
  onClose,
}: ConfirmCandidateProps) {
  const [isRemembered, setIsRemembered] = useState(false);
  const params = toEventParams(card.event);
  const check = useStillThere(card.event, toAwayText(card, undefined));
  const isStillThere = useRef(false);
  const isSent = useRef(false);
  // A ref, because the question of `check` sends as it was rendered before the correction.
  const isCorrected = useRef(false);
  const open = useAction(openKey, {
    topics: ["events"],
    onSuccess: onClose,
    handles: (error) => {
      isSent.current = false;
      check.asksAfter(error);
      return true;
    },
  });
  const send = () =>
    open.mutate({
      params,
      body: { reason: `${reason}: ${formatPlate(lp)}`, isStillThere: isStillThere.current },
    });
  const correct = useAction(correctKey, {
    topics: ["data_quality"],
    isQuiet: true,
    onSuccess: () => {
      isCorrected.current = true;
      send();
    },
    handles: () => {
      isSent.current = false;
      return true;
    },
  });
  const fault = open.error
    ? errorText(open.error, messagesOf(openKey)?.failure)
    : correct.error && errorText(correct.error, messagesOf(correctKey)?.failure);
  const submit = () =>
    check.send((isChecked) => {
      if (isSent.current) return;
      isSent.current = true;
      isStillThere.current = isChecked;
      if (isCorrected.current) send();
      else correct.mutate({ params, body: { plate: lp, reason, remember: isRemembered } });
    });
  useTypedAhead({ enter: submit });
  const canTeach = isMisread(normalizeIdentifier(readOf(card.event).text), normalizeIdentifier(lp), card.confusions);
  return (
    <form
      className={classes.choices}
      aria-label="It is this one"
      onSubmit={(submitted) => {
        submitted.preventDefault();
        submit();
      }}
    >
      <DialogError text={fault ?? undefined} />
      <p className={classes.read}>
        <PlateFace text={lp} />
      </p>
      <p>
        {owner !== null && <strong>{`${owner} `}</strong>}
        <AccessOutcome isGranted={isGranted} barrierFailure={null} />
      </p>
      {isGranted !== true && <p className={classes.quiet}>{decision}</p>}
      <Button type="submit" size="lg" data-autofocus loading={correct.isPending || open.isPending}>
        {`Correct and open for ${formatPlate(lp)}`}
      </Button>
      {canTeach && (
        <Switch
          label={rememberLabel}
          checked={isRemembered}
          disabled={correct.isSuccess}
          onChange={(changed) => setIsRemembered(changed.currentTarget.checked)}
        />
      )}
      {check.dialog}
    </form>
  );
}
