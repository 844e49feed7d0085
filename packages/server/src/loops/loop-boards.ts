import { findDriver } from "@gatehouse/drivers/find-driver";
import type { LoopBoard as BoardAddress, LoopDriver } from "@gatehouse/drivers/loops/loop";
import { loopDrivers } from "@gatehouse/drivers/loops/registry";
import type { Site, SiteSensor } from "../site/site-cache.ts";

/** A loop detector that the server reads. */
export interface Loop {
  readonly sensor: SiteSensor;
  readonly channel: number;
}

/** A board with the loops that are wired to it. */
export interface LoopBoard extends BoardAddress {
  readonly driver: LoopDriver;
  readonly loops: readonly Loop[];
}

/** The boards to read, by driver and address. Loops with another driver push their pulses. */
export function listLoopBoards(site: Pick<Site, "modules" | "sensors">): Map<string, LoopBoard> {
  const boards = new Map<string, LoopBoard>();
  // MOD-3: an inactive module ignores its devices.
  if (!site.modules.LOOP_DETECTOR) return boards;
  for (const sensor of site.sensors.values()) {
    const { scope, ip: host, port, channel, driver: name } = sensor;
    const driver = findDriver(loopDrivers, name);
    if (scope !== "loop" || host === "" || port === null || channel === null || !driver) continue;
    const key = `${name} ${host} ${port}`;
    const loops = [...(boards.get(key)?.loops ?? []), { sensor, channel }];
    boards.set(key, { host, port, driver, loops });
  }
  return boards;
}
