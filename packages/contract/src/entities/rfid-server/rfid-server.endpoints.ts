import * as z from "zod";
import { defineEndpoints } from "../../endpoint.ts";
import { port } from "../../fields/number.ts";
import { version } from "../../fields/record.ts";
import { requiredText } from "../../fields/text.ts";

/** READER-2: the port and driver of the RFID server. */
export const rfidServer = z.strictObject({ port, drv: requiredText() });

/** Entered settings, checked. */
export type RfidServer = z.output<typeof rfidServer>;

const rfidServerSettings = z.object({ ...rfidServer.shape, version });

/** The settings as the server returns them. */
export type RfidServerSettings = z.output<typeof rfidServerSettings>;

const tag = "Sensors";

/** The endpoints of the RFID server's settings. */
export const rfidServerEndpoints = defineEndpoints(
  { read: "view", write: "devices" },
  {
    "GET /configs/pzapp-rfid-server-details": {
      tag,
      summary: "The RFID server's settings; null before the first save",
      answer: rfidServerSettings.nullable(),
    },
    "PUT /configs/pzapp-rfid-server-details": {
      tag,
      summary: "Change the RFID server's settings; If-Match takes their version, 0 before the first save",
      body: rfidServer,
      roundTrip: true,
      answer: rfidServerSettings,
      faults: ["record/changed"],
    },
  },
);
