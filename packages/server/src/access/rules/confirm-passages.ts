import { sql } from "kysely";
import { type BackgroundJob, startJob } from "../../platform/background-job.ts";
import { onlyRow } from "../../platform/database/only-row.ts";
import type { Services } from "../../platform/services.ts";

const checkIntervalMs = 1_000;

/** Decisions wait for the confirmation of a batch. */
const maxPerBatch = 500;

/** Confirms the passages whose gate's passage time is over, and returns their number. */
export async function confirmDuePassages({ db, clock }: Pick<Services, "db" | "clock">): Promise<number> {
  let confirmed = 0;
  for (;;) {
    const due = await db
      .selectFrom("passage_holds")
      .select("eventId")
      .where("dueAt", "<=", clock.now().toISOString())
      .orderBy("dueAt")
      .limit(maxPerBatch)
      .execute();
    if (due.length === 0) return confirmed;
    const ids = due.map(({ eventId }) => eventId);
    const row = await onlyRow(sql<{ confirmed: number }>`select confirm_passages(${ids}) as confirmed`, db);
    confirmed += row.confirmed;
  }
}

export const startPassageConfirmation = (services: Pick<Services, "db" | "clock" | "log">): BackgroundJob =>
  startJob("passages", services.log, async () => {
    await confirmDuePassages(services);
    return { waitMs: checkIntervalMs };
  });
