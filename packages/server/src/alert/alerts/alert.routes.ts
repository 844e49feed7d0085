import type { OutputOf } from "@gatehouse/contract/endpoint";
import { type Alert, type AlertSummary, alertEndpoints, type alertNotices } from "@gatehouse/contract/entities/alert";
import { type AlertScope, alertScopes } from "@gatehouse/contract/entities/alert-type";
import type { ReadDb, Tx } from "../../platform/database/database.ts";
import { handle, type Person } from "../../platform/http/call.ts";
import type { GateLimit } from "../../platform/http/gate-limit.ts";
import { httpError } from "../../platform/http/http-error.ts";
import type { Services } from "../../platform/services.ts";
import { listAlerts, loadAlert, resolveAlert } from "../alert.store.ts";
import { loadAlertFilter } from "./alert-gates.ts";
import { acknowledgeAlert, shelveAlert, unshelveAlert } from "./alert-handling.store.ts";
import { alertColumns, toAlert } from "./alert-state.ts";

const maxNotices = 20;
/** A browser that was offline for longer shows the alerts in its list only. */
const maxAgeMs = 600_000;

/** The browser notifications after a position, of alerts that the person may see. */
async function loadNotices(
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

export const alertRoutes = ({ clock }: Services) => {
  const listOpen = (read: ReadDb, { gateIds: limit }: Person): Promise<Alert[]> =>
    listAlerts(read, { withResolved: false, limit }, clock.now());

  /** Returns the alert; rejects one that the person may not see, which undoes a change. */
  async function loadOwn(tx: ReadDb | Tx, id: number, { gateIds }: Person): Promise<Alert> {
    const alert = await loadAlert(tx, id, clock.now());
    const isShown = await loadAlertFilter(tx, gateIds);
    if (!isShown(alert)) throw httpError("record/not-found");
    return alert;
  }

  return handle(alertEndpoints, {
    "GET /alerts": ({ query: { scope, resolved }, person: { gateIds: limit }, read }) =>
      listAlerts(read, { scope, withResolved: resolved, limit }, clock.now()),
    "GET /alerts/open": ({ person, read }) => listOpen(read, person),
    "GET /alerts/summary": async ({ person, read }) => summarize(await listOpen(read, person)),
    "GET /alerts/notices": ({ query, person, read }) => loadNotices(read, query.after, person.gateIds, clock.now()),
    "GET /alerts/{id}": ({ params: { id }, person, read }) => loadOwn(read, id, person),
    "POST /alerts/{id}/resolve": ({ params: { id }, person, write }) =>
      write(async (tx) => {
        await resolveAlert(tx, id, clock.now(), person.username);
        return loadOwn(tx, id, person);
      }),
    "POST /alerts/{id}/acknowledge": ({ params: { id }, person, write }) =>
      write(async (tx) => {
        await acknowledgeAlert(tx, { id, by: person.username, now: clock.now() });
        return loadOwn(tx, id, person);
      }),
    "POST /alerts/{id}/shelve": ({ params: { id }, body, person, write }) =>
      write(async (tx) => {
        await shelveAlert(tx, { id, by: person.username, now: clock.now() }, body);
        return loadOwn(tx, id, person);
      }),
    "POST /alerts/{id}/unshelve": ({ params: { id }, person, write }) =>
      write(async (tx) => {
        await unshelveAlert(tx, { id, by: person.username, now: clock.now() });
        return loadOwn(tx, id, person);
      }),
  });
};

/** Counts open alerts by state, and active ones by scope. An alert that another listed one explains does not count. */
function summarize(alerts: readonly Alert[]): AlertSummary {
  const ids = new Set(alerts.map(({ id }) => id));
  const roots = alerts.filter(({ causeId }) => causeId === null || !ids.has(causeId));
  const listOf = (state: Alert["state"]) => roots.filter((alert) => alert.state === state);
  const active = listOf("active");
  const scopes = Object.fromEntries(
    alertScopes.map((scope) => [scope, active.filter((alert) => alert.scope === scope).length]),
  ) as Record<AlertScope, number>;
  return {
    active: active.length,
    acknowledged: listOf("acknowledged").length,
    shelved: listOf("shelved").length,
    scopes,
  };
}
