import type { StationCard } from "@gatehouse/contract/entities/station/station.schema";
import { formatPlate } from "@gatehouse/contract/fields/plate-groups";
import { Button, Switch } from "@mantine/core";
import { useState } from "react";
import { AccessOutcome } from "../../access/outcome.tsx";
import { PlateFace } from "../../access/plate.tsx";
import { errorText } from "../../api/api-error.ts";
import { messagesOf } from "../../api/call-messages.ts";
import { useAction } from "../../api/use-action.ts";
import { DialogFault } from "../../ui/dialog-fault.tsx";
import classes from "./station-card.module.css";
import { type StationEvent, toEventParams } from "./station-event.ts";

interface ConfirmCandidateProps {
  event: StationEvent;
  candidate: StationCard["candidates"][number];
  onClose: () => void;
}

const correctKey = "POST /events/{module}/{id}/correct";
const openKey = "POST /events/{module}/{id}/open";
const reason = "Misread plate";

/** OPS-4: corrects a misread plate to that of a known vehicle and opens the gate. */
export function ConfirmCandidate({
  event,
  candidate: { lp, owner, isGranted, decision },
  onClose,
}: ConfirmCandidateProps) {
  const [isRemembered, setIsRemembered] = useState(true);
  const params = toEventParams(event);
  const open = useAction(openKey, { topics: ["events"], onSuccess: onClose, handles: () => true });
  const send = () => open.mutate({ params, body: { reason: `${reason}: ${formatPlate(lp)}` } });
  const correct = useAction(correctKey, {
    topics: ["data_quality"],
    isQuiet: true,
    onSuccess: send,
    handles: () => true,
  });
  const fault = open.error
    ? errorText(open.error, messagesOf(openKey)?.failure)
    : correct.error && errorText(correct.error, messagesOf(correctKey)?.failure);
  const isCorrected = correct.isSuccess;
  return (
    <form
      className={classes.choices}
      aria-label="It is this one"
      onSubmit={(submitted) => {
        submitted.preventDefault();
        if (isCorrected) send();
        else correct.mutate({ params, body: { plate: lp, reason, remember: isRemembered } });
      }}
    >
      <DialogFault text={fault ?? undefined} />
      <p className={classes.read}>
        <PlateFace text={lp} />
      </p>
      <p>
        {owner !== null && <strong>{`${owner} `}</strong>}
        <AccessOutcome isGranted={isGranted} barrierFailure={null} />
      </p>
      {isGranted !== true && <p className={classes.quiet}>{decision}</p>}
      <Button type="submit" size="lg" data-autofocus loading={correct.isPending || open.isPending}>
        Correct and open
      </Button>
      <Switch
        label="Remember this misread for this camera"
        checked={isRemembered}
        disabled={isCorrected}
        onChange={(changed) => setIsRemembered(changed.currentTarget.checked)}
      />
    </form>
  );
}
