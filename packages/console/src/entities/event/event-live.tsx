import type { SiteEvent } from "@gatehouse/contract/entities/event";
import { codeOf } from "@gatehouse/contract/modules/registry";
import { useQuery } from "@tanstack/react-query";
import { Step } from "../../access/decision-steps.tsx";
import { LiveCamera } from "../../access/live-camera.tsx";
import { useWatchable } from "../../access/use-watchable.ts";
import { callQuery } from "../../api/call-query.ts";
import { sourceOf } from "./event-filters.ts";

/** LIVE-7: what the camera of an event sees now: the one that detected it, or the one at its gate. */
export function EventLive({ event, timeZone }: { event: SiteEvent; timeZone: string }) {
  const isTag = event.module === "RFID_ACCESS_CONTROL";
  const code = codeOf(isTag ? "ANPR_ACCESS_CONTROL" : event.module);
  const cameras = useQuery(callQuery("cameras", "GET /cameras/{module}", { params: { module: code } }));
  const gates = useQuery({ ...callQuery("gates", "GET /gates"), enabled: isTag });
  const { canWatch } = useWatchable();
  const gateId = "gate" in event ? event.gate?.id : undefined;
  const cameraId = gates.data?.find(({ id }) => id === gateId)?.cameraId;
  const camera = cameras.data?.find(({ id, name }) => (isTag ? id === cameraId : name === sourceOf(event)));
  if (!camera || !canWatch(camera)) return null;
  return (
    <Step title={`Live picture of ${camera.name}`}>
      <LiveCamera module={code} camera={camera} timeZone={timeZone} />
    </Step>
  );
}
