import type { Detection } from "@gatehouse/contract/events/detection";
import { parseAntenna } from "@gatehouse/drivers/antenna";
import type { Sender } from "@gatehouse/engine/events/incoming-event";
import type { Site } from "../../gate/site-cache.ts";

/** The detections of one sender; without a sender, no reader has their antenna. */
export interface SenderDetections {
  readonly sender: Sender | null;
  readonly detections: readonly Detection[];
}

/** Readers at one address differ by their antenna: a pushed tag belongs to the reader of the antenna it names. */
export function splitByAntenna(site: Site, sender: Sender, detections: readonly Detection[]): SenderDetections[] {
  if (sender.kind !== "sensor") return [{ sender, detections }];
  const own = site.sensors.get(sender.sensor.id);
  const atAddress = [...site.sensors.values()].filter(({ scope, ip }) => scope === "ac" && ip === own?.ip);
  const groups = Map.groupBy(detections, (detection) => {
    const antenna = parseAntenna(detection.source);
    if (antenna === null || own === undefined) return sender.sensor;
    return atAddress.find(({ channel }) => channel === antenna) ?? (own.channel === null ? sender.sensor : null);
  });
  return Array.from(groups, ([sensor, of]) => ({
    sender: sensor && { kind: "sensor" as const, sensor },
    detections: of,
  }));
}
