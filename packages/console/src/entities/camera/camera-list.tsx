import type { DeviceCamera } from "@gatehouse/contract/entities/ai-device/ai-device.endpoints";
import { type ReactNode, useId } from "react";
import classes from "./camera-panel.module.css";

interface CameraListProps {
  title: string;
  purpose?: string;
  empty?: string;
  cameras: readonly DeviceCamera[];
  children: (camera: DeviceCamera) => ReactNode;
}

/** One of the lists of the camera panel. */
export function CameraList({ title, purpose, empty, cameras, children }: CameraListProps) {
  const id = useId();
  return (
    <section className={classes.group} aria-labelledby={id}>
      <h4 id={id}>{title}</h4>
      {purpose !== undefined && <p className={classes.purpose}>{purpose}</p>}
      {cameras.length === 0 ? <p className={classes.none}>{empty}</p> : <ul>{cameras.map(children)}</ul>}
    </section>
  );
}
