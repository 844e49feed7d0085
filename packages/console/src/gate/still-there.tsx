import { minShownMs, type StationCard } from "@gatehouse/contract/entities/station";
import { Button } from "@mantine/core";
import { type ReactNode, useRef, useState } from "react";
import { ApiError } from "../api/api-error.ts";
import { useSite } from "../api/site.ts";
import { Dialog } from "../ui/dialog.tsx";
import { formatPastSeconds } from "../ui/format-time.ts";
import { PlateFace } from "../ui/plate.tsx";
import { useSettled } from "../ui/use-settled.ts";
import { WaitingTime } from "../ui/waiting-time.tsx";
import classes from "./still-there.module.css";

type VehicleEvent = StationCard["event"];

type Send = (isStillThere: boolean) => void;

interface Question {
  readonly why: string;
  readonly send: Send;
}

interface StillThereCheck {
  /** Sends an action, after a question if the vehicle may have left. */
  send: (send: Send) => void;
  /** Asks if the server rejected the action for this reason; otherwise returns false. */
  asksAfter: (error: Error) => boolean;
  isAsking: boolean;
  dialog: ReactNode;
}

/** Before an action on a vehicle that may have left the barrier, a person sees its age and picture. */
export function useStillThere(event: VehicleEvent | undefined, away: string | null): StillThereCheck {
  const [question, setQuestion] = useState<Question>();
  const last = useRef<Send>(undefined);
  const close = () => setQuestion(undefined);
  return {
    send: (send) => {
      last.current = send;
      if (away === null) send(false);
      else setQuestion({ why: `${away}.`, send });
    },
    asksAfter: (error) => {
      const send = last.current;
      if (!send || !(error instanceof ApiError) || error.code !== "event/may-have-left") return false;
      setQuestion({ why: error.message, send });
      return true;
    },
    isAsking: question !== undefined,
    dialog: (
      <Dialog opened={question !== undefined} title="Is it still at the barrier?" onClose={close}>
        {question && event && (
          <Question
            event={event}
            why={question.why}
            onNo={close}
            onYes={() => {
              close();
              question.send(true);
            }}
          />
        )}
      </Dialog>
    ),
  };
}

function Question({
  event,
  why,
  onNo,
  onYes,
}: {
  event: VehicleEvent;
  why: string;
  onNo: () => void;
  onYes: () => void;
}) {
  const { timeZone } = useSite();
  const image = "images" in event ? event.images.fullImage : null;
  const { receivedAt } = event;
  const [isDrawn, setIsDrawn] = useState(image === null);
  const isSettled = useSettled(isDrawn ? "question" : undefined, minShownMs);
  const draw = () => setIsDrawn(true);
  return (
    <div className={classes.question}>
      {image === null ? (
        <p className={classes.none}>No picture of this vehicle</p>
      ) : (
        <img className={classes.picture} src={image} alt="This vehicle when it was read" onLoad={draw} onError={draw} />
      )}
      <p className={classes.read}>
        {"tag" in event ? <PlateFace text={event.tag} isTag /> : <PlateFace text={event.lp} />}
        <strong>
          Read <WaitingTime since={receivedAt} /> ago
        </strong>
        <span>{`at ${formatPastSeconds(new Date(receivedAt), timeZone)}`}</span>
      </p>
      <p role="alert">{why}</p>
      <div className={classes.answers}>
        <Button size="lg" variant="default" data-autofocus onClick={onNo}>
          No
        </Button>
        <Button size="lg" disabled={!isSettled} onClick={onYes}>
          Yes, it is still there
        </Button>
      </div>
    </div>
  );
}
