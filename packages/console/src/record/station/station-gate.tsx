import type { Gate } from "@gatehouse/contract/entities/gate";
import { loopStateTitles, minShownMs, type Station } from "@gatehouse/contract/entities/station";
import { stationMessages } from "@gatehouse/contract/entities/station.messages";
import { ActionIcon, Kbd, Skeleton } from "@mantine/core";
import { IconCar, IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { errorText } from "../../api/api-error.ts";
import { callQuery } from "../../api/call-query.ts";
import { useSite } from "../../api/site.ts";
import { GateDirection } from "../../gate/gate-direction.tsx";
import { RelativeTime } from "../../ui/date-time.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { formatSince } from "../../ui/format-time.ts";
import { LoadError } from "../../ui/load-error.tsx";
import { useSettled } from "../../ui/use-settled.ts";
import { EarlierVehicles } from "./earlier-vehicles.tsx";
import { NoGate } from "./no-gate.tsx";
import {
  type ChosenCard,
  chooseCard,
  findAtBarrier,
  findReadBehind,
  findShown,
  type HeldCard,
  type StationCards,
} from "./shown-card.ts";
import classes from "./station.module.css";
import { StationCard } from "./station-card.tsx";
import { readOf } from "./station-event.ts";
import { stationQuery } from "./station-query.ts";
import { WaitingQueue } from "./waiting-queue.tsx";

interface StationGateProps {
  gateId: number;
  /** Other gates are beside it. */
  isTiled: boolean;
  /** The keys of the station act on its card. */
  hasKeys: boolean;
  /** The tools of the station, if it has no bar of its own. */
  tools: ReactNode;
  onFocus: () => void;
  onRemove: () => void;
}

/** The vehicles at a gate, and what a guard can do about them. */
export function StationGate({ gateId, isTiled, hasKeys, tools, onFocus, onRemove }: StationGateProps) {
  const { timeZone } = useSite();
  const gates = useQuery(callQuery("gates", "GET /gates"));
  const station = useQuery(stationQuery(gateId));
  const [held, setHeld] = useState<HeldCard>();
  const [chosen, setChosen] = useState<ChosenCard>();
  const gate = gates.data?.find(({ id }) => id === gateId);
  const cards: StationCards = station.data ?? { waiting: [], left: [], earlier: [] };
  const { waiting, left, earlier } = cards;
  const card = findShown(cards, { held: held?.card, chosen });
  const atBarrier = findAtBarrier(cards);
  const choose = (id: number) => setChosen(chooseCard(cards, id));
  // Another read of the same vehicle is not another vehicle.
  const isSettled = useSettled(card && readOf(card.event).text, minShownMs);
  if (gates.data && !gate) return <NoGate isTiled={isTiled} onRemove={onRemove} />;
  return (
    <section
      className={classes.gate}
      aria-label={gate?.name ?? "Gate"}
      // A screen reader says which gate has the keys.
      aria-current={isTiled && hasKeys ? "true" : undefined}
      tabIndex={-1}
      onFocusCapture={onFocus}
      onPointerDownCapture={onFocus}
    >
      <GateHead gate={gate} station={station.data} timeZone={timeZone} hint={isTiled && <KeysHint isShown={hasKeys} />}>
        {isTiled && (
          <ActionIcon
            className={classes.remove}
            variant="subtle"
            color="gray"
            size={36}
            aria-label={`Remove ${gate?.name ?? "gate"} from the screen`}
            onClick={onRemove}
          >
            <IconX size={18} aria-hidden />
          </ActionIcon>
        )}
        {tools}
      </GateHead>
      {(gates.isPending || station.isPending) && <Skeleton height={360} radius={8} />}
      {station.isError && station.data === undefined && (
        <LoadError
          text={errorText(station.error, stationMessages["GET /station/{gateId}"].failure)}
          onRetry={() => void station.refetch()}
        />
      )}
      {gate && station.data && card && (
        <StationCard
          key={card.event.id}
          gate={gate}
          card={card}
          contacts={station.data.contacts}
          atBarrier={atBarrier}
          readBehind={held && findReadBehind(cards, held)}
          isWaiting={waiting.includes(card) || left.includes(card)}
          isTiled={isTiled}
          isSettled={isSettled}
          hasKeys={hasKeys}
          timeZone={timeZone}
          onHold={(isHeld) => setHeld(isHeld ? { card, before: cards } : undefined)}
        />
      )}
      {waiting.some((one) => one !== card) && (
        <WaitingQueue
          name="Waiting vehicles"
          title={`${waiting.length} waiting`}
          cards={waiting}
          shown={card}
          timeZone={timeZone}
          onChoose={choose}
        />
      )}
      {left.length > 0 && (
        <WaitingQueue
          name="Vehicles that may have left"
          title="Left?"
          cards={left}
          shown={card}
          timeZone={timeZone}
          onChoose={choose}
        />
      )}
      {gate && station.data && !card && (
        <EmptyState icon={IconCar} title="No vehicles yet">
          The next vehicle at this gate appears here.
        </EmptyState>
      )}
      {earlier.length > 0 && (
        <EarlierVehicles cards={earlier.filter((one) => one !== card)} timeZone={timeZone} onChoose={choose} />
      )}
      {station.data && <ShiftNotes notes={station.data.notes} timeZone={timeZone} />}
    </section>
  );
}

const KeysHint = ({ isShown }: { isShown: boolean }) =>
  isShown && (
    <span className={classes.keys}>
      <Kbd aria-hidden>←</Kbd>
      <Kbd aria-hidden>→</Kbd> Keys act here
    </span>
  );

interface GateHeadProps {
  gate: Gate | undefined;
  station: Station | undefined;
  timeZone: string;
  /** Whether the keys act on this gate, if there are others. */
  hint: ReactNode;
  children: ReactNode;
}

/** The name of a gate, what is on its loop, and who is on duty. */
function GateHead({ gate, station, timeZone, hint, children }: GateHeadProps) {
  const { loop = null, onDuty = null } = station ?? {};
  return (
    <header className={classes.head}>
      <h2>{gate?.name}</h2>
      {gate && <GateDirection gate={gate} />}
      <div className={classes.facts}>
        {hint}
        {loop && (
          <span className={classes.loop} data-state={loop}>
            {loopStateTitles[loop]}
          </span>
        )}
        {onDuty && (
          <span className={classes.quiet}>
            {`${onDuty.by} since ${formatSince(new Date(onDuty.since), new Date(), timeZone)}`}
          </span>
        )}
      </div>
      {children}
    </header>
  );
}

/** The notes since the last handover. */
function ShiftNotes({ notes, timeZone }: { notes: Station["notes"]; timeZone: string }) {
  if (notes.length === 0) return null;
  return (
    <section className={classes.notes} aria-label="Notes of this shift">
      <h3>Notes of this shift</h3>
      <ul>
        {notes.map(({ id, text, by, at }) => (
          <li key={id}>
            {text}
            <span className={classes.quiet}>
              {` ${by}, `}
              <RelativeTime at={at} timeZone={timeZone} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
