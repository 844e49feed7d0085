import { hardwareStatusEndpoints } from "@gatehouse/contract/entities/hardware-status/hardware-status.endpoints";
import { handle } from "../platform/http/call.ts";
import { listBarrierPositions, listHardwareStatus } from "./hardware-status.store.ts";

/** LIVE-10: serves the status of the hardware and the positions of the barriers. */
export const hardwareStatusRoutes = handle(hardwareStatusEndpoints, {
  "GET /hardware/status": ({ read }) => listHardwareStatus(read),
  "GET /hardware/barrier-positions": ({ read }) => listBarrierPositions(read),
});
