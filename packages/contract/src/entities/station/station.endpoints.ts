import * as z from "zod";
import { defineEndpoints } from "../../endpoint.ts";
import { command, eventOpening } from "../../events/command.ts";
import { eventId } from "../../events/event-fields.ts";
import { accessModules } from "../../events/event-module.ts";
import { moduleInPath } from "../../modules/module-in-path.ts";

const tag = "Gate station";
const module = moduleInPath.pipe(z.enum(accessModules, "Only plates and tags are read at gates"));
const eventParams = z.object({ module, id: z.coerce.number<number>().pipe(eventId) });

/** OPS-3: the endpoints of the gate station. */
export const stationEndpoints = defineEndpoints(
  { read: "view", write: "open", gates: "own" },
  {
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
        "gate/no-vehicle",
        "gate/nothing-wired",
        "module/inactive",
      ],
    },
  },
);
