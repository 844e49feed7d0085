import { hardwareStatusEndpoints } from "@gatehouse/contract/entities/hardware-status/hardware-status.endpoints";
import type { HardwareStatus } from "@gatehouse/contract/hardware-status";
import type { ReadDb } from "../platform/database/database.ts";
import { handle } from "../platform/http/call.ts";
import { listBarrierPositions } from "./hardware-status.store.ts";

/** Loads the states of some hardware. */
type StatusSource = (db: ReadDb) => Promise<HardwareStatus[]>;

/** LIVE-10: serves the status of the hardware from all sources, and the positions of the barriers. */
export const hardwareStatusRoutes = (sources: readonly StatusSource[]) =>
  handle(hardwareStatusEndpoints, {
    "GET /hardware/status": async ({ read }) => (await Promise.all(sources.map((load) => load(read)))).flat(),
    "GET /hardware/barrier-positions": ({ read }) => listBarrierPositions(read),
  });
