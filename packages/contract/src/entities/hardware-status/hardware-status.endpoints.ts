import * as z from "zod";
import { defineEndpoints } from "../../endpoint.ts";
import { barrierPosition, hardwareStatus } from "./hardware-status.schema.ts";

/** The endpoints of the status of hardware. */
export const hardwareStatusEndpoints = defineEndpoints(
  { read: "view", write: "devices", gates: "own" },
  {
    "GET /hardware/status": {
      tag: "Hardware",
      summary: "Which readers, boards, signs and loop detectors reply",
      answer: z.array(hardwareStatus),
    },
    "GET /hardware/barrier-positions": {
      tag: "Hardware",
      summary: "Where the arms of the barriers with position contacts are",
      gates: { rows: "boom_barriers", rowId: "barrierId" },
      answer: z.array(barrierPosition),
    },
  },
);
