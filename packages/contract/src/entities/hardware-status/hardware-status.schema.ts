import * as z from "zod";
import { instant } from "../../fields/time.ts";
import { hardwareKinds, hardwareStates } from "../../hardware-status.ts";

/** The status of a reader, board, sign or loop detector as the server returns it. */
export const hardwareStatus = z.object({
  kind: z.enum(hardwareKinds),
  id: z.string(),
  name: z.string(),
  state: z.enum(hardwareStates),
  reason: z.string().nullable(),
  since: instant,
});
