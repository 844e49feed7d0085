import type { Gate } from "@gatehouse/contract/entities/gate";
import type { GateNow } from "@gatehouse/contract/entities/overview";
import { overviewMessages } from "@gatehouse/contract/entities/overview.messages";
import { codeOf } from "@gatehouse/contract/modules/registry";
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { memo } from "react";
import { Direction } from "../access/direction.tsx";
import { AccessOutcome } from "../access/outcome.tsx";
import { errorText } from "../api/api-error.ts";
import { callQuery } from "../api/call-query.ts";
import { useSite } from "../api/site.ts";
import { Card } from "../ui/card.tsx";
import { RelativeTime } from "../ui/date-time.tsx";
import { formatPastSeconds } from "../ui/format-time.ts";
import { LoadError } from "../ui/load-error.tsx";
import { PlateFace } from "../ui/plate.tsx";
import { hasLivePicture, LiveCamera } from "./live-camera.tsx";
import classes from "./site/gate-cards.module.css";
import { GateDevices } from "./site/gate-devices.tsx";
import { OpenButton } from "./site/open-button.tsx";

const module = "anpr-ac";
const pages = { "anpr-ac": "/access-control/events", "rfid-ac": "/access-control/rfid-events" } as const;

const gatesQuery = callQuery("gates", "GET /gates");
const gatesNowQuery = callQuery("events", "GET /overview/gates");
const camerasQuery = callQuery("cameras", "GET /cameras/{module}", { params: { module } });

/** Each gate now: picture, latest vehicle, state of its hardware, and Open. */
export function GateCards() {
  const gates = useQuery(gatesQuery);
  const now = useQuery(gatesNowQuery);
  const failed = [gates, now].find((query) => query.isError && query.data === undefined);
  if (failed)
    return (
      <LoadError
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
    <ul className={classes.cards} aria-label="Gates">
      {gates.data.map((gate) => (
        <GateCard key={gate.id} gate={gate} latest={latestOf(gate.id)} />
      ))}
    </ul>
  );
}

interface GateCardProps {
  gate: Gate;
  latest: GateNow["latest"];
}

/** Rendered again only when its own gate changes: a vehicle at one gate took 40 ms with six. */
const GateCard = memo(({ gate, latest }: GateCardProps) => (
  <li>
    <Card isInner title={gate.name} action={<OpenButton gate={gate} />}>
      <GatePicture gate={gate} latest={latest} />
      <LatestVehicle gate={gate} latest={latest} />
      <GateDevices gate={gate} />
    </Card>
  </li>
));

function GatePicture({ gate, latest }: Pick<GateCardProps, "gate" | "latest">) {
  const { timeZone } = useSite();
  const cameras = useQuery(camerasQuery);
  const camera = cameras.data?.find(({ id }) => id === gate.cameraId);
  const image = latest && "images" in latest ? latest.images.fullImage : null;
  if (!camera || (!hasLivePicture(camera) && image === null)) return null;
  const caption = latest ? `Last vehicle, ${formatPastSeconds(new Date(latest.dateTime), timeZone)}` : "";
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

function LatestVehicle({ gate, latest }: Pick<GateCardProps, "gate" | "latest">) {
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
      <Direction type={latest.direction ?? gate.type} />
      <Link to={page} search={{ ...tab, open: `events.${latest.id}` }}>
        <RelativeTime at={latest.dateTime} timeZone={timeZone} />
      </Link>
    </p>
  );
}
