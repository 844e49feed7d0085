import * as z from "zod";
import { instant } from "./fields/time.ts";

/** The kinds of hardware whose state the server checks. */
export const hardwareKinds = ["reader", "board", "sign", "loop"] as const;

/** One of the kinds. */
export type HardwareKind = (typeof hardwareKinds)[number];

/** LIVE-10: the state of a device that the server connects to or that connects to the server. */
export const hardwareStatus = z.object({
  kind: z.enum(hardwareKinds),
  /** The record's id, or the address of a board. */
  id: z.union([z.int(), z.string()]),
  name: z.string(),
  state: z.enum(["online", "offline", "unknown"]),
  /** Why it is not online; null if it is. */
  reason: z.string().nullable(),
  since: instant,
});

/** The state of one device. */
export type HardwareStatus = z.output<typeof hardwareStatus>;
