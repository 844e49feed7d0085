import * as z from "zod";
import { defineEndpoints } from "../../endpoint.ts";
import { hardwareStatus } from "./hardware-status.schema.ts";

/** The endpoints of the status of hardware. */
export const hardwareStatusEndpoints = defineEndpoints({
  "GET /hardware/status": {
    tag: "Hardware",
    summary: "Which readers, boards, signs and loop detectors reply",
    answer: z.array(hardwareStatus),
  },
});
