import type { Gate } from "@gatehouse/contract/entities/gate";
import { asText } from "@gatehouse/contract/fields/as-text";
import { useQuery } from "@tanstack/react-query";
import { LiveCamera } from "../../access/live-camera.tsx";
import { maskCredentials } from "../../access/mask-credentials.ts";
import { callQuery } from "../../api/call-query.ts";
import { CopyLine } from "../../ui/copy-line.tsx";
import { formatPastSeconds } from "../../ui/format-time.ts";
import classes from "./gate-details.module.css";
import type { GateActivity } from "./gate-passages.tsx";

const module = "anpr-ac";

interface GateLiveProps {
  gate: Gate;
  passages: GateActivity["passages"] | undefined;
  timeZone: string;
}

/** LIVE-7: the live picture of a gate's camera, or that of its last vehicle, and the address of its stream. */
export function GateLive({ gate, passages = [], timeZone }: GateLiveProps) {
  const cameras = useQuery(callQuery("cameras", "GET /cameras/{module}", { params: { module } }));
  const camera = cameras.data?.find(({ id }) => id === gate.cameraId);
  if (!camera) return null;
  const { rtspStreamUrl } = camera.stream;
  const last = passages.find((event) => "images" in event && event.images.fullImage !== null);
  const image = last && "images" in last ? last.images.fullImage : null;
  const caption = last && `Last vehicle, ${formatPastSeconds(new Date(last.dateTime), timeZone)}`;
  return (
    <section className={classes.part} aria-label="Live picture">
      <h3>Live picture</h3>
      <LiveCamera
        module={module}
        camera={camera}
        timeZone={timeZone}
        last={image ? { image, caption: asText(caption) } : undefined}
      />
      {rtspStreamUrl !== null && (
        <div className={classes.stream}>
          <CopyLine label="RTSP" text={rtspStreamUrl} masked={maskCredentials(rtspStreamUrl)} />
        </div>
      )}
    </section>
  );
}
