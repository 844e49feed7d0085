import * as z from "zod";
import { gateTypes } from "../fields/gate-types.ts";
import { recordId } from "../fields/record.ts";
import { instant } from "../fields/time.ts";
import { failedCommandStates } from "./command-state.ts";
import { eventStatuses, eventTimings } from "./event-module.ts";

/** The id of an event, which may exceed the range of a record id. */
export const eventId = z.int().positive();

/** The fields of every event. */
export const commonEvent = {
  id: eventId,
  dateTime: instant.describe("Device time of the event"),
  receivedAt: instant.describe("Server time of receipt"),
  status: z
    .enum(eventStatuses)
    .describe("PROCESSED: granted or counted. RECEIVED: stored without effect, such as a denied vehicle"),
  timing: z.enum(eventTimings).describe("Only a live event opens a gate"),
};

/** The direction of an event. */
export const direction = z.enum(gateTypes).nullable().describe("N: entry, X: exit, null: unknown");

/** The signed addresses of the images; null if there is none. */
export const eventImages = z.object({ fullImage: z.string().nullable(), lpImage: z.string().nullable() });
eventImages.register(z.globalRegistry, {
  id: "EventImages",
  description: "The signed addresses of the images; null if there is none",
});

/** The gate of an event. */
const gateOfEvent = z.object({ id: recordId, name: z.string() }).nullable();

/** The decision of an access event; isGranted is null if it was not decided. */
export const decided = {
  gate: gateOfEvent,
  isGranted: z.boolean().nullable(),
  reason: z.string().describe("Why, in one short sentence"),
  sightings: z.int().describe("The number of reads of the same passage"),
  /** LIVE-11: why the barrier did not open for a granted vehicle; null if it did, or while the command is pending. */
  barrierFailure: z.enum(failedCommandStates).nullable(),
  /** RULE-9: what rules in shadow mode would have changed, as sentences; null if nothing. */
  shadow: z.array(z.string()).nullable(),
  /** OPS-5: who opened the barrier for the vehicle, and why; null if it was not opened by a person. */
  letIn: z.object({ by: z.string(), reason: z.string() }).nullable(),
};
