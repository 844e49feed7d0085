import type { StationCard } from "@gatehouse/contract/entities/station";
import { Button } from "@mantine/core";
import { useAction } from "../../api/use-action.ts";
import { type Field, toFormValues, toPayload, type Values } from "../../forms/field.ts";
import { FieldInputs } from "../../forms/field-input.tsx";
import { useForm } from "../../forms/use-form.ts";
import { useStillThere } from "../../gate/still-there.tsx";
import classes from "./station-card.module.css";
import { type StationEvent, toAwayText, toEventParams } from "./station-event.ts";

interface DenyVehicleProps {
  card: StationCard;
  onClose: () => void;
}

interface NoteVehicleProps {
  gateId: number;
  event: StationEvent;
  onClose: () => void;
}

const loadSchema = () => import("@gatehouse/contract/entities/station");

const reason: readonly Field[] = [
  { kind: "text", name: "reason", label: "Reason", placeholder: "Host does not expect anyone" },
];
const text: readonly Field[] = [{ kind: "text", name: "text", label: "Note", placeholder: "Waits for a callback" }];

/** Turns a vehicle away. The gate stays closed. */
export function DenyVehicle({ card, onClose }: DenyVehicleProps) {
  const form = useForm<Values, { reason: string }>({
    draft: `deny.${card.event.module}.${card.event.id}`,
    initial: toFormValues(reason, undefined),
    schema: () => loadSchema().then((file) => file.denial),
    toPayload: (values) => toPayload(reason, values, {}),
  });
  const check = useStillThere(card.event, toAwayText(card, undefined));
  const deny = useAction("POST /events/{module}/{id}/deny", {
    topics: ["events"],
    onSuccess: onClose,
    handles: check.asksAfter,
  });
  const params = toEventParams(card.event);
  const save = form.onSubmit((body) =>
    check.send((isStillThere) => deny.mutate({ params, body: { ...body, isStillThere } })),
  );
  return (
    <form
      ref={form.ref}
      className={classes.choices}
      aria-label="Turn away"
      noValidate
      onSubmit={(submitted) => void save(submitted)}
    >
      <FieldInputs fields={reason} form={form} />
      <Button type="submit" size="lg" loading={deny.isPending}>
        Turn away
      </Button>
      {check.dialog}
    </form>
  );
}

/** A note about a vehicle, for this shift and the next. */
export function NoteVehicle({ gateId, event, onClose }: NoteVehicleProps) {
  const form = useForm<Values, { text: string }>({
    draft: `note.${event.module}.${event.id}`,
    initial: toFormValues(text, undefined),
    schema: () => loadSchema().then((file) => file.stationNoteDraft),
    toPayload: (values) => toPayload(text, values, { eventId: event.id }),
  });
  const add = useAction("POST /station/{gateId}/notes", { topics: ["events"], onSuccess: onClose });
  const save = form.onSubmit((body) => add.mutate({ params: { gateId }, body }));
  return (
    <form
      ref={form.ref}
      className={classes.choices}
      aria-label="Note"
      noValidate
      onSubmit={(submitted) => void save(submitted)}
    >
      <FieldInputs fields={text} form={form} />
      <Button type="submit" size="lg" loading={add.isPending}>
        Add note
      </Button>
    </form>
  );
}
