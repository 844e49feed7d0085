import { readRequiredConfigs } from "../entities/config/required-config.store.ts";
import type { Services } from "../platform/services.ts";
import { type Repeating, repeat } from "./repeat.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Drops what is older than the site wants to keep. */
export function startHousekeeping({ db, clock, log }: Services): Repeating {
  return repeat("housekeeping", log, async () => {
    const { retentionDays } = await readRequiredConfigs(db);
    const before = (days: number) => new Date(clock.now().getTime() - days * dayMs).toISOString();
    const oldest = before(retentionDays);
    await db.deleteFrom("alerts").where("status", "=", "resolved").where("resolvedAt", "<", oldest).execute();
    await db.deleteFrom("audit_log").where("at", "<", oldest).execute();
    await db.deleteFrom("sessions").where("expiresAt", "<", oldest).execute();
    await db.deleteFrom("outbox").where("takenAt", "<", oldest).execute();
    await db.deleteFrom("login_attempts").where("lastAt", "<", before(1)).execute();
    return { waitMs: hourMs };
  });
}
