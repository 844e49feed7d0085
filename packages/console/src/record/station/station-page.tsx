import type { Gate } from "@gatehouse/contract/entities/gate";
import { gateMessages } from "@gatehouse/contract/entities/gate.messages";
import { Button, Skeleton } from "@mantine/core";
import { IconBarrierBlock, IconLayoutGrid } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { AccessOutcome } from "../../access/outcome.tsx";
import { errorText } from "../../api/api-error.ts";
import { callQuery } from "../../api/call-query.ts";
import { useSite } from "../../api/site.ts";
import { GateDirection } from "../../gate/gate-direction.tsx";
import { RelativeTime } from "../../ui/date-time.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { lazyWithRetry } from "../../ui/lazy-with-retry.ts";
import { LoadError } from "../../ui/load-error.tsx";
import { Page } from "../../ui/page.tsx";
import { PlateFace } from "../../ui/plate.tsx";
import classes from "./station.module.css";
import { StationBoard } from "./station-board.tsx";
import { readOf } from "./station-event.ts";
import { toStationLink } from "./use-watched-gates.ts";

/** The gate station: the gates to choose from, or one or several of them. */
export default function StationPage() {
  const { gateId } = useParams({ strict: false });
  return gateId === undefined ? <StationGates /> : <StationBoard />;
}

const GatePicker = lazyWithRetry(() => import("./gate-picker.tsx"));

/** The gates that a person can watch. */
function StationGates() {
  const [isPicking, setIsPicking] = useState(false);
  const navigate = useNavigate();
  const gates = useQuery(callQuery("gates", "GET /gates"));
  return (
    <Page
      purpose="Choose the gate that you watch."
      tools={
        gates.data &&
        gates.data.length > 1 && (
          <Button
            variant="default"
            leftSection={<IconLayoutGrid size={16} aria-hidden />}
            onClick={() => setIsPicking(true)}
          >
            Watch several gates
          </Button>
        )
      }
    >
      {gates.isPending && <Skeleton height={120} radius={8} />}
      {gates.isError && gates.data === undefined && (
        <LoadError
          text={errorText(gates.error, gateMessages["GET /gates"].failure)}
          onRetry={() => void gates.refetch()}
        />
      )}
      {gates.data?.length === 0 && (
        <EmptyState icon={IconBarrierBlock} title="No gates yet">
          Gates are added on Gates & Actuators.
        </EmptyState>
      )}
      <Suspense>
        {isPicking && gates.data && (
          <GatePicker
            gates={gates.data}
            chosen={[]}
            onChoose={(gateIds) => void navigate(toStationLink(gateIds))}
            onClose={() => setIsPicking(false)}
          />
        )}
      </Suspense>
      {gates.data && gates.data.length > 0 && (
        <ul className={classes.gates} aria-label="Gates">
          {gates.data.map((gate) => (
            <GateTile key={gate.id} gate={gate} />
          ))}
        </ul>
      )}
    </Page>
  );
}

function GateTile({ gate }: { gate: Gate }) {
  const { timeZone } = useSite();
  const activity = useQuery(callQuery("events", "GET /gates/{id}/activity", { params: { id: gate.id } }));
  const last = activity.data?.passages[0];
  return (
    <li className={classes.tile}>
      <Link to="/station/$gateId" params={{ gateId: String(gate.id) }} className={classes.tileName}>
        {gate.name}
      </Link>
      <GateDirection gate={gate} />
      {last && (
        <p className={classes.tileLast}>
          <PlateFace {...readOf(last)} />
          <AccessOutcome isGranted={last.isGranted} barrierFailure={last.barrierFailure} />
          <RelativeTime at={last.dateTime} timeZone={timeZone} />
        </p>
      )}
      {activity.data && last === undefined && <p className={classes.quiet}>No vehicles yet.</p>}
    </li>
  );
}
