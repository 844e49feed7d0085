import * as z from "zod";
import { defineEndpoints } from "../../endpoint.ts";
import { command, eventOpening } from "../../events/command.ts";
import { eventId } from "../../events/event-fields.ts";
import { accessModules } from "../../events/event-module.ts";
import { recordId } from "../../fields/record.ts";
import { instant } from "../../fields/time.ts";
import { moduleInPath } from "../../modules/module-in-path.ts";
import { denial, handling, handover, station, stationNote, stationNoteDraft } from "./station.schema.ts";

const tag = "Gate station";
const module = moduleInPath.pipe(z.enum(accessModules, "Only plates and tags are read at gates"));
const eventParams = z.object({ module, id: z.coerce.number<number>().pipe(eventId) });
const gateParams = z.object({ gateId: z.coerce.number<number>().pipe(recordId) });

/** OPS-3: the endpoints of the gate station. */
export const stationEndpoints = defineEndpoints(
  { read: "view", write: "open", gates: "own" },
  {
    "GET /station/{gateId}": {
      tag,
      summary: "The vehicles at a gate that need a guard, the vehicles before, notes and contacts",
      params: gateParams,
      answer: station,
      faults: ["record/not-found"],
    },
    "GET /station/{gateId}/handover": {
      tag,
      summary: "What the next person has to know: waiting vehicles, alerts, overrides and notes",
      params: gateParams,
      answer: handover,
      faults: ["record/not-found"],
    },
    "POST /station/{gateId}/handover": {
      tag,
      gates: "own",
      summary: "Take over a gate; stores what was handed over",
      params: gateParams,
      answer: z.object({ by: z.string(), since: instant }),
      status: 201,
      faults: ["record/not-found"],
    },
    "POST /station/{gateId}/notes": {
      tag,
      gates: "own",
      summary: "Add a note for the shift, or about a vehicle",
      params: gateParams,
      body: stationNoteDraft,
      answer: stationNote,
      status: 201,
      faults: ["record/not-found"],
    },
    "POST /events/{module}/{id}/open": {
      tag,
      gates: "own",
      summary: "Open the gate of an event, with a reason; where the gate has a loop, a vehicle must be on it",
      params: eventParams,
      body: eventOpening,
      answer: z.array(command),
      faults: [
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
      faults: ["record/not-found", "event/no-gate"],
    },
    "POST /events/{module}/{id}/deny": {
      tag,
      gates: "own",
      summary: "Turn the vehicle of an event away, with a reason, unless a person let it in; nothing is commanded",
      params: eventParams,
      body: denial,
      status: 204,
      faults: ["record/not-found", "event/no-gate", "event/opened", "event/may-have-left"],
    },
  },
);
