import type { Gate } from "@gatehouse/contract/entities/gate";
import type { Station, StationCard } from "@gatehouse/contract/entities/station";
import type { plateCorrectionDraft } from "@gatehouse/contract/events/plate-correction";
import { isMisread } from "@gatehouse/contract/fields/confusable";
import { normalizeIdentifier } from "@gatehouse/contract/fields/identifier-text";
import { configPermission } from "@gatehouse/contract/permissions";
import { Button } from "@mantine/core";
import { IconPhone } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { Input } from "../../api/call.ts";
import { useMay } from "../../api/permissions.ts";
import { useAction } from "../../api/use-action.ts";
import { type Field, type FieldName, toFormValues, toPayload, type Values } from "../../forms/field.ts";
import { FieldInputs } from "../../forms/field-input.tsx";
import { useForm } from "../../forms/use-form.ts";
import { useStillThere } from "../../gate/still-there.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { PlateFace } from "../../ui/plate.tsx";
import { rememberLabel } from "../events/remembered-misread.tsx";
import { AdmitVisitor } from "./admit-visitor.tsx";
import type { CardAction } from "./card-actions.tsx";
import { ConfirmCandidate } from "./confirm-candidate.tsx";
import { DenyVehicle, NoteVehicle } from "./deny-and-note.tsx";
import { OpenGate } from "./open-gate.tsx";
import classes from "./station-card.module.css";
import { readOf, toAwayText, toEventParams } from "./station-event.ts";

const key = "POST /events/{module}/{id}/correct";

const fields: readonly Field<FieldName<typeof plateCorrectionDraft>>[] = [
  { kind: "text", name: "plate", label: "Actual plate", help: "The read stays recorded. No gate opens." },
  { kind: "text", name: "reason", label: "Reason", initial: "Misread plate" },
];
const remember: Field<FieldName<typeof plateCorrectionDraft>> = {
  kind: "switch",
  name: "remember",
  label: rememberLabel,
  help: "Offered because the plates look alike. It can be taken back on the card.",
};

/** Corrects the plate of a vehicle. */
function CorrectPlate({ card, onClose }: { card: StationCard; onClose: () => void }) {
  const read = normalizeIdentifier(readOf(card.event).text);
  const isAlike = ({ plate }: Values) => isMisread(read, normalizeIdentifier(String(plate)), card.confusions);
  const check = useStillThere(card.event, toAwayText(card, undefined));
  const form = useForm<Values, Input<typeof key>["body"]>({
    draft: `correct.${card.event.module}.${card.event.id}`,
    initial: toFormValues([...fields, remember], undefined),
    schema: () => import("@gatehouse/contract/events/plate-correction").then((file) => file.plateCorrectionDraft),
    toPayload: (values) => toPayload(isAlike(values) ? [...fields, remember] : fields, values, {}),
  });
  const correct = useAction(key, {
    topics: ["events", "data_quality"],
    onSuccess: onClose,
    handles: (error) => form.blame(error),
  });
  const save = form.onSubmit((body) => check.send(() => correct.mutate({ params: toEventParams(card.event), body })));
  return (
    <form
      ref={form.ref}
      className={classes.choices}
      aria-label="Correct plate"
      noValidate
      onSubmit={(submitted) => void save(submitted)}
    >
      <FieldInputs fields={isAlike(form.values) ? [...fields, remember] : fields} form={form} />
      <Button type="submit" size="lg" loading={correct.isPending}>
        Correct
      </Button>
      {check.dialog}
    </form>
  );
}

interface CardDialogsProps {
  gate: Gate;
  card: StationCard;
  atBarrier: StationCard | undefined;
  /** The newest vehicle that was read behind this one since the dialog was opened. */
  readBehind: StationCard | undefined;
  contacts: Station["contacts"];
  action: CardAction | undefined;
  onClose: () => void;
}

export function CardDialogs({ gate, card, atBarrier, readBehind, contacts, action, onClose }: CardDialogsProps) {
  const { event } = card;
  const candidate = typeof action === "object" ? action.candidate : undefined;
  const isOpen = (one: CardAction) => action === one;
  const since = toAwayText(card, atBarrier) ?? (readBehind ? toAwayText({ away: "newer" }, readBehind) : null);
  // The dialog covers the card, and other gates may be beside it.
  const vehicle = (
    <>
      <p className={classes.subject}>
        <PlateFace {...(card.correction ? { text: card.correction.lp } : readOf(event))} /> {gate.name}
      </p>
      {since !== null && (
        <p className={classes.handling} role="alert">
          {since}
        </p>
      )}
    </>
  );
  return (
    <>
      <Dialog opened={isOpen("open")} title={`Open ${gate.name}`} onClose={onClose}>
        {vehicle}
        <OpenGate card={card} onClose={onClose} />
      </Dialog>
      <Dialog opened={isOpen("visitor")} title="Admit visitor" keepsTyped onClose={onClose}>
        {vehicle}
        <AdmitVisitor card={card} onClose={onClose} />
      </Dialog>
      <Dialog opened={candidate !== undefined} title="It is this one" onClose={onClose}>
        {vehicle}
        {candidate && <ConfirmCandidate card={card} candidate={candidate} onClose={onClose} />}
      </Dialog>
      <Dialog opened={isOpen("correct")} title="Correct plate" keepsTyped onClose={onClose}>
        {vehicle}
        <CorrectPlate card={card} onClose={onClose} />
      </Dialog>
      <Dialog opened={isOpen("deny")} title="Turn away" keepsTyped onClose={onClose}>
        {vehicle}
        <DenyVehicle card={card} onClose={onClose} />
      </Dialog>
      <Dialog opened={isOpen("note")} title="Note" keepsTyped onClose={onClose}>
        {vehicle}
        <NoteVehicle gateId={gate.id} event={event} onClose={onClose} />
      </Dialog>
      <Dialog opened={isOpen("call")} title="Call" onClose={onClose}>
        {vehicle}
        <CallContact card={card} contacts={contacts} />
      </Dialog>
    </>
  );
}

interface CallContactProps {
  card: StationCard;
  contacts: Station["contacts"];
}

/** The phones of the host, of other hosts and of the site; the device dials. */
function CallContact({ card: { vehicle }, contacts }: CallContactProps) {
  const canConfigure = useMay()(configPermission("global"));
  const host = vehicle?.phone ? [{ name: vehicle.host ?? vehicle.name, phone: vehicle.phone }] : [];
  const others = contacts.filter(({ phone }) => phone !== host[0]?.phone);
  const all = [...host, ...others];
  if (all.length === 0) {
    return (
      <p>
        {"No phone is known. "}
        {canConfigure ? (
          <>
            {"Enter one with a visitor's host, or the phones of the site as stationContacts in "}
            <Link to="/configurations" search={{ q: "stationContacts" }}>
              Global Configurations
            </Link>
            .
          </>
        ) : (
          "Enter one with a visitor's host, or ask an administrator to enter the phones of the site."
        )}
      </p>
    );
  }
  return (
    <ul className={classes.contacts} aria-label="Contacts">
      {all.map(({ name, phone }) => (
        <li key={`${name} ${phone}`}>
          <Button
            component="a"
            href={`tel:${phone.replaceAll(/[^+\d]/g, "")}`}
            variant="default"
            size="lg"
            fullWidth
            justify="space-between"
            leftSection={<IconPhone size={20} aria-hidden />}
            rightSection={phone}
          >
            {name}
          </Button>
        </li>
      ))}
    </ul>
  );
}
