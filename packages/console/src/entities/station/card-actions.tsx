import type { Gate } from "@gatehouse/contract/entities/gate/gate.schema";
import type { StationCard } from "@gatehouse/contract/entities/station/station.schema";
import { toAccessOutcome } from "@gatehouse/contract/events/access-outcome";
import { Button, Kbd } from "@mantine/core";
import {
  IconBan,
  IconBarrierBlock,
  IconCheck,
  IconNote,
  IconPencil,
  IconPhone,
  IconUserPlus,
  type TablerIcon,
} from "@tabler/icons-react";
import { useMay } from "../../api/permissions.ts";
import classes from "./station-card.module.css";

type Candidate = StationCard["candidates"][number];

/** What a guard can do about a card. A candidate is kept: the card has none any more once its plate is corrected. */
export type CardAction = "open" | "visitor" | "correct" | "deny" | "call" | "note" | { readonly candidate: Candidate };

interface OfferedAction {
  readonly key: string;
  readonly label: string;
  readonly icon: TablerIcon;
  readonly action: CardAction;
  readonly isPrimary?: boolean;
}

/** The actions that a card offers to the signed-in person, with their keys; the most likely one is the primary. */
export function useCardActions(gate: Gate, { event, candidates, opening }: StationCard): OfferedAction[] {
  const may = useMay();
  const canOpen = may("POST /events/{module}/{id}/open") && gate.boomBarriers.length > 0;
  const canAct = may("POST /events/{module}/{id}/deny");
  const outcome = toAccessOutcome(event.isGranted, event.barrierFailure);
  const isVisitor = outcome === "denied" && candidates.length === 0 && opening === null;
  const isPlate = event.module === "ANPR_ACCESS_CONTROL";
  return [
    ...candidates.flatMap((candidate, place): OfferedAction[] =>
      canOpen
        ? [
            {
              key: String(place + 1),
              label: candidates.length === 1 ? "It is this one" : `It is number ${place + 1}`,
              icon: IconCheck,
              action: { candidate },
              isPrimary: place === 0,
            },
          ]
        : [],
    ),
    ...(canOpen
      ? [
          {
            key: "o",
            label: outcome === "not-opened" || opening !== null ? "Open again" : "Open",
            icon: IconBarrierBlock,
            action: "open" as const,
            isPrimary: candidates.length === 0 && !isVisitor,
          },
        ]
      : []),
    ...(canOpen && may("POST /access/passes")
      ? [{ key: "v", label: "Admit visitor", icon: IconUserPlus, action: "visitor" as const, isPrimary: isVisitor }]
      : []),
    ...(canAct
      ? [
          { key: "d", label: "Deny", icon: IconBan, action: "deny" as const },
          ...(isPlate ? [{ key: "p", label: "Correct plate", icon: IconPencil, action: "correct" as const }] : []),
          { key: "c", label: "Call", icon: IconPhone, action: "call" as const },
          { key: "n", label: "Note", icon: IconNote, action: "note" as const },
        ]
      : []),
  ];
}

interface CardActionsProps {
  actions: readonly OfferedAction[];
  /** Their keys work. */
  hasKeys: boolean;
  isDisabled: boolean;
  onChoose: (action: CardAction) => void;
}

/** The buttons of a card. */
export function CardActions({ actions, hasKeys, isDisabled, onChoose }: CardActionsProps) {
  if (actions.length === 0) return null;
  return (
    <div className={classes.actions}>
      {actions.map(({ key, label, icon: Icon, action, isPrimary = false }) => (
        <Button
          key={key}
          className={classes.action ?? ""}
          size="lg"
          variant={isPrimary ? "filled" : "default"}
          disabled={isDisabled}
          leftSection={<Icon size={22} aria-hidden />}
          rightSection={hasKeys && <Kbd aria-hidden>{key.toUpperCase()}</Kbd>}
          onClick={() => onChoose(action)}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}
