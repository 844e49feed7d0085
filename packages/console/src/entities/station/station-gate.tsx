import { stationMessages } from "@gatehouse/contract/entities/station/station.messages";
import { loopStateTitles } from "@gatehouse/contract/entities/station/station-values";
import { Skeleton } from "@mantine/core";
import { IconBarrierBlock, IconCar } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { GateDirection } from "../../access/gate-direction.tsx";
import { errorText } from "../../api/api-error.ts";
import { callQuery } from "../../api/call-query.ts";
import { useLiveState } from "../../api/live-link.ts";
import { useSite } from "../../api/site.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { formatClock } from "../../ui/format-time.ts";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { EarlierVehicles } from "./earlier-vehicles.tsx";
import { ShiftNotes } from "./shift-notes.tsx";
import classes from "./station.module.css";
import { StationCard } from "./station-card.tsx";
import { StationTools } from "./station-tools.tsx";
import { useStationSounds } from "./use-station-sounds.ts";
import { WaitingQueue } from "./waiting-queue.tsx";

/** Cards also close by time, and when the loop becomes free. */
const refetchIntervalMs = 5_000;

/** OPS-3: the vehicles at a gate, and what a guard can do about them. */
export function StationGate({ gateId }: { gateId: number }) {
  const { timeZone } = useSite();
  const gates = useQuery(callQuery("gates", "GET /gates"));
  const station = useQuery({
    ...callQuery("events", "GET /station/{gateId}", { params: { gateId } }),
    refetchInterval: refetchIntervalMs,
  });
  // A vehicle stays on screen while a guard handles it, and if they chose it.
  const [chosenId, setChosenId] = useState<number>();
  const gate = gates.data?.find(({ id }) => id === gateId);
  const { waiting = [], earlier = [] } = station.data ?? {};
  const card = [...waiting, ...earlier].find(({ event }) => event.id === chosenId) ?? waiting[0] ?? earlier[0];
  useStationSounds(station.data);
  if (gates.data && !gate) return <NoGate />;
  return (
    <div className={classes.station}>
      <header className={classes.head}>
        <h2>{gate?.name}</h2>
        {gate && <GateDirection gate={gate} />}
        {station.data?.loop && (
          <span className={classes.loop} data-state={station.data.loop}>
            {loopStateTitles[station.data.loop]}
          </span>
        )}
        <StationTools gateId={gateId} onDuty={station.data?.onDuty ?? null} timeZone={timeZone} />
      </header>
      <LostConnection timeZone={timeZone} />
      {(gates.isPending || station.isPending) && <Skeleton height={360} radius={8} />}
      {station.isError && station.data === undefined && (
        <LoadFailure
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
          isWaiting={waiting.includes(card)}
          timeZone={timeZone}
          onHold={(isHeld) => setChosenId(isHeld ? card.event.id : undefined)}
        />
      )}
      {waiting.length > 1 && <WaitingQueue cards={waiting} shown={card} timeZone={timeZone} onChoose={setChosenId} />}
      {gate && station.data && !card && (
        <EmptyState icon={IconCar} title="No vehicles yet">
          The next vehicle at this gate appears here.
        </EmptyState>
      )}
      {earlier.length > 0 && (
        <EarlierVehicles cards={earlier.filter((one) => one !== card)} timeZone={timeZone} onChoose={setChosenId} />
      )}
      {station.data && <ShiftNotes notes={station.data.notes} timeZone={timeZone} />}
    </div>
  );
}

/** OPS-3: what is shown may be outdated, and nothing can be opened. */
function LostConnection({ timeZone }: { timeZone: string }) {
  const state = useLiveState();
  if (state.kind !== "offline") return null;
  return (
    <p className={classes.lost} role="alert">
      {`No connection since ${formatClock(new Date(state.sinceMs), timeZone)}. Vehicles that arrive now are not shown, and the station can't open the gate.`}
    </p>
  );
}

const NoGate = () => (
  <div className={classes.station}>
    <EmptyState
      icon={IconBarrierBlock}
      title="This gate does not exist"
      action={<Link to="/station">Choose another gate</Link>}
    >
      It was deleted, or you are limited to other gates.
    </EmptyState>
  </div>
);
