import { commandMessages } from "@gatehouse/contract/entities/command/command.messages";
import { Skeleton } from "@mantine/core";
import { IconBarrierBlock, IconCar } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { ActingPerson } from "../../access/acting-person.tsx";
import { Direction } from "../../access/direction.tsx";
import { errorText } from "../../api/api-error.ts";
import { callQuery } from "../../api/call-query.ts";
import { useSite } from "../../api/site.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { EarlierVehicles } from "./earlier-vehicles.tsx";
import classes from "./station.module.css";
import { StationCard } from "./station-card.tsx";

const maxEarlier = 6;

/** OPS-3: the vehicle at a gate, and what a guard can do about it. */
export function StationGate({ gateId }: { gateId: number }) {
  const { timeZone } = useSite();
  const gates = useQuery(callQuery("gates", "GET /gates"));
  const activity = useQuery(callQuery("events", "GET /gates/{id}/activity", { params: { id: gateId } }));
  const gate = gates.data?.find(({ id }) => id === gateId);
  // A vehicle stays on screen while a guard handles it.
  const [heldId, setHeldId] = useState<number>();
  const passages = activity.data?.passages ?? [];
  const current = passages.find(({ id }) => id === heldId) ?? passages[0];
  const earlier = passages.filter((event) => event !== current);
  if (gates.data && !gate) {
    return (
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
  }
  return (
    <div className={classes.station}>
      <header className={classes.head}>
        <h2>{gate?.name}</h2>
        {gate && <Direction type={gate.type} />}
        <Link to="/station" className={classes.change}>
          All gates
        </Link>
        <ActingPerson />
      </header>
      {(gates.isPending || activity.isPending) && <Skeleton height={360} radius={8} />}
      {activity.isError && activity.data === undefined && (
        <LoadFailure
          text={errorText(activity.error, commandMessages["GET /gates/{id}/activity"].failure)}
          onRetry={() => void activity.refetch()}
        />
      )}
      {gate && activity.data && current && (
        <StationCard
          key={current.id}
          gate={gate}
          event={current}
          commands={activity.data.commands}
          timeZone={timeZone}
          onHold={(isHeld) => setHeldId(isHeld ? current.id : undefined)}
        />
      )}
      {gate && activity.data && !current && (
        <EmptyState icon={IconCar} title="No vehicles yet">
          The next vehicle at this gate appears here.
        </EmptyState>
      )}
      {earlier.length > 0 && <EarlierVehicles events={earlier.slice(0, maxEarlier)} timeZone={timeZone} />}
    </div>
  );
}
