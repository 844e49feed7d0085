import type { AlertCause, AlertType } from "@gatehouse/contract/entities/alert-type";
import type { Services } from "../platform/services.ts";
import { raiseAlert, resolveAlert } from "./alert.store.ts";

/** The current faults of one type. */
export interface ConditionState {
  readonly causes: readonly AlertCause[];
  /** Whether an open alert about this subject stays open. */
  isKept(subject: string): boolean;
}

/** Alerts that are open while a condition lasts. */
export interface ConditionAlerts {
  update(state: ConditionState): Promise<void>;
}

/** Raises an alert when a fault begins and resolves it when it ends. The state may come from a restarted server. */
export function createConditionAlerts({ db, clock }: Pick<Services, "db" | "clock">, type: AlertType): ConditionAlerts {
  // Alerts resolved by a user are not raised again while the fault lasts.
  let reported: ReadonlySet<string> = new Set();

  return {
    update: async ({ causes, isKept }) => {
      await db.transaction().execute(async (tx) => {
        const open = await tx
          .selectFrom("alerts")
          .select(["id", "subject"])
          .where("type", "=", type)
          .where("status", "=", "new")
          .execute();
        const opened = new Set(open.map(({ subject }) => subject));
        for (const { id, subject } of open) if (!isKept(subject)) await resolveAlert(tx, id, clock.now());
        for (const cause of causes) {
          if (reported.has(cause.subject) || opened.has(cause.subject)) continue;
          await raiseAlert(tx, cause, clock.now());
        }
      });
      reported = new Set(causes.map(({ subject }) => subject));
    },
  };
}
