import * as z from "zod";
import { defineEndpoints } from "../endpoint.ts";
import { instant } from "../fields/time.ts";

const kind = z.enum(["sensor", "boomBarrier", "buzzer", "display", "slotController"]);

/** The result of the last commissioning. */
export const commission = z.object({
  version: z.int().positive(),
  checksum: z.string(),
  at: instant,
  by: z.string(),
  counts: z.object({
    sensors: z.int(),
    boomBarriers: z.int(),
    buzzers: z.int(),
    displays: z.int(),
    slotControllers: z.int(),
  }),
  refused: z.array(z.object({ kind, id: z.int(), name: z.string(), reason: z.string() })),
  /** When a field controller or the mobile app last fetched this version. */
  fetchedAt: instant.nullable(),
});
commission.register(z.globalRegistry, { id: "Commission", description: "The result of the last commissioning" });

/** The result of the last commissioning. */
export type Commission = z.output<typeof commission>;

const device = z.object({ id: z.int(), uid: z.string().nullable(), name: z.string(), scope: z.string() }).loose();

/** The configuration that a field controller or the mobile app fetches. */
const fieldConfig = z.object({
  version: z.int().positive(),
  checksum: z.string(),
  at: instant,
  sensors: z.array(device),
  boomBarriers: z.array(device),
  buzzers: z.array(device),
  displays: z.array(device),
  /** Their address, network protocol and MAC address are in `additionalInfo`. */
  slotControllers: z.array(device),
});

export const commissionEndpoints = defineEndpoints(
  { read: "view", write: "devices" },
  {
    "GET /pzapp/commission": {
      tag: "Commissioning",
      summary: "The result of the last commissioning; null before the first",
      response: commission.nullable(),
    },
    "POST /pzapp/commission": {
      tag: "Commissioning",
      summary: "Hand the current sensors, barriers, buzzers, displays and slot controllers to the field controller",
      response: commission,
    },
    "GET /pzapp/config": {
      tag: "Commissioning",
      summary: "The commissioned configuration, for a field controller or the mobile app with its own key",
      access: "commissioning",
      response: fieldConfig,
      errors: ["commission/none"],
    },
  },
);
