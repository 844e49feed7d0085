import type { Endpoint } from "./endpoint.ts";
import { fieldOutcome } from "./fields/field-outcome.ts";
import { idParams } from "./fields/id.ts";

/** The "Test" call of something in the field. */
export const testEndpoint = (tag: string, summary: string) =>
  ({ tag, summary, params: idParams, answer: fieldOutcome, faults: ["record/not-found"] }) as const satisfies Endpoint;
