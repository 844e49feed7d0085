import { rfidServerStatusEndpoints } from "@gatehouse/contract/entities/rfid-server";
import { handle } from "../../platform/http/call.ts";
import { loadRfidServerStatus } from "./reader-status.store.ts";

export const readerStatusRoutes = handle(rfidServerStatusEndpoints, {
  "GET /configs/pzapp-rfid-server-details/status": ({ read }) => loadRfidServerStatus(read),
});
