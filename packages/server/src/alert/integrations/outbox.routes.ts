import { outboxEndpoints, type WaitingMessage } from "@gatehouse/contract/entities/outbox";
import { formatCount } from "@gatehouse/contract/fields/number";
import { handle } from "../../platform/http/call.ts";
import { httpError } from "../../platform/http/http-error.ts";
import type { Services } from "../../platform/services.ts";
import { notifyOutboxChange } from "../outbox.ts";

const maxListed = 200;

type Kind = WaitingMessage["kind"];

/** One-line summary of each kind of message. */
const summaries: Record<Kind, (payload: Record<string, unknown>) => string> = {
  "audit-day": ({ day }) => `Audit seal of ${day}`,
  "cloud-variables": ({ scope, variables }) =>
    `${formatCount((variables as unknown[]).length, "variable")} of ${scope}`,
  "mygate-notice": ({ plate, direction }) => `${direction === "IN" ? "Entry" : "Exit"} of ${plate}`,
  "notification-mail": ({ to, subject }) => `E-mail to ${to}: ${subject}`,
  "notification-webhook": ({ webhookName, subject }) => `Webhook ${webhookName}: ${subject}`,
  ticket: ({ plate, machineName }) => `Ticket for ${plate} at ${machineName}`,
};

/** Messages that wait to be delivered to other systems. */
export const outboxRoutes = ({ clock }: Services) =>
  handle(outboxEndpoints, {
    "GET /outbox": async ({ read }) => {
      const waiting = read.selectFrom("outbox").where("takenAt", "is", null);
      const rows = await waiting
        .select(["id", "kind", "payload", "createdAt", "attempts", "nextAttemptAt", "lastFault"])
        .orderBy("id")
        .limit(maxListed)
        .execute();
      const { total } = await waiting.select((row) => row.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
      const data = rows.map(({ payload, ...row }) => {
        const kind = row.kind as Kind;
        return { ...row, kind, summary: summaries[kind](payload as Record<string, unknown>) };
      });
      return { data, total };
    },
    "POST /outbox/{id}/retry": ({ params, write }) =>
      write(async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable("outbox")
          .set({ nextAttemptAt: clock.now() })
          .where("id", "=", params.id)
          .where("takenAt", "is", null)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) throw httpError("record/not-found");
        await notifyOutboxChange(tx);
        return undefined;
      }),
    "DELETE /outbox/{id}": ({ params, write }) =>
      write(async (tx) => {
        const { numDeletedRows } = await tx
          .deleteFrom("outbox")
          .where("id", "=", params.id)
          .where("takenAt", "is", null)
          .executeTakeFirst();
        if (numDeletedRows === 0n) throw httpError("record/not-found");
        await notifyOutboxChange(tx);
        return undefined;
      }),
  });
