import * as z from "zod";
import { defineEndpoints } from "../../endpoint.ts";
import { anprEvent } from "../../events/anpr.ts";
import { countingEvent } from "../../events/counting.ts";
import { epldEvent } from "../../events/epld.ts";
import { loopEvent } from "../../events/loop.ts";
import { overspeedEvent } from "../../events/overspeed.ts";
import { rfidEvent } from "../../events/rfid.ts";
import { liveTopics } from "./live-topic.ts";

const event = z.union([anprEvent, rfidEvent, countingEvent, epldEvent, loopEvent, overspeedEvent]);

/** The stream of change notices for browsers. */
export const liveEndpoints = defineEndpoints(
  { read: "view", write: "view", gates: "own" },
  {
    "GET /live": {
      tag: "Live",
      summary:
        "Server-Sent Events: `changed` names the topics whose data is new; `events` carries new events themselves, and those missed since Last-Event-ID; `reload` means that too many were missed; `alive` is sent every few seconds",
      stream: {
        changed: z.object({ topics: z.array(z.enum(liveTopics)) }),
        events: z.object({ events: z.array(event) }),
        recent: z.object({ agesMs: z.array(z.tuple([z.enum(liveTopics), z.number()])) }),
        reload: z.object({}),
        alive: z.object({}),
      },
    },
  },
);
