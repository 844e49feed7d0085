import * as z from "zod";
import { defineEndpoints } from "../../endpoint.ts";
import { idParams } from "../../fields/record.ts";
import {
  bulkOutcome,
  identifierBulk,
  integrationKey,
  integrationKeyDraft,
  newIntegrationKey,
  reservationBulk,
} from "./integration.schema.ts";

const tag = "Integrations";
const bulkBytes = 16 * 1_048_576;
const origins = ["CLOUD", "BLM_CLOUD"] as const;

/** INT-4: the keys of other systems, and what they may send. */
export const integrationEndpoints = defineEndpoints(
  { read: "people", write: "people" },
  {
    "GET /integration-keys": { tag, summary: "List the keys of other systems", answer: z.array(integrationKey) },
    "POST /integration-keys": {
      tag,
      summary: "Make a key; it is shown in this answer and never again",
      body: integrationKeyDraft,
      roundTrip: integrationKey,
      answer: newIntegrationKey,
      status: 201,
      faults: ["record/taken"],
    },
    "DELETE /integration-keys/{id}": {
      tag,
      summary: "Revoke a key",
      params: idParams,
      status: 204,
      faults: ["record/not-found"],
    },
    "PUT /integrations/reservations": {
      tag,
      summary: "Add, change and delete reservations by the sender's own ids, all or nothing",
      access: "integration",
      body: reservationBulk,
      bodyLimit: bulkBytes,
      answer: bulkOutcome,
    },
    "PUT /integrations/identifiers/{origin}": {
      tag,
      summary: "Add, change and delete cloud identifiers by the sender's own ids, all or nothing",
      access: "integration",
      params: z.object({
        origin: z.enum(origins, {
          error: (issue) => `Unknown origin "${String(issue.input)}". Known: ${origins.join(", ")}`,
        }),
      }),
      body: identifierBulk,
      bodyLimit: bulkBytes,
      answer: bulkOutcome,
    },
  },
);
