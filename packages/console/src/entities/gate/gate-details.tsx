import { commandMessages } from "@gatehouse/contract/entities/command.messages";
import type { Gate } from "@gatehouse/contract/entities/gate";
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { CommandList } from "../../access/command-list.tsx";
import { GateOverrides } from "../../access/gate-overrides.tsx";
import { errorText } from "../../api/api-error.ts";
import { callQuery } from "../../api/call-query.ts";
import { useSite } from "../../api/site.ts";
import { LoadFailure } from "../../ui/load-failure.tsx";
import classes from "./gate-details.module.css";
import { GateLive } from "./gate-live.tsx";
import { GatePassages } from "./gate-passages.tsx";
import { GateStates } from "./gate-states.tsx";
import { ManualControl } from "./manual-control.tsx";

const maxShown = 8;

interface GateDetailsProps {
  gate: Gate;
  isDeleted: boolean;
  /** The gate's form. */
  children: ReactNode;
}

/** A gate: its status, manual control, recent activity and settings. */
export function GateDetails({ gate, isDeleted, children }: GateDetailsProps) {
  return (
    <div className={classes.sheet}>
      {!isDeleted && <GateStatus gate={gate} />}
      <section className={classes.part} aria-label="Settings">
        {!isDeleted && <h3>Settings</h3>}
        {children}
      </section>
    </div>
  );
}

/** Device states, manual control, and the last passages and commands of a gate. */
function GateStatus({ gate }: { gate: Gate }) {
  const { timeZone } = useSite();
  const activity = useQuery(callQuery("events", "GET /gates/{id}/activity", { params: { id: gate.id } }));
  return (
    <>
      <section className={classes.part} aria-label="Wiring">
        <h2 className={classes.name}>{gate.name}</h2>
        <GateStates gate={gate} activity={activity.data} />
      </section>
      <div className={classes.now}>
        <GateLive gate={gate} passages={activity.data?.passages} timeZone={timeZone} />
        <ManualControl gate={gate} />
      </div>
      <section className={classes.part} aria-label="Overrides of this gate">
        <h3>Overrides</h3>
        <GateOverrides gate={gate} />
      </section>
      {activity.isError && activity.data === undefined && (
        <LoadFailure
          text={errorText(activity.error, commandMessages["GET /gates/{id}/activity"].failure)}
          onRetry={() => void activity.refetch()}
        />
      )}
      <div className={classes.columns}>
        <section className={classes.part} aria-label="Last passages">
          <h3>Last passages</h3>
          {activity.isPending && <Skeleton height={120} radius={6} />}
          {activity.data && <GatePassages passages={activity.data.passages.slice(0, maxShown)} timeZone={timeZone} />}
        </section>
        <section className={classes.part} aria-label="Last commands">
          <h3>Last commands</h3>
          {activity.isPending && <Skeleton height={120} radius={6} />}
          {activity.data?.commands.length === 0 && <p className={classes.none}>No commands yet.</p>}
          {activity.data && <CommandList commands={activity.data.commands.slice(0, maxShown)} timeZone={timeZone} />}
        </section>
      </div>
    </>
  );
}
