import * as z from "zod";
import { defineEndpoints } from "../endpoint.ts";
import { idParams } from "../fields/record.ts";
import { instant } from "../fields/time.ts";

const tag = "Outbox";

/** A pending message to another system. */
export const waitingMessage = z.object({
  id: z.int(),
  kind: z.enum([
    "audit-day",
    "cloud-variables",
    "mygate-notice",
    "notification-mail",
    "notification-webhook",
    "ticket",
  ]),
  /** A short summary. */
  summary: z.string(),
  createdAt: instant,
  attempts: z.int(),
  nextAttemptAt: instant,
  lastFault: z.string().nullable(),
});
waitingMessage.register(z.globalRegistry, { id: "WaitingMessage", description: "A pending message to another system" });

/** A pending message. */
export type WaitingMessage = z.output<typeof waitingMessage>;

export const outboxEndpoints = defineEndpoints(
  { read: "view", write: "devices" },
  {
    "GET /outbox": {
      tag,
      summary: "What waits to be taken by other systems, the oldest first, and how many there are",
      response: z.object({ data: z.array(waitingMessage), total: z.int() }),
    },
    "POST /outbox/{id}/retry": {
      tag,
      actsOn: "outbox",
      summary: "Try a message now",
      params: idParams,
      status: 204,
      errors: ["record/not-found"],
    },
    "DELETE /outbox/{id}": {
      tag,
      summary: "Give a message up: it is never sent",
      params: idParams,
      status: 204,
      errors: ["record/not-found"],
    },
  },
);
