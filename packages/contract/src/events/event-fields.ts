import * as z from "zod";
import { gateTypes } from "../fields/gate-types.ts";
import { eventId, recordId } from "../fields/record.ts";
import { instant } from "../fields/time.ts";
import { failedCommandStates } from "./command.ts";
import { type EventModule, eventStatuses, eventTimings } from "./event-module.ts";

/** A vehicle that was read earlier is not at the gate any more, so its event can't open it. */
export const maxEventOpenMinutes = 30;

const access = ["ANPR_ACCESS_CONTROL", "RFID_ACCESS_CONTROL"] as const satisfies readonly EventModule[];
const plates = ["ANPR_ACCESS_CONTROL"] as const satisfies readonly EventModule[];

/** What a figure counts. */
interface EventFigure {
  readonly title: string;
  readonly modules: readonly EventModule[];
  /** What an event shows by itself (`event`), what became known later (`mark`), or the entry of a vehicle still inside. */
  readonly kind: "event" | "mark" | "open-stay";
}

/** The figures that are numbers of events. Lists of events can be filtered by each of them. */
export const eventFigures = {
  entries: { title: "Entries", modules: access, kind: "event" },
  exits: { title: "Exits", modules: access, kind: "event" },
  granted: { title: "Granted", modules: access, kind: "event" },
  denied: { title: "Denied", modules: access, kind: "event" },
  reads: { title: "Plate reads", modules: plates, kind: "event" },
  uncertainReads: { title: "Uncertain reads", modules: plates, kind: "event" },
  loopCounts: { title: "Vehicles on loops of gates", modules: ["LOOP_DETECTOR"], kind: "event" },
  barrierFailures: { title: "Barrier failures", modules: access, kind: "mark" },
  falseDenials: { title: "Denied, then admitted", modules: access, kind: "mark" },
  stays: { title: "Completed stays", modules: access, kind: "mark" },
  unpairedEntries: { title: "Entries without exit", modules: access, kind: "mark" },
  unpairedExits: { title: "Exits without entry", modules: access, kind: "mark" },
  inside: { title: "Entries of vehicles still inside", modules: access, kind: "open-stay" },
} as const satisfies Record<string, EventFigure>;

/** The name of a figure that is a number of events. */
export type EventFigureName = keyof typeof eventFigures;

export const eventFigureNames = Object.keys(eventFigures) as [EventFigureName, ...EventFigureName[]];

export const commonEvent = {
  id: eventId,
  dateTime: instant.describe("Device time of the event"),
  receivedAt: instant.describe("Server time of receipt"),
  status: z
    .enum(eventStatuses)
    .describe("PROCESSED: granted or counted. RECEIVED: stored without effect, such as a denied vehicle"),
  timing: z.enum(eventTimings).describe("Only a live event opens a gate"),
};

export const direction = z.enum(gateTypes).nullable().describe("N: entry, X: exit, null: unknown");

/** The signed addresses of the images; null if there is none. */
export const eventImages = z.object({ fullImage: z.string().nullable(), lpImage: z.string().nullable() });
eventImages.register(z.globalRegistry, {
  id: "EventImages",
  description: "The signed addresses of the images; null if there is none",
});

const gateOfEvent = z.object({ id: recordId, name: z.string() }).nullable();

/** The decision of an access event; isGranted is null if it was not decided. */
export const decided = {
  gate: gateOfEvent,
  isGranted: z.boolean().nullable(),
  reason: z.string().describe("Why, in one short sentence"),
  sightings: z.int().describe("The number of reads of the same passage"),
  /** Why the barrier did not open for a granted vehicle; null if it did, or while the command is pending. */
  barrierFailure: z.enum(failedCommandStates).nullable(),
  /** What rules in shadow mode would have changed, as sentences; null if nothing. */
  shadow: z.array(z.string()).nullable(),
  /** Who opened the barrier for the vehicle, and why; null if it was not opened by a person. */
  letIn: z.object({ by: z.string(), reason: z.string() }).nullable(),
};
