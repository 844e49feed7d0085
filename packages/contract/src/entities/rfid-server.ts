import * as z from "zod";
import { defineEndpoints } from "../endpoint.ts";
import { port } from "../fields/number.ts";
import { version } from "../fields/record.ts";
import { requiredText } from "../fields/text.ts";
import { instant } from "../fields/time.ts";

/** The port and driver of the RFID server. */
export const rfidServer = z.strictObject({ port, drv: requiredText() });

/** Entered settings, checked. */
export type RfidServer = z.output<typeof rfidServer>;

const rfidServerSettings = z.object({ ...rfidServer.shape, version });

/** The settings as the server returns them. */
export type RfidServerSettings = z.output<typeof rfidServerSettings>;

/** Whether the server listens for readers, and which ones have connected. */
const rfidServerStatus = z.object({
  state: z.enum(["off", "listening", "failed"]),
  /** The configured port; null before the first save. */
  port: z.int().nullable(),
  /** Why the server does not listen; null if it does. */
  reason: z.string().nullable(),
  since: instant,
  connected: z.array(z.object({ address: z.string(), readers: z.array(z.string()), since: instant })),
  /** Rejected connections, newest first. */
  rejected: z.array(z.object({ address: z.string(), reason: z.string(), at: instant, attempts: z.int().positive() })),
});

export type RfidServerStatus = z.output<typeof rfidServerStatus>;

const tag = "Sensors";

export const rfidServerEndpoints = defineEndpoints(
  { read: "view", write: "devices", gates: "shared" },
  {
    "GET /configs/pzapp-rfid-server-details": {
      tag,
      summary: "The RFID server's settings; null before the first save",
      response: rfidServerSettings.nullable(),
    },
    "PUT /configs/pzapp-rfid-server-details": {
      tag,
      summary: "Change the RFID server's settings; If-Match takes their version, 0 before the first save",
      body: rfidServer,
      roundTrip: true,
      response: rfidServerSettings,
      errors: ["record/changed", "record/taken"],
    },
  },
);

/** The endpoint of the RFID server's state. */
export const rfidServerStatusEndpoints = defineEndpoints(
  { read: "view", write: "devices" },
  {
    "GET /configs/pzapp-rfid-server-details/status": {
      tag,
      summary: "Whether the RFID server listens, the connected and the rejected readers; null before its first start",
      response: rfidServerStatus.nullable(),
    },
  },
);
