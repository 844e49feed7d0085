import { keptBackTestDays } from "@gatehouse/contract/entities/access/back-test";
import type { RequiredValues } from "@gatehouse/contract/entities/required-configs";
import { dayMs } from "@gatehouse/contract/fields/zoned-time";
import { type RawBuilder, sql } from "kysely";

/** Which rows of a table are deleted. */
export interface RetentionRule {
  readonly table: string;
  /** Whether the retention of a row has ended. */
  readonly ended: RawBuilder<unknown>;
  /** Whether a legal hold covers a row; null for copies and counts of what is kept elsewhere. */
  readonly held: RawBuilder<unknown> | null;
}

/** The times before which data is deleted. */
export function retentionLimits(
  { retentionDays, eventRetentionDays, plateRetentionDays }: RequiredValues,
  now: Date,
): { other: Date; event: Date; plate: Date; before: (days: number) => Date } {
  const before = (days: number) => new Date(now.getTime() - days * dayMs);
  return {
    other: before(retentionDays),
    event: before(eventRetentionDays),
    plate: before(plateRetentionDays),
    before,
  };
}

const later = (one: Date, other: Date) => (one > other ? one : other);

const heldAt = (time: string) => sql`is_held(null, ${sql.ref(time)})`;
const heldEvent = (time: string) => sql`(is_event_held("eventId") or ${heldAt(time)})`;
const heldPlate = (plate: string, time: string) => sql`is_held(${sql.ref(plate)}, ${sql.ref(time)})`;

/**
 * What is deleted row by row. Records that are there to explain events, and that contain plates in texts or documents,
 * are deleted when the plates of the events are replaced.
 */
export function retentionRules({ other, event, plate, before }: ReturnType<typeof retentionLimits>): RetentionRule[] {
  const eventOrPlate = later(event, plate);
  const heldAlert = sql`is_held(normalize_identifier(coalesce("additionalInfo"->>'iid', '')), "createdAt")`;
  return [
    { table: "alerts", ended: sql`status = 'resolved' and "resolvedAt" < ${other}`, held: heldAlert },
    // These alerts name the plate.
    {
      table: "alerts",
      ended: sql`type = 'AC_WATCH_LIST' and status = 'resolved' and "resolvedAt" < ${plate}`,
      held: heldAlert,
    },
    // Personal access tokens are checked with the last session of their owner at a provider.
    {
      table: "sessions",
      ended: sql`"expiresAt" < ${other} and not exists (select from provider_sessions p
        where p."sessionId" = sessions.id and p."checkedAt" >= ${other})`,
      held: heldAt("createdAt"),
    },
    { table: "outbox", ended: sql`"takenAt" < ${other}`, held: heldAt("createdAt") },
    {
      table: "outbox",
      ended: sql`"takenAt" < ${plate} and kind in ('mygate-notice', 'ticket', 'notification-mail', 'notification-webhook')`,
      held: sql`(${heldAt("createdAt")} or exists (select from legal_holds h where h."plateNormalized" is not null
        and position(h."plateNormalized" in regexp_replace(upper(payload::text), '[[:space:][:punct:]]', '', 'g')) > 0))`,
    },
    { table: "commands", ended: sql`at < ${event}`, held: heldEvent("at") },
    // Events outside the monthly partitions have wrong clocks, so their time of receipt counts.
    {
      table: "events_other",
      ended: sql`"receivedAt" < ${event}`,
      held: sql`is_event_held(id, "plateNormalized", "identifierId", "occurredAt")`,
    },
    {
      table: "event_keys",
      ended: sql`("receivedAt" < ${event} or ("receivedAt" < ${plate} and content like 'plate %'))`,
      held: null,
    },
    { table: "event_reports", ended: sql`"receivedAt" < ${eventOrPlate}`, held: heldEvent("receivedAt") },
    {
      table: "event_corrections",
      ended: sql`at < ${event}`,
      held: sql`(${heldEvent("occurredAt")} or ${heldPlate("readNormalized", "occurredAt")})`,
    },
    {
      table: "station_cards",
      ended: sql`coalesce("deniedAt", "handledAt") < ${event}`,
      held: sql`(is_event_held("eventId") or is_held(null, coalesce("deniedAt", "handledAt")))`,
    },
    { table: "station_notes", ended: sql`at < ${eventOrPlate}`, held: heldEvent("at") },
    {
      table: "station_handovers",
      ended: sql`at < ${later(other, plate)}`,
      held: sql`(${heldAt("at")} or exists (select from jsonb_array_elements(summary->'cards') c
        where is_event_held((c->>'eventId')::bigint)))`,
    },
    { table: "camera_hours", ended: sql`hour < ${event}`, held: null },
    { table: "camera_confusions", ended: sql`"lastAt" < ${event}`, held: null },
    { table: "plate_reads", ended: sql`"lastReadAt" < ${eventOrPlate}`, held: heldPlate("plate", "lastReadAt") },
    { table: "passages", ended: sql`at < ${before(1)}`, held: null },
    {
      table: "back_tests",
      ended: sql`"createdAt" < ${later(before(keptBackTestDays), plate)}`,
      held: null,
    },
    // Past passes, entries and overrides explain the events of their time.
    {
      table: "access_passes",
      ended: sql`"validTo" < ${eventOrPlate}`,
      held: sql`(${heldPlate("lpNormalized", "validFrom")} or ${heldPlate("lpNormalized", "validTo")})`,
    },
    { table: "access_lists", ended: sql`until < ${eventOrPlate}`, held: heldPlate("iidNormalized", "until") },
    { table: "access_overrides", ended: sql`until < ${event}`, held: sql`(${heldAt("since")} or ${heldAt("until")})` },
  ];
}
