import { type Alert, alertTopicOf } from "@gatehouse/contract/entities/alert";
import type { ActiveAlert } from "@gatehouse/engine/notifications/plan-messages";
import type { Services } from "../../platform/services.ts";
import { loadCauses, partsOf } from "../alerts/alert-causes.ts";
import { alertColumns, toAlert } from "../alerts/alert-state.ts";

/** An open alert with what planning needs. */
export interface OpenAlert {
  readonly alert: Alert;
  readonly planned: ActiveAlert;
  /** How many other open alerts it explains. */
  readonly explains: number;
}

const maxAlerts = 1000;

/** The active alerts that no other open alert explains. */
export async function listActiveAlerts({ db, clock }: Pick<Services, "db" | "clock">): Promise<OpenAlert[]> {
  const now = clock.now();
  const rows = await db
    .selectFrom("alerts")
    .select([...alertColumns, "activeSince"])
    .where("status", "=", "new")
    .orderBy("id", "desc")
    .limit(maxAlerts)
    .execute();
  const causeOf = await loadCauses(db);
  const open = rows.map(({ activeSince, ...row }) => ({
    alert: toAlert(row, causeOf, now),
    activeSince: new Date(activeSince),
  }));
  return open
    .filter(({ alert }) => alert.state === "active" && alert.causeId === null)
    .map(({ alert, activeSince }) => ({
      alert,
      explains: open.filter((other) => other.alert.causeId === alert.id).length,
      planned: {
        id: alert.id,
        topic: alertTopicOf[alert.type],
        activeSince,
        activeMs: clock.elapsedMs(activeSince),
        mayHaveCause: partsOf(alert).length > 0,
      },
    }));
}
