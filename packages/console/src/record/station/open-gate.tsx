import type { StationCard } from "@gatehouse/contract/entities/station";
import { stationMessages } from "@gatehouse/contract/entities/station.messages";
import type { eventOpening } from "@gatehouse/contract/events/command";
import { Button, Kbd } from "@mantine/core";
import { useRef } from "react";
import { errorText } from "../../api/api-error.ts";
import { useAction } from "../../api/use-action.ts";
import { type Field, type FieldName, toFormValues, toPayload, type Values } from "../../forms/field.ts";
import { FieldInputs } from "../../forms/field-input.tsx";
import { useForm } from "../../forms/use-form.ts";
import { useStillThere } from "../../gate/still-there.tsx";
import { useOpenReasons } from "../../gate/use-open-reasons.ts";
import { DialogError } from "../../ui/dialog-error.tsx";
import { toOpenLabel } from "./card-actions.tsx";
import classes from "./station-card.module.css";
import { toAwayText, toEventParams } from "./station-event.ts";
import { useStationKeys, useTypedAhead } from "./use-station-keys.ts";

interface OpenGateProps {
  card: StationCard;
  onClose: () => void;
}

const key = "POST /events/{module}/{id}/open";

const fields: readonly Field<FieldName<typeof eventOpening>>[] = [
  { kind: "text", name: "reason", label: "Other reason" },
];

/** Opens the gate for a vehicle, with a reason from the site's list or a typed one. */
export function OpenGate({ card, onClose }: OpenGateProps) {
  const reasons = useOpenReasons();
  const check = useStillThere(card.event, toAwayText(card, undefined));
  const isSent = useRef(false);
  const form = useForm<Values, { reason: string }>({
    draft: `open.${card.event.module}.${card.event.id}`,
    initial: toFormValues(fields, undefined),
    schema: () => import("@gatehouse/contract/events/command").then((file) => file.eventOpening),
    toPayload: (values) => toPayload(fields, values, {}),
  });
  const open = useAction(key, {
    topics: ["events"],
    // The card shows the result.
    onSuccess: onClose,
    handles: (error) => {
      isSent.current = false;
      if (!check.asksAfter(error)) form.blame(error);
      return true;
    },
  });
  const send = (reason: string) =>
    check.send((isStillThere) => {
      // The next key may be pressed before this is rendered.
      if (isSent.current) return;
      isSent.current = true;
      open.mutate({ params: toEventParams(card.event), body: { reason, isStillThere } });
    });
  const save = form.onSubmit(({ reason }) => send(reason));
  const isBusy = open.isPending || check.isAsking;
  const byKey = Object.fromEntries(reasons.map((reason, index) => [String(index + 1), () => send(reason)]));
  useStationKeys(isBusy ? {} : byKey, { isDialog: true });
  useTypedAhead(byKey);
  return (
    <div className={classes.choices}>
      <DialogError text={open.error ? errorText(open.error, stationMessages[key].failure) : undefined} />
      {reasons.map((reason, index) => (
        <Button
          key={reason}
          size="lg"
          variant="default"
          justify="space-between"
          disabled={open.isPending}
          data-autofocus
          rightSection={<Kbd aria-hidden>{index + 1}</Kbd>}
          onClick={() => send(reason)}
        >
          {reason}
        </Button>
      ))}
      <form
        ref={form.ref}
        aria-label="Open with another reason"
        noValidate
        onSubmit={(submitted) => void save(submitted)}
      >
        <FieldInputs fields={fields} form={form} />
        <Button type="submit" size="lg" fullWidth mt="sm" loading={open.isPending}>
          {toOpenLabel(card)}
        </Button>
      </form>
      {check.dialog}
    </div>
  );
}
