import type { Gate } from "@gatehouse/contract/entities/gate/gate.schema";
import { overviewMessages } from "@gatehouse/contract/entities/overview/overview.messages";
import type { GateNow } from "@gatehouse/contract/entities/overview/overview.schema";
import { codeOf } from "@gatehouse/contract/modules/registry";
import { Button, Skeleton } from "@mantine/core";
import { IconBarrierBlock } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { GateDirection } from "../../access/gate-direction.tsx";
import { StateBadge, type StateText } from "../../access/hardware-state.tsx";
import { hasLivePicture, LiveCamera } from "../../access/live-camera.tsx";
import { AccessOutcome } from "../../access/outcome.tsx";
import { PlateFace } from "../../access/plate.tsx";
import { errorText } from "../../api/api-error.ts";
import { callQuery } from "../../api/call-query.ts";
import { useMay } from "../../api/permissions.ts";
import { useSite } from "../../api/site.ts";
import { Card } from "../../ui/card.tsx";
import { RelativeTime } from "../../ui/date-time.tsx";
import { formatClockSeconds } from "../../ui/format-time.ts";
import { lazyWithRetry } from "../../ui/lazy-with-retry.ts";
import { LoadFailure } from "../../ui/load-failure.tsx";
import classes from "./gate-cards.module.css";
import { type Part, useWiredHardware } from "./wired-hardware.ts";

const OpenDialog = lazyWithRetry(() => import("./open-dialog.tsx"));

const module = "anpr-ac";
const pages = { "anpr-ac": "/access-control/events", "rfid-ac": "/access-control/rfid-events" } as const;
const parts: readonly Part[] = ["boomBarriers", "sensors", "cameras", "displays"];

/** OPS-1: each gate now: picture, latest vehicle, state of its hardware, and Open. */
export function GateCards() {
  const gates = useQuery(callQuery("gates", "GET /gates"));
  const now = useQuery(callQuery("events", "GET /overview/gates"));
  const [opened, setOpened] = useState<Gate>();
  const failed = [gates, now].find((query) => query.isError && query.data === undefined);
  if (failed)
    return (
      <LoadFailure
        text={errorText(failed.error, overviewMessages["GET /overview/gates"].failure)}
        onRetry={() => void failed.refetch()}
      />
    );
  if (!gates.data || !now.data) return <Skeleton height={280} radius={8} />;
  if (gates.data.length === 0)
    return (
      <p className={classes.none}>
        No gates yet. Add them under <Link to="/access-control/gates-and-actuators">Gates &amp; Actuators</Link>.
      </p>
    );
  const latestOf = (id: number) => now.data.find((gate) => gate.id === id)?.latest ?? null;
  return (
    <>
      <ul className={classes.cards} aria-label="Gates">
        {gates.data.map((gate) => (
          <GateCard key={gate.id} gate={gate} latest={latestOf(gate.id)} onOpen={() => setOpened(gate)} />
        ))}
      </ul>
      <Suspense>{opened && <OpenDialog gate={opened} onClose={() => setOpened(undefined)} />}</Suspense>
    </>
  );
}

interface GateCardProps {
  gate: Gate;
  latest: GateNow["latest"];
  onOpen: () => void;
}

function GateCard({ gate, latest, onOpen }: GateCardProps) {
  const may = useMay();
  const canOpen = gate.boomBarriers.length > 0 && may("POST /gates/{id}/open");
  return (
    <li>
      <Card
        isInner
        title={gate.name}
        action={
          <div className={classes.latest}>
            <GateDirection gate={gate} />
            {canOpen && (
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<IconBarrierBlock size={14} aria-hidden />}
                aria-label={`Open ${gate.name}`}
                onClick={onOpen}
              >
                Open
              </Button>
            )}
          </div>
        }
      >
        <GatePicture gate={gate} latest={latest} />
        <LatestVehicle latest={latest} />
        <GateDevices gate={gate} />
      </Card>
    </li>
  );
}

function GatePicture({ gate, latest }: Pick<GateCardProps, "gate" | "latest">) {
  const { timeZone } = useSite();
  const cameras = useQuery(callQuery("cameras", "GET /cameras/{module}", { params: { module } }));
  const camera = cameras.data?.find(({ id }) => id === gate.cameraId);
  const image = latest && "images" in latest ? latest.images.fullImage : null;
  if (!camera || (!hasLivePicture(camera) && image === null)) return null;
  const caption = latest ? `Last vehicle, ${formatClockSeconds(new Date(latest.dateTime), timeZone)}` : "";
  return (
    <LiveCamera
      module={module}
      camera={camera}
      timeZone={timeZone}
      isSmall
      last={image ? { image, caption } : undefined}
    />
  );
}

function LatestVehicle({ latest }: Pick<GateCardProps, "latest">) {
  const { timeZone } = useSite();
  if (latest === null) return <p className={classes.none}>No vehicles yet.</p>;
  const isTag = latest.module === "RFID_ACCESS_CONTROL";
  const page = pages[codeOf(latest.module) as keyof typeof pages];
  const tab = latest.status === "RECEIVED" ? { tab: "received" } : {};
  return (
    <p className={classes.latest}>
      <PlateFace text={isTag ? latest.tag : latest.lp} isTag={isTag} />
      <AccessOutcome
        isGranted={isTag ? latest.status === "PROCESSED" : latest.isGranted}
        barrierFailure={latest.barrierFailure}
      />
      <Link to={page} search={{ ...tab, open: `events.${latest.id}` }}>
        <RelativeTime at={latest.dateTime} timeZone={timeZone} />
      </Link>
    </p>
  );
}

/** The state of the barrier, the reader, the camera, the displays and their boards. */
function GateDevices({ gate }: { gate: Gate }) {
  const hardwareOf = useWiredHardware();
  const cameras = useQuery(callQuery("cameras", "GET /cameras/{module}", { params: { module } }));
  const devices = useQuery(callQuery("ai_devices", "GET /ai-devices/{module}", { params: { module } }));
  const cameraState = (id: number): StateText | undefined => {
    const camera = cameras.data?.find((one) => one.id === id);
    const device = devices.data?.find((one) => one.id === camera?.aiDeviceId);
    if (!device || device.healthSince === null) return undefined;
    return device.isHealthy && camera?.isHealthy !== false
      ? { text: "Healthy", tone: "ok" }
      : { text: "Not responding", tone: "bad" };
  };
  const rows = parts.flatMap((part) =>
    gate[part].map(({ id, name }) => ({
      key: `${part} ${id}`,
      name,
      states: part === "cameras" ? [cameraState(id)] : hardwareOf(part, id),
    })),
  );
  if (rows.length === 0) return null;
  return (
    <ul className={classes.devices} aria-label={`Hardware of ${gate.name}`}>
      {rows.map(({ key, name, states }) => {
        const known = states.filter((state) => state !== undefined);
        return (
          <li key={key}>
            <span>{name}</span>
            {known.length === 0 ? (
              <span className={classes.none}>Not checked</span>
            ) : (
              known.map((state) => <StateBadge key={state.text} state={state} />)
            )}
          </li>
        );
      })}
    </ul>
  );
}
