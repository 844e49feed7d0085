import * as z from "zod";
import { defineEndpoints } from "../../endpoint.ts";
import { hardwareStatus } from "../../hardware-status.ts";

/** The endpoint of hardware states. */
export const hardwareStatusEndpoints = defineEndpoints({
  "GET /hardware/status": {
    tag: "Health",
    summary: "The state of each reader that the server drives",
    answer: z.array(hardwareStatus),
  },
});
