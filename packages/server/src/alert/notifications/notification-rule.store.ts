import type { EscalationStep, NotificationRule } from "@gatehouse/contract/entities/notification";
import { minuteOfDay } from "@gatehouse/contract/fields/time";
import type { PlannedRule } from "@gatehouse/engine/notifications/plan-messages";
import type { ReadDb, Tx } from "../../platform/database/database.ts";

/** A notification rule with the time from which it applies. */
export interface StoredRule extends Omit<NotificationRule, "version"> {
  readonly since: Date;
  readonly lastDigestAt: Date | null;
}

export type Recipients = Pick<EscalationStep, "emails" | "webhookIds">;

const rules = (db: ReadDb) =>
  db
    .selectFrom("notification_rules")
    .innerJoin("notification_positions", "notification_positions.ruleId", "notification_rules.id")
    .selectAll("notification_rules")
    .select(["since", "lastDigestAt"]);

/** Loads the rules that are switched on. */
export async function listEnabledRules(db: ReadDb): Promise<StoredRule[]> {
  return (await rules(db).where("isEnabled", "=", true).orderBy("id").execute()).map(toRule);
}

/** The rule applies from the time of its first save. */
export async function startRule(tx: Tx, ruleId: number, now: Date): Promise<void> {
  await tx
    .insertInto("notification_positions")
    .values({ ruleId, since: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Loads a rule; undefined if there is none with this id. */
export async function findRule(db: ReadDb, id: number): Promise<StoredRule | undefined> {
  const row = await rules(db).where("id", "=", id).executeTakeFirst();
  return row && toRule(row);
}

interface RuleRow extends Omit<NotificationRule, "topics" | "escalation"> {
  topics: string[];
  escalation: unknown;
  since: string;
  lastDigestAt: string | null;
}

const toRule = ({ topics, escalation, since, lastDigestAt, ...row }: RuleRow): StoredRule => ({
  ...row,
  topics: topics as NotificationRule["topics"],
  escalation: escalation as EscalationStep[],
  since: new Date(since),
  lastDigestAt: lastDigestAt === null ? null : new Date(lastDigestAt),
});

/** The part of a rule that decides when something is sent. */
export const toPlannedRule = ({ quietFrom, quietTo, ...rule }: StoredRule): PlannedRule => ({
  ...rule,
  quiet: quietFrom === null || quietTo === null ? null : { from: minuteOfDay(quietFrom), to: minuteOfDay(quietTo) },
});

/** The recipients of the first message (0) or of a step of the escalation. */
export const recipientsOf = (rule: StoredRule, step: number): Recipients =>
  (step === 0 ? rule : rule.escalation[step - 1]) ?? { emails: [], webhookIds: [] };
