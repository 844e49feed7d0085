import { group } from "@gatehouse/contract/entities/access/access";
import { groupEndpoints, ruleEndpoints, scheduleEndpoints } from "@gatehouse/contract/entities/access/access.endpoints";
import { accessErrors } from "@gatehouse/contract/entities/access/access.messages";
import { firstRule, rule } from "@gatehouse/contract/entities/access/rule";
import { schedule } from "@gatehouse/contract/entities/access/schedule";
import { sql } from "kysely";
import type { Tx } from "../../platform/database/database.ts";
import { handle, type Person } from "../../platform/http/call.ts";
import { replaceParts } from "../../platform/resources/ordered-parts.ts";
import { type ResourceShape, resource } from "../../platform/resources/resource.ts";
import type { Services } from "../../platform/services.ts";
import type { BackTests } from "../back-tests/back-tests.ts";
import { enforcementCheck } from "../back-tests/enforcement-check.ts";

/** Groups of identifiers. */
export const groupRoutes = resource(groupEndpoints, {
  table: "access_groups",
  record: group,
  constraints: { access_groups_name: { path: "name", message: "Another group has this name" } },
});

export const scheduleRoutes = resource(scheduleEndpoints, {
  table: "access_schedules",
  record: schedule,
  constraints: { access_schedules_name: { path: "name", message: "Another schedule has this name" } },
});

/** Rules. The first one is accompanied by a rule that keeps the behaviour of a site without rules. */
const shape: ResourceShape<Record<string, unknown>> = {
  table: "access_rules",
  view: "access_rule_records",
  record: rule,
  encode: async ({ gateIds: _, confirmation: __, ...columns }, tx) => {
    await addFirstRule(tx);
    return columns;
  },
  writeParts: (tx, ruleId, { gateIds }) => {
    const parts = (gateIds as number[]).map((gateId) => ({ gateId }));
    return replaceParts(tx, "access_rule_gates", { ruleId }, parts);
  },
  constraints: {
    access_rules_name: { path: "name", message: "Another rule has this name" },
    access_rules_group: { path: "groupId", message: accessErrors.unknownGroup },
    access_rules_area: { path: "areaId", message: accessErrors.unknownArea },
    access_rules_schedule: { path: "scheduleId", message: accessErrors.unknownSchedule },
    access_rule_gates_gate: { path: "gateIds", message: accessErrors.unknownGates },
  },
};

/** Enforcing rules that would have denied many vehicles needs a typed confirmation: the name of the rule. */
export function ruleRoutes(services: Services, backTests: BackTests) {
  const check = enforcementCheck(services, backTests);
  const guarded = (person: Person, text: string, confirmation: string | undefined) => {
    const guard = (tx: Tx) => check(tx, person, { text, confirmation });
    return resource(ruleEndpoints, { ...shape, guardSaved: guard, guardRemoved: guard });
  };
  return handle(ruleEndpoints, {
    "GET /access/rules": resource(ruleEndpoints, shape)["GET /access/rules"],
    "GET /access/rules/{id}": resource(ruleEndpoints, shape)["GET /access/rules/{id}"],
    "POST /access/rules": (call) =>
      guarded(call.person, call.body.name, call.body.confirmation)["POST /access/rules"](call),
    "PUT /access/rules/{id}": (call) =>
      guarded(call.person, call.body.name, call.body.confirmation)["PUT /access/rules/{id}"](call),
    "DELETE /access/rules/{id}": async (call) => {
      const found = await call.read
        .selectFrom("access_rules")
        .select("name")
        .where("id", "=", call.params.id)
        .executeTakeFirst();
      const { confirmation } = (call.query ?? {}) as { confirmation?: string };
      return guarded(call.person, found?.name ?? "", confirmation)["DELETE /access/rules/{id}"](call);
    },
  });
}

/** Called before a rule is written, so an update always finds one. */
async function addFirstRule(tx: Tx): Promise<void> {
  const found = await tx.selectFrom("access_rules").select("id").limit(1).executeTakeFirst();
  if (found) return;
  // Two people may add the first rule at once.
  await sql`lock table access_rules in exclusive mode`.execute(tx);
  const isFirst = !(await tx.selectFrom("access_rules").select("id").limit(1).executeTakeFirst());
  if (!isFirst) return;
  await tx.insertInto("access_rules").values(firstRule).execute();
}
