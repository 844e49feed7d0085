import { defineEndpoints } from "../../endpoint.ts";

/** The stream of change notices for browsers. */
export const liveEndpoints = defineEndpoints(
  { read: "view", write: "view", gates: "own" },
  {
    "GET /live": {
      tag: "Live",
      summary:
        "Server-Sent Events: `changed` names the topics whose data is new; `events` carries new events themselves, and those missed since Last-Event-ID; `reload` means that too many were missed; `alive` is sent every few seconds",
      stream: true,
    },
  },
);
