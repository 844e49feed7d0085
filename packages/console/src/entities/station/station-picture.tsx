import type { Gate } from "@gatehouse/contract/entities/gate/gate.schema";
import { IconVideoOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { LiveCamera } from "../../access/live-camera.tsx";
import { callQuery } from "../../api/call-query.ts";
import { formatPastSeconds } from "../../ui/format-time.ts";
import classes from "./station-card.module.css";
import type { StationEvent } from "./station-event.ts";

const module = "anpr-ac";

interface StationPictureProps {
  gate: Gate;
  event: StationEvent | undefined;
  isSmall: boolean;
  timeZone: string;
}

/** OPS-3: the live picture of a gate, or that of the vehicle. */
export function StationPicture({ gate, event, isSmall, timeZone }: StationPictureProps) {
  const cameras = useQuery(callQuery("cameras", "GET /cameras/{module}", { params: { module } }));
  const camera = cameras.data?.find(({ id }) => id === gate.cameraId);
  const image = event && "images" in event ? event.images.fullImage : null;
  const caption = event && `Read at ${formatPastSeconds(new Date(event.dateTime), timeZone)}`;
  if (!camera) {
    return (
      <p className={classes.noPicture}>
        <IconVideoOff size={24} aria-hidden />
        This gate has no camera
      </p>
    );
  }
  return (
    <div className={classes.picture}>
      <LiveCamera
        module={module}
        camera={camera}
        timeZone={timeZone}
        isSmall={isSmall}
        last={image ? { image, caption: caption ?? "" } : undefined}
      />
    </div>
  );
}
