import { defineEndpoints } from "../../endpoint.ts";

/** The stream that tells browsers what changed. */
export const liveEndpoints = defineEndpoints({
  "GET /live": {
    tag: "Live",
    summary:
      "Server-Sent Events: `changed` names the topics whose data is new; `events` carries new events themselves, and those missed since Last-Event-ID; `reload` tells that too many were missed; `alive` comes every few seconds",
    stream: true,
  },
});
