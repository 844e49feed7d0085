import { hardwareStatusEndpoints } from "@gatehouse/contract/entities/hardware-status/hardware-status.endpoints";
import { rfidServerStatusEndpoints } from "@gatehouse/contract/entities/rfid-server/rfid-server.endpoints";
import { handle } from "../platform/http/call.ts";
import { listReaderStatus, loadRfidServerStatus } from "./reader-status.store.ts";

/** LIVE-1, LIVE-10: the states of the RFID server and of the readers. */
export const readerStatusRoutes = {
  ...handle(hardwareStatusEndpoints, {
    "GET /hardware/status": ({ read }) => listReaderStatus(read),
  }),
  ...handle(rfidServerStatusEndpoints, {
    "GET /configs/pzapp-rfid-server-details/status": ({ read }) => loadRfidServerStatus(read),
  }),
};
