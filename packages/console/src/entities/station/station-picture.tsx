import type { Gate } from "@gatehouse/contract/entities/gate";
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
  event: StationEvent;
  /** The vehicle may have left, so the live picture shows another one, or none. */
  isAway: boolean;
  isSmall: boolean;
  timeZone: string;
}

/** OPS-3: the live picture of a gate, or that of a vehicle which may have left. */
export function StationPicture({ gate, event, isAway, isSmall, timeZone }: StationPictureProps) {
  const cameras = useQuery(callQuery("cameras", "GET /cameras/{module}", { params: { module } }));
  const camera = cameras.data?.find(({ id }) => id === gate.cameraId);
  const image = "images" in event ? event.images.fullImage : null;
  const caption = `Read at ${formatPastSeconds(new Date(event.dateTime), timeZone)}`;
  if (isAway && image !== null) {
    return (
      <figure className={classes.still}>
        <img src={image} alt="This vehicle when it was read" />
        <figcaption className={classes.quiet}>{caption}</figcaption>
      </figure>
    );
  }
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
        last={image ? { image, caption } : undefined}
      />
    </div>
  );
}
