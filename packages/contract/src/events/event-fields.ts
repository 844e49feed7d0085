import * as z from "zod";
import { gateTypes } from "../fields/gate-types.ts";
import { recordId } from "../fields/record.ts";
import { instant } from "../fields/time.ts";
import { eventStatuses, eventTimings } from "./event-module.ts";

/** An event's own number; there are more of them than of anything else. */
export const eventId = z.int().positive();

/** What every event has, whatever it is about. */
export const commonEvent = {
  id: eventId,
  /** When it happened, by the device's clock. */
  dateTime: instant,
  /** When it arrived here. */
  receivedAt: instant,
  status: z.enum(eventStatuses),
  timing: z.enum(eventTimings),
};

/** The direction of an event: N shows Entry, X Exit, nothing when nobody knows. */
export const direction = z.enum(gateTypes).nullable();

/** Pictures by their addresses, which only the server can have made; null where there is none. */
export const eventImages = z.object({ fullImage: z.string().nullable(), lpImage: z.string().nullable() });

/** The gate that an event was at. */
const gateOfEvent = z.object({ id: recordId, name: z.string() }).nullable();

/** How an access event was decided; null where nothing was to decide. */
export const decided = {
  gate: gateOfEvent,
  isGranted: z.boolean().nullable(),
  /** One short sentence why. */
  reason: z.string(),
  /** How many frames and readers saw the same passage. */
  sightings: z.int(),
};
