import type { OutputOf } from "@gatehouse/contract/endpoint";
import type { alertNotices } from "@gatehouse/contract/entities/alert";
import type { ReadDb } from "../../platform/database/database.ts";
import type { GateLimit } from "../../platform/http/gate-access.ts";
import { loadAlertFilter } from "./alert-gates.ts";
import { alertColumns, toAlert } from "./alert-state.ts";

const maxNotices = 20;
/** A browser that was offline for longer shows the alerts in its list only. */
const maxAgeMs = 600_000;

/** The browser notifications after a position, of alerts that the person may see. */
export async function loadNotices(
  db: ReadDb,
  after: number | undefined,
  limit: GateLimit,
  now: Date,
): Promise<OutputOf<typeof alertNotices>> {
  const newest = await db
    .selectFrom("notification_log")
    .select((row) => row.fn.max("id").as("id"))
    .executeTakeFirstOrThrow();
  const last = Number(newest.id);
  if (after === undefined || after >= last) return { last, notices: [] };
  const rows = await db
    .selectFrom("notification_log")
    .innerJoin("alerts", "alerts.id", "notification_log.alertId")
    .select(alertColumns.map((column) => `alerts.${column}` as const))
    .select("notification_log.id as noticeId")
    .where("notification_log.id", ">", after)
    .where("notification_log.isInBrowser", "=", true)
    .where("notification_log.at", ">", new Date(now.getTime() - maxAgeMs).toISOString())
    .orderBy("notification_log.id", "desc")
    .execute();
  const isShown = await loadAlertFilter(db, limit);
  const notices = rows
    .map(({ noticeId, ...row }) => ({ noticeId, alert: toAlert(row, () => null, now) }))
    .filter(({ alert }) => isShown(alert))
    // After the filter: newer notices of other gates must not hide their own.
    .slice(0, maxNotices)
    .map(({ noticeId, alert }) => ({
      id: noticeId,
      alertId: alert.id,
      title: alert.title,
      text: alert.description,
    }));
  return { last, notices: notices.reverse() };
}
