import { hardwareStatusEndpoints } from "@gatehouse/contract/entities/hardware-status";
import { gateKindOfHardware, type HardwareStatus } from "@gatehouse/contract/hardware-status";
import { loadGateAccess } from "../../house/gate-links.ts";
import type { ReadDb } from "../../platform/database/database.ts";
import { handle } from "../../platform/http/call.ts";
import { listBarrierPositions } from "./hardware-status.store.ts";

type StatusSource = (db: ReadDb) => Promise<HardwareStatus[]>;

/** Serves the status of the hardware from all sources, and the positions of the barriers. */
export const hardwareStatusRoutes = (sources: readonly StatusSource[]) =>
  handle(hardwareStatusEndpoints, {
    "GET /hardware/status": async ({ read, person }) => {
      const access = await loadGateAccess(read, person.gateIds);
      const statuses = (await Promise.all(sources.map((load) => load(read)))).flat();
      return statuses.filter(({ kind, id }) => access.may(gateKindOfHardware[kind], id, "visible"));
    },
    "GET /hardware/barrier-positions": ({ read }) => listBarrierPositions(read),
  });
