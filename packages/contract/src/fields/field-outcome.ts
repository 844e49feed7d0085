import * as z from "zod";
import type { Endpoint } from "../endpoint.ts";
import { idParams } from "./id.ts";

/** How a command to the field ended: taken, turned down, or never arrived. "Open" is only said by a position signal. */
export const fieldOutcome = z.object({
  outcome: z.enum(["accepted", "rejected", "unreachable"]),
  detail: z.string(),
});

/** How a command to the field ended. */
export type FieldOutcome = z.output<typeof fieldOutcome>;

/** The "Test" call of something in the field. */
export const testEndpoint = (tag: string, summary: string) =>
  ({ tag, summary, params: idParams, answer: fieldOutcome, faults: ["record/not-found"] }) as const satisfies Endpoint;
