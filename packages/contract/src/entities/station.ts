import * as z from "zod";
import { defineEndpoints } from "../endpoint.ts";
import { anprEvent } from "../events/anpr.ts";
import { command, eventOpening, isStillThere } from "../events/command.ts";
import { accessModules } from "../events/event-module.ts";
import { plateCorrection, plateSuggestion } from "../events/plate-correction.ts";
import { rfidEvent } from "../events/rfid.ts";
import { reason } from "../fields/reason.ts";
import { eventId, recordId } from "../fields/record.ts";
import { requiredText } from "../fields/text.ts";
import { instant } from "../fields/time.ts";
import { moduleInPath } from "../modules/module-in-path.ts";

/** Why a card needs no guard any more. */
export const cardClosings = ["opened", "denied", "left", "timed-out"] as const;

export type CardClosing = (typeof cardClosings)[number];

export const cardClosingTitles: Record<CardClosing, string> = {
  opened: "Let in",
  denied: "Turned away",
  left: "Left",
  "timed-out": "Not handled",
};

/** Why a vehicle may not be at the barrier. */
export const awayReasons = ["newer", "behind", "passage", "loop", "old"] as const;

export type AwayReason = (typeof awayReasons)[number];

/** The sentence of each. */
export const awayTitles: Record<AwayReason, string> = {
  newer: "Another vehicle was read since",
  behind: "Another vehicle is in front of it",
  passage: "A vehicle has passed since",
  loop: "The loop was free since",
  old: "Nothing was read for a long time",
};

/** A card must have been on the screen this long before keys and buttons act on it. */
export const minShownMs = 700;

/** Whether a vehicle is on a loop. */
export const loopStates = ["vehicle", "free", "unknown"] as const;

export type LoopState = (typeof loopStates)[number];

export const loopStateTitles: Record<LoopState, string> = {
  vehicle: "Vehicle on the loop",
  free: "No vehicle on the loop",
  unknown: "Loop doesn't reply",
};

/** The number of gates that fit side by side on one screen. */
export const maxWatchedGates = 4;

/** Time after which a card counts as not handled by the person who opened it. */
export const handlingMinutes = 5;

/** What is known about a registered vehicle. */
const registeredVehicle = z.object({
  kind: z.enum(["identifier", "pass", "reservation"]),
  /** The owner, visitor or driver; the plate or tag if none is known. */
  name: z.string(),
  organization: z.string().nullable(),
  place: z.string().nullable(),
  vehicleType: z.string().nullable(),
  groups: z.array(z.string()),
  host: z.string().nullable(),
  phone: z.string().nullable(),
  validTo: instant.nullable(),
});

/** A registered plate that the camera probably misread, with the decision that it would get now. */
const stationCandidate = plateSuggestion.extend({ isGranted: z.boolean().nullable(), decision: z.string() });

/** A vehicle at a gate. */
export const stationCard = z.object({
  event: z.discriminatedUnion("module", [anprEvent, rfidEvent]),
  /** The smallest change that would have opened the gate. */
  nearestFix: z.string().nullable(),
  vehicle: registeredVehicle.nullable(),
  candidates: z.array(stationCandidate),
  correction: plateCorrection.nullable(),
  /** The last opening by a person. */
  opening: command.nullable(),
  handling: z.object({ by: z.string(), since: instant }).nullable(),
  /** Why it needs no guard any more; null while it does. A granted vehicle whose barrier opened never needed one. */
  closing: z.enum(cardClosings).nullable(),
  /** The guard who denied it, with the reason. */
  denial: z.object({ by: z.string(), reason: z.string().nullable() }).nullable(),
  /** Why the vehicle may not be at the barrier; null for the one that is. To open or deny then needs `isStillThere`. */
  away: z.enum(awayReasons).nullable(),
  /** Misreads of the same vehicle that followed at once. */
  alsoRead: z.array(z.string()),
  /** What tags have shown that the camera confuses. */
  confusions: z.array(z.object({ read: z.string(), actual: z.string() })),
});
stationCard.register(z.globalRegistry, { id: "StationCard", description: "A vehicle at a gate" });

export type StationCard = z.output<typeof stationCard>;

/** A note of a guard. */
export const stationNote = z.object({
  id: recordId,
  eventId: eventId.nullable(),
  text: z.string(),
  by: z.string(),
  at: instant,
});
stationNote.register(z.globalRegistry, { id: "StationNote", description: "A note of a guard" });

/** A new note. */
export const stationNoteDraft = z.strictObject({
  text: requiredText(500, "Enter a note"),
  eventId: eventId.nullable().default(null),
});

/** A guard starts or stops handling a card. */
export const handling = z.strictObject({ isHandled: z.boolean() });

/** A guard turns a vehicle away. */
export const denial = z.strictObject({ reason, isStillThere });

/** A person to call. */
const contact = z.object({ name: z.string(), phone: z.string() });

const handedAlert = z.object({ id: recordId, title: z.string(), description: z.string() });

/** What the next person has to know. */
const handoverContent = {
  /** Waiting vehicles. */
  cards: z.array(z.object({ eventId, read: z.string(), since: instant, handledBy: z.string().nullable() })),
  /** Open alerts that are not shelved. */
  alerts: z.array(handedAlert.extend({ isAcknowledged: z.boolean() })),
  /** Alerts that return by themselves during the next shift, or earlier. */
  shelvedAlerts: z.array(handedAlert.extend({ by: z.string(), reason: z.string(), until: instant })),
  overrides: z.array(z.object({ id: recordId, kind: z.string(), reason: z.string(), until: instant })),
  /** Since the last handover. */
  notes: z.array(stationNote),
};

/** What would be handed over now, and by whom. */
export const handover = z.object({
  since: instant.nullable(),
  from: z.string().nullable(),
  ...handoverContent,
});
handover.register(z.globalRegistry, { id: "GateHandover", description: "What would be handed over now, and by whom" });

/** What would be handed over. */
export type Handover = z.output<typeof handover>;

/** The station of a gate. */
export const station = z.object({
  gate: z.object({ id: recordId, name: z.string() }),
  /** Whether a vehicle is on the loop of the gate; null without a loop that the server reads. */
  loop: z.enum(loopStates).nullable(),
  /** The vehicles that need a guard at the barrier and behind it, the oldest first. */
  waiting: z.array(stationCard),
  /** The vehicles that need a guard but may have left, the newest first; no such vehicle is left out. */
  left: z.array(stationCard),
  /** The latest other vehicles, the newest first. */
  earlier: z.array(stationCard),
  notes: z.array(stationNote),
  contacts: z.array(contact),
  /** Who took over last. */
  onDuty: z.object({ by: z.string(), since: instant }).nullable(),
});
station.register(z.globalRegistry, { id: "GateStation", description: "What a guard sees of a gate" });

/** The station of a gate. */
export type Station = z.output<typeof station>;

const tag = "Gate station";
const module = moduleInPath.pipe(z.enum(accessModules, "Only plates and tags are read at gates"));
const eventParams = z.object({ module, id: z.coerce.number<number>().pipe(eventId) });
const gateParams = z.object({ gateId: z.coerce.number<number>().pipe(recordId) });

export const stationEndpoints = defineEndpoints(
  { read: "view", write: "open", gates: "own" },
  {
    "GET /station/{gateId}": {
      tag,
      summary: "The vehicles at a gate that need a guard, the vehicles before, notes and contacts",
      params: gateParams,
      response: station,
      errors: ["record/not-found"],
    },
    "GET /station/{gateId}/handover": {
      tag,
      summary: "What the next person has to know: waiting vehicles, alerts, overrides and notes",
      params: gateParams,
      response: handover,
      errors: ["record/not-found"],
    },
    "POST /station/{gateId}/handover": {
      tag,
      gates: "own",
      summary: "Take over a gate; stores what was handed over",
      params: gateParams,
      response: z.object({ by: z.string(), since: instant }),
      status: 201,
      errors: ["record/not-found"],
    },
    "POST /station/{gateId}/notes": {
      tag,
      gates: "own",
      summary: "Add a note for the shift, or about a vehicle",
      params: gateParams,
      body: stationNoteDraft,
      response: stationNote,
      status: 201,
      errors: ["record/not-found"],
    },
    "POST /events/{module}/{id}/open": {
      tag,
      gates: "own",
      summary: "Open the gate of an event, with a reason; where the gate has a loop, a vehicle must be on it",
      params: eventParams,
      body: eventOpening,
      response: z.array(command),
      errors: [
        "record/not-found",
        "event/no-gate",
        "event/too-old",
        "event/may-have-left",
        "gate/no-vehicle",
        "gate/nothing-wired",
        "module/inactive",
      ],
    },
    "POST /events/{module}/{id}/handle": {
      tag,
      gates: "own",
      summary: "Start or stop handling the vehicle of an event, which colleagues see",
      params: eventParams,
      body: handling,
      status: 204,
      errors: ["record/not-found", "event/no-gate"],
    },
    "POST /events/{module}/{id}/deny": {
      tag,
      gates: "own",
      summary: "Turn the vehicle of an event away, with a reason, unless a person let it in; nothing is commanded",
      params: eventParams,
      body: denial,
      status: 204,
      errors: ["record/not-found", "event/no-gate", "event/opened", "event/may-have-left"],
    },
  },
);
