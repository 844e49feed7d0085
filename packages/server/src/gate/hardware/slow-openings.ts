import type { AlertCause } from "@gatehouse/contract/entities/alert-type";
import { sql } from "kysely";
import { type ConditionAlerts, createConditionAlerts } from "../../alert/condition-alerts.ts";
import { type BackgroundJob, startJob } from "../../platform/background-job.ts";
import type { Services } from "../../platform/services.ts";

const type = "OPENINGS_SLOW";
const subject = "openings";
const checkIntervalMs = 2_000;
/** Older openings are not judged. */
const judgedMs = 120_000;
/** The latest openings are judged; few of them raise nothing. */
const judgedOpenings = 8;
const minOpenings = 5;
/** Drivers notice longer waits. */
const maxOpeningMs = 1_000;

type Parts = Pick<Services, "db" | "clock">;

/** The alert about slow openings. */
export const createSlowOpeningAlerts = (services: Parts): ConditionAlerts => createConditionAlerts(services, type);

/**
 * Raises an alert if half of the latest automatic openings took too long from the read to the reply of the barrier, and
 * resolves it once they don't. The database or the relay boards may be slow.
 */
export async function checkOpenings({ db, clock }: Parts, alerts: ConditionAlerts): Promise<void> {
  const now = clock.now();
  const { rows } = await sql<{ n: number; ms: number | null }>`
    select count(*)::integer as n,
      percentile_cont(0.5) within group (order by extract(epoch from "endedAt" - at) * 1000)::float8 as ms
    from (
      select at, "endedAt" from commands
      where at > ${new Date(now.getTime() - judgedMs)} and at <= ${now} and kind = 'open' and by is null
        and state in ('accepted', 'unmoved')
      order by at desc, id desc limit ${judgedOpenings}
    ) latest`.execute(db);
  const [{ n, ms } = { n: 0, ms: null }] = rows;
  const slowMs = n >= minOpenings && ms !== null && ms > maxOpeningMs ? ms : null;
  // Too few openings don't show that it is over.
  const isUndecided = n > 0 && n < minOpenings;
  await alerts.update({
    causes: slowMs === null ? [] : [toCause(slowMs)],
    isKept: () => slowMs !== null || isUndecided,
  });
}

/** Judges the openings while this process is the leader. */
export function startSlowOpeningChecks(services: Services): BackgroundJob {
  const alerts = createSlowOpeningAlerts(services);
  return startJob("slow openings", services.log, async () => {
    await checkOpenings(services, alerts);
    return { waitMs: checkIntervalMs };
  });
}

const toCause = (ms: number): AlertCause => ({
  type,
  scope: "ac",
  subject,
  title: "Gates open slowly",
  description: `Half of the latest vehicles waited longer than ${(ms / 1_000).toFixed(1)} s for their barrier.`,
  additionalInfo: { medianMs: Math.round(ms) },
});
