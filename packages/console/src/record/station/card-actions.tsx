import type { Gate } from "@gatehouse/contract/entities/gate";
import type { StationCard } from "@gatehouse/contract/entities/station";
import { toAccessOutcome } from "@gatehouse/contract/events/decision";
import { formatPlate } from "@gatehouse/contract/fields/plate-groups";
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
import type { Ref } from "react";
import { useMay } from "../../api/permissions.ts";
import classes from "./station-card.module.css";
import { readOf } from "./station-event.ts";

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
export function useCardActions(gate: Gate, card: StationCard): OfferedAction[] {
  const { event, candidates, opening } = card;
  const may = useMay();
  const canOpen = may("POST /events/{module}/{id}/open") && gate.boomBarriers.length > 0;
  const canAct = may("POST /events/{module}/{id}/deny");
  const outcome = toAccessOutcome(event.isGranted, event.barrierFailure);
  const isVisitor = outcome === "denied" && candidates.length === 0 && opening === null;
  const isPlate = event.module === "ANPR_ACCESS_CONTROL";
  return [
    ...candidates.flatMap((candidate, index): OfferedAction[] =>
      canOpen
        ? [
            {
              key: String(index + 1),
              label: `It is ${formatPlate(candidate.lp)}`,
              icon: IconCheck,
              action: { candidate },
              isPrimary: index === 0,
            },
          ]
        : [],
    ),
    ...(canOpen
      ? [
          {
            key: "o",
            label: toOpenLabel(card, outcome === "not-opened" || opening !== null ? "Open again" : "Open"),
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

/** The label of a button that opens, with the plate or tag that it opens for. */
export const toOpenLabel = ({ correction, event }: StationCard, action = "Open"): string =>
  `${action} for ${formatPlate(correction?.lp ?? readOf(event).text)}`;

interface CardActionsProps {
  ref: Ref<HTMLDivElement>;
  actions: readonly OfferedAction[];
  /** Their keys work. */
  hasKeys: boolean;
  isDisabled: boolean;
  onChoose: (action: CardAction) => void;
}

/** The buttons of a card. */
export function CardActions({ ref, actions, hasKeys, isDisabled, onChoose }: CardActionsProps) {
  if (actions.length === 0) return null;
  return (
    <div ref={ref} className={classes.actions}>
      {actions.map(({ key, label, icon: Icon, action, isPrimary = false }) => (
        <Button
          key={key}
          className={classes.action}
          size="lg"
          variant={isPrimary ? "filled" : "default"}
          disabled={isDisabled}
          leftSection={<Icon size={22} aria-hidden />}
          rightSection={hasKeys && <Kbd aria-hidden>{key.toUpperCase()}</Kbd>}
          aria-keyshortcuts={hasKeys ? key : undefined}
          onClick={() => onChoose(action)}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}
