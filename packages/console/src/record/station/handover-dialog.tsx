import { stationMessages } from "@gatehouse/contract/entities/station.messages";
import { Button, Skeleton } from "@mantine/core";
import { useMutation, useQueries, useQueryClient } from "@tanstack/react-query";
import { errorText } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { callQuery } from "../../api/call-query.ts";
import { ActingPerson } from "../../people/acting-person.tsx";
import { showBanner } from "../../ui/banners.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { DialogError } from "../../ui/dialog-error.tsx";
import { LoadError } from "../../ui/load-error.tsx";
import { HandoverContent } from "./handover-content.tsx";
import classes from "./station-card.module.css";

interface HandoverDialogProps {
  gates: readonly { id: number; name: string }[];
  timeZone: string;
  onClose: () => void;
}

const takeKey = "POST /station/{gateId}/handover";
/** Alerts and overrides have other topics than events. */
const refetchIntervalMs = 5_000;

/** What the next person has to know about each gate on the screen, and their acknowledgement. */
export default function HandoverDialog({ gates, timeZone, onClose }: HandoverDialogProps) {
  const queries = useQueryClient();
  const handovers = useQueries({
    queries: gates.map(({ id }) => ({
      ...callQuery("events", "GET /station/{gateId}/handover", { params: { gateId: id } }),
      refetchInterval: refetchIntervalMs,
    })),
  });
  const take = useMutation({
    mutationFn: async () => {
      for (const { id } of gates) await call(takeKey, { params: { gateId: id } });
    },
    onSuccess: () => {
      showBanner({ tone: "success", title: stationMessages[takeKey].success });
      onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ["events"] }),
  });
  const failed = handovers.find(({ isError, data }) => isError && data === undefined);
  const loaded = gates.flatMap((gate, index) => {
    const content = handovers[index]?.data;
    return content ? [{ gate, content }] : [];
  });
  const isComplete = loaded.length === gates.length;
  return (
    <Dialog opened title="Shift handover" onClose={onClose} isWide>
      {!isComplete && !failed && <Skeleton height={200} radius={8} />}
      {failed && (
        <LoadError
          text={errorText(failed.error, stationMessages["GET /station/{gateId}/handover"].failure)}
          onRetry={() => void failed.refetch()}
        />
      )}
      {isComplete && (
        <div className={classes.choices}>
          <DialogError text={take.error ? errorText(take.error, stationMessages[takeKey].failure) : undefined} />
          <HandoverContent gates={loaded} timeZone={timeZone} />
          <ActingPerson />
          <Button size="lg" data-autofocus loading={take.isPending} onClick={() => take.mutate()}>
            I have read this and take over
          </Button>
        </div>
      )}
    </Dialog>
  );
}
