import type { Gate } from "@gatehouse/contract/entities/gate";
import type { Station, StationCard } from "@gatehouse/contract/entities/station";
import { PlateFace } from "../../access/plate.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { AdmitVisitor } from "./admit-visitor.tsx";
import { CallContact } from "./call-contact.tsx";
import type { CardAction } from "./card-actions.tsx";
import { ConfirmCandidate } from "./confirm-candidate.tsx";
import { CorrectPlate } from "./correct-plate.tsx";
import { DenyVehicle, NoteVehicle } from "./deny-and-note.tsx";
import { OpenGate } from "./open-gate.tsx";
import classes from "./station-card.module.css";
import { readOf, toAwayText } from "./station-event.ts";

interface CardDialogsProps {
  gate: Gate;
  card: StationCard;
  atBarrier: StationCard | undefined;
  contacts: Station["contacts"];
  action: CardAction | undefined;
  onClose: () => void;
}

/** The dialogs of a card. */
export function CardDialogs({ gate, card, atBarrier, contacts, action, onClose }: CardDialogsProps) {
  const { event } = card;
  const candidate = typeof action === "object" ? action.candidate : undefined;
  const isOpen = (one: CardAction) => action === one;
  // The dialog covers the card, and other gates may be beside it.
  const vehicle = (
    <>
      <p className={classes.subject}>
        <PlateFace {...(card.correction ? { text: card.correction.lp } : readOf(event))} /> {gate.name}
      </p>
      {card.away !== null && (
        <p className={classes.handling} role="alert">
          {toAwayText(card, atBarrier)}
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
        <AdmitVisitor gate={gate} card={card} onClose={onClose} />
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
