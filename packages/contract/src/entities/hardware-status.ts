import * as z from "zod";
import { defineEndpoints } from "../endpoint.ts";
import { recordId } from "../fields/record.ts";
import { instant } from "../fields/time.ts";
import { armPositions, hardwareKinds, hardwareStates } from "../hardware-status.ts";

/** The status of a reader, board, sign or loop detector as the server returns it. */
const hardwareStatus = z.object({
  kind: z.enum(hardwareKinds),
  id: z.string(),
  name: z.string(),
  state: z.enum(hardwareStates),
  reason: z.string().nullable(),
  since: instant,
});
hardwareStatus.register(z.globalRegistry, {
  id: "HardwareStatus",
  description: "The status of a reader, board, sign or loop detector",
});

/** The position of a barrier as the server returns it. */
const barrierPosition = z.object({
  barrierId: recordId,
  position: z.enum(armPositions),
  since: instant,
});
barrierPosition.register(z.globalRegistry, { id: "BarrierPosition", description: "The position of a barrier" });

export const hardwareStatusEndpoints = defineEndpoints(
  { read: "view", write: "devices", gates: "own" },
  {
    "GET /hardware/status": {
      tag: "Hardware",
      summary: "Which readers, boards, signs and loop detectors reply",
      response: z.array(hardwareStatus),
    },
    "GET /hardware/barrier-positions": {
      tag: "Hardware",
      summary: "Where the arms of the barriers with position contacts are",
      gates: { rows: "boom_barriers", rowId: "barrierId" },
      response: z.array(barrierPosition),
    },
  },
);
