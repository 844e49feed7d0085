import { sql } from "kysely";
import { readRequiredConfigs } from "../entities/config/required-config.store.ts";
import type { Services } from "../platform/services.ts";
import { type Repeating, repeat } from "./repeat.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Drops what is older than the site wants to keep. */
export function startHousekeeping({ db, clock, log }: Services): Repeating {
  return repeat("housekeeping", log, async () => {
    const { retentionDays, eventRetentionDays } = await readRequiredConfigs(db);
    const before = (days: number) => new Date(clock.now().getTime() - days * dayMs).toISOString();
    const oldest = before(retentionDays);
    await db.deleteFrom("alerts").where("status", "=", "resolved").where("resolvedAt", "<", oldest).execute();
    await db.deleteFrom("audit_log").where("at", "<", oldest).execute();
    await db.deleteFrom("sessions").where("expiresAt", "<", oldest).execute();
    await db.deleteFrom("outbox").where("takenAt", "<", oldest).execute();
    await sql`select ensure_event_partitions(${clock.now()})`.execute(db);
    await sql`select drop_events_before(${before(eventRetentionDays)})`.execute(db);
    await db.deleteFrom("commands").where("at", "<", before(eventRetentionDays)).execute();
    await db.deleteFrom("passages").where("at", "<", before(1)).execute();
    await db.deleteFrom("login_attempts").where("lastAt", "<", before(1)).execute();
    return { waitMs: hourMs };
  });
}
