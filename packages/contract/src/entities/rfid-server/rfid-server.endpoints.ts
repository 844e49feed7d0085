import * as z from "zod";
import { defineEndpoints } from "../../endpoint.ts";
import { port } from "../../fields/number.ts";
import { requiredText } from "../../fields/text.ts";

/** READER-2: the port and driver of the RFID server. */
export const rfidServer = z.strictObject({ port, drv: requiredText() });

const tag = "Sensors";

/** The endpoints of the RFID server's settings. */
export const rfidServerEndpoints = defineEndpoints({
  "GET /configs/pzapp-rfid-server-details": {
    tag,
    summary: "The RFID server's settings; null if not set",
    answer: rfidServer.nullable(),
  },
  "PUT /configs/pzapp-rfid-server-details": {
    tag,
    summary: "Change the RFID server's settings",
    body: rfidServer,
    answer: rfidServer,
  },
});
