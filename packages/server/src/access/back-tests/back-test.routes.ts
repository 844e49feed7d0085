import { accessErrors } from "@gatehouse/contract/entities/access/access.messages";
import {
  type BackTest,
  type BackTestResult,
  backTestEndpoints,
  checkedDays,
  maxShadowDays,
  type RuleEffect,
  type ShadowEvent,
} from "@gatehouse/contract/entities/access/back-test";
import { firstRule, policyRule } from "@gatehouse/contract/entities/access/rule";
import { dayMs } from "@gatehouse/contract/fields/zoned-time";
import { sql } from "kysely";
import type * as z from "zod";
import { loadRequiredConfigs } from "../../house/required-config.store.ts";
import type { Database, ReadDb } from "../../platform/database/database.ts";
import { handle } from "../../platform/http/call.ts";
import type { GateLimit } from "../../platform/http/gate-limit.ts";
import { httpError } from "../../platform/http/http-error.ts";
import type { Services } from "../../platform/services.ts";
import type { BackTests } from "./back-tests.ts";
import { listOwnVehicles } from "./enforcement-check.ts";
import type { PolicyDocument } from "./replay-policies.ts";
import type { BackTestTask } from "./run-replay.ts";

const maxShadowEvents = 200;

const endpoints = {
  "POST /access/back-tests": backTestEndpoints["POST /access/back-tests"],
  "GET /access/back-tests/{id}": backTestEndpoints["GET /access/back-tests/{id}"],
  "POST /access/rules/effect": backTestEndpoints["POST /access/rules/effect"],
  "GET /access/shadow-results": backTestEndpoints["GET /access/shadow-results"],
};

/** Back-tests run in the background. */
export const backTestRoutes = ({ db, clock, log }: Services, backTests: BackTests) =>
  handle(endpoints, {
    "POST /access/back-tests": async ({ body, person, read, write }) => {
      const { days, rules = [], version, against } = body;
      await requireVersions(read, { version, against });
      const now = clock.now();
      const { timeZone, passageSeconds } = await loadRequiredConfigs(read);
      const task: BackTestTask = {
        from: new Date(now.getTime() - days * dayMs).toISOString(),
        to: now.toISOString(),
        timeZone,
        passageSeconds,
        tried:
          version === undefined
            ? { rules: rules.map((rule, index) => ({ ...rule, id: index + 1, version: 1 })) }
            : { version },
        against: against ?? null,
        own: await listOwnVehicles(read, person),
      };
      const id = await write(async (tx) => {
        const created = await tx
          .insertInto("back_tests")
          .values({ createdAt: now, by: person.username, days })
          .returning("id")
          .executeTakeFirstOrThrow();
        return created.id;
      });
      runInBackground(db, backTests, { id, task }).catch((error: unknown) =>
        log.warn({ error }, "could not store the result of a back-test"),
      );
      return loadBackTest(read, id);
    },
    "GET /access/back-tests/{id}": ({ params, read }) => loadBackTest(read, params.id),
    "POST /access/rules/effect": ({ body, read }) => testRule(read, body, { backTests, now: clock.now() }),
    "GET /access/shadow-results": ({ read, person: { gateIds } }) =>
      listShadowEvents(read, { since: new Date(clock.now().getTime() - maxShadowDays * dayMs), gateIds }),
  });

/** Replays the last week with and without a rule, as if it were enforced. */
async function testRule(
  db: ReadDb,
  body: z.output<typeof policyRule>,
  { backTests, now }: { backTests: BackTests; now: Date },
): Promise<RuleEffect> {
  const stored = (await db
    .selectFrom("access_rule_records")
    .selectAll()
    .where("id", "<>", body.id ?? 0)
    .execute()) as unknown as PolicyDocument["rules"];
  // The first rule is saved with one that allows everyone.
  const others = stored.length > 0 ? stored : [{ ...policyRule.parse(firstRule), id: 1, version: 1 }];
  const id = body.id ?? 1 + Math.max(...others.map((rule) => rule.id));
  const { timeZone, passageSeconds } = await loadRequiredConfigs(db);
  const result = await backTests.run({
    from: new Date(now.getTime() - checkedDays * dayMs).toISOString(),
    to: now.toISOString(),
    timeZone,
    passageSeconds,
    tried: { rule: { ...body, id, version: 1, mode: "enforced" }, others },
    against: null,
    own: [],
  });
  const { events, removedExits, newlyDenied, newlyAllowed, effect } = result;
  if (!effect) throw new Error("the replay of a rule has no effect");
  return { days: checkedDays, passages: events + removedExits, differing: newlyDenied + newlyAllowed, ...effect };
}

async function listShadowEvents(
  db: ReadDb,
  { since, gateIds }: { since: Date; gateIds: GateLimit },
): Promise<ShadowEvent[]> {
  const isAtGates = gateIds === null ? sql`true` : sql`e."gateId" = any(${[...gateIds]}::integer[])`;
  const { rows } = await sql<ShadowEvent>`
    select e.id as "eventId", e.module, e."occurredAt" as at, coalesce(e."gateName", '') as "gateName",
      coalesce(e."plateNormalized", e."tagNormalized", '') as vehicle, e."isGranted", s."ruleId", s.name as rule, s.text
    from events e, jsonb_to_recordset(e.trace->'shadow') as s("ruleId" integer, name text, text text)
    where e.trace ? 'shadow' and e."occurredAt" >= ${since} and ${isAtGates}
    order by e."occurredAt" desc, e.id desc limit ${maxShadowEvents}`.execute(db as Database);
  return rows;
}

async function requireVersions(
  db: ReadDb,
  versions: { version: number | undefined; against: number | undefined },
): Promise<void> {
  for (const [path, version] of Object.entries(versions)) {
    if (version === undefined) continue;
    const found = await db
      .selectFrom("policy_versions")
      .select("version")
      .where("version", "=", version)
      .executeTakeFirst();
    if (found) continue;
    const message = accessErrors.unknownVersion;
    throw httpError("request/invalid", { message, errors: [{ path, message }] });
  }
}

async function runInBackground(
  db: Database,
  backTests: BackTests,
  { id, task }: { id: number; task: BackTestTask },
): Promise<void> {
  const save = (values: { state?: string; progress?: number; failure?: string; result?: string }) =>
    db
      .updateTable("back_tests")
      .set({ ...values, updatedAt: sql`now()` })
      .where("id", "=", id)
      .execute();
  let shown = 0;
  let saving: Promise<unknown> = Promise.resolve();
  const onProgress = (progress: number) => {
    // Each tenth is enough for people.
    if (progress - shown < 0.1) return;
    shown = progress;
    saving = saving.then(() => save({ progress })).catch(() => {});
  };
  const outcome = await backTests.run(task, onProgress).then(
    (result) => ({ result }),
    (error: unknown) => ({ failure: error instanceof Error ? error.message : String(error) }),
  );
  await saving;
  if ("failure" in outcome) await save({ state: "failed", failure: outcome.failure });
  else await save({ state: "done", progress: 1, result: JSON.stringify(outcome.result) });
}

/** A back-test without progress for minutes was interrupted by a restart. */
async function loadBackTest(db: ReadDb, id: number): Promise<BackTest> {
  const row = await db
    .selectFrom("back_tests")
    .select(["id", "state", "progress", "days", "createdAt", "failure", "result"])
    .select(sql<boolean>`state = 'running' and "updatedAt" < now() - interval '5 minutes'`.as("isInterrupted"))
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) throw httpError("record/not-found");
  const { isInterrupted, ...found } = row;
  const interrupted = { state: "failed", failure: "The server was restarted. Please start the back-test again." };
  const stored = isInterrupted ? { ...found, ...interrupted } : found;
  return { ...stored, state: stored.state as BackTest["state"], result: stored.result as BackTestResult | null };
}
