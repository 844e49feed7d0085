import { defineEndpoints } from "../../endpoint.ts";

/** The stream that tells browsers what changed. */
export const liveEndpoints = defineEndpoints({
  "GET /live": {
    tag: "Live",
    summary: "Server-Sent Events: `changed` names the topics whose data is new; `alive` comes every few seconds",
    stream: true,
  },
});
