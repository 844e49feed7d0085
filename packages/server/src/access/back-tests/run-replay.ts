import { accessErrors } from "@gatehouse/contract/entities/access/access.messages";
import type { BackTestResult } from "@gatehouse/contract/entities/access/back-test";
import type { PastRead } from "@gatehouse/engine/back-test/past-read";
import { type InsideVehicle, Replay } from "@gatehouse/engine/back-test/replay";
import { RuleEffectCounter } from "@gatehouse/engine/back-test/rule-effect";
import { summarize } from "@gatehouse/engine/back-test/summary";
import type { ReplayPolicy } from "@gatehouse/engine/back-test/world";
import { passageAreas } from "@gatehouse/engine/policy/policy";
import type pg from "pg";
import { loadPastReads } from "./past-reads.ts";
import { type PolicyDocument, ReplayPolicies } from "./replay-policies.ts";

export interface BackTestTask {
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
  readonly passageSeconds: number;
  /** A complete policy, the rules of one, one rule beside all others, or a stored version. */
  readonly tried:
    | { readonly document: PolicyDocument }
    | { readonly rule: PolicyDocument["rules"][number]; readonly others: PolicyDocument["rules"] }
    | { readonly rules: PolicyDocument["rules"] }
    | { readonly version: number };
  /** Null: the recorded decisions; the effect of one rule is compared with the policy without it. */
  readonly against: number | null;
  /** The vehicles of the person who asked. */
  readonly own: readonly string[];
}

/** The result of a replay; `effect` if it tried one rule. */
export type ReplayResult = BackTestResult & { readonly effect?: ReturnType<RuleEffectCounter["result"]> };

const readsPerStep = 2_000;
/** The share of the time that loading takes. */
const loadingShare = 0.6;

/** Loads the past reads and replays them. Reports the progress from 0 to 1, and goes on when the report is taken. */
export async function runReplay(
  client: pg.Client,
  task: BackTestTask,
  onProgress: (progress: number) => Promise<void>,
): Promise<ReplayResult> {
  const period = { from: new Date(task.from), to: new Date(task.to) };
  const expected = await estimateReads(client, period);
  const reads = await loadPastReads(client, period, (count) =>
    onProgress(loadingShare * Math.min(1, count / Math.max(1, expected))),
  );
  const current = await loadDocument(client);
  const identifierIds = listIdentifiers(reads);
  const wanted = [
    ...("version" in task.tried ? [task.tried.version] : []),
    ...(task.against === null ? [] : [task.against]),
  ];
  const loaded = { timeZone: task.timeZone, identifierIds, reads, wanted, current };
  const policies = await ReplayPolicies.load(client, loaded);
  const draft = toDraft(task, policies, current);
  const against = toCompared(task, policies, current);
  if (!draft || (task.against !== null && !against)) throw new Error(accessErrors.unknownVersion);
  const inside = await findInside(client, { reads, policies, from: period.from });
  const [first] = reads;
  const recordedFor = (read: PastRead) => policies.recordedFor(read);
  const effect = "rule" in task.tried ? new RuleEffectCounter(draft.policy, task.tried.rule.id) : undefined;
  const options = {
    draft,
    against,
    recordedFor,
    passageSeconds: task.passageSeconds,
    inside,
    ...(effect && { observe: effect.count.bind(effect) }),
  };
  const replay = new Replay(options, period.from, first ? recordedFor(first) : null);
  for (let place = 0; place < reads.length; place += readsPerStep) {
    replay.run(reads.slice(place, place + readsPerStep));
    await onProgress(loadingShare + (1 - loadingShare) * Math.min(1, (place + readsPerStep) / reads.length));
  }
  const result = summarize(replay, { policy: draft.policy, own: new Set(task.own) });
  return effect ? { ...result, effect: effect.result() } : result;
}

/** The planner's estimate is enough for progress. */
async function estimateReads(client: pg.Client, { from, to }: { from: Date; to: Date }): Promise<number> {
  const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: { "Plan Rows": number } }] }>(
    `explain (format json) select from events where "occurredAt" >= '${from.toISOString()}'
     and "occurredAt" < '${to.toISOString()}' and "gateId" is not null and "isGranted" is not null`,
  );
  return rows[0]?.["QUERY PLAN"][0].Plan["Plan Rows"] ?? 1;
}

async function loadDocument(client: pg.Client): Promise<PolicyDocument> {
  const { rows } = await client.query<{ policy: PolicyDocument }>("select policy_document() as policy");
  const [found] = rows;
  if (!found) throw new Error("policy_document() returned nothing");
  return found.policy;
}

function toDraft({ tried }: BackTestTask, policies: ReplayPolicies, current: PolicyDocument): ReplayPolicy | null {
  if ("version" in tried) return policies.version(tried.version);
  if ("document" in tried) return policies.draft(tried.document);
  return policies.draft({ ...current, rules: "rules" in tried ? tried.rules : [...tried.others, tried.rule] });
}

function toCompared(
  { tried, against }: BackTestTask,
  policies: ReplayPolicies,
  current: PolicyDocument,
): ReplayPolicy | null {
  if ("rule" in tried) return policies.draft({ ...current, rules: tried.others });
  return against === null ? null : policies.version(against);
}

const listIdentifiers = (reads: readonly PastRead[]): number[] => [
  ...new Set(reads.flatMap(({ subjects }) => subjects.filter(({ kind }) => kind === "identifier").map(({ id }) => id))),
];

/**
 * The vehicles that were inside before the period: those that are inside since then, and those whose first passage in it
 * is an exit.
 */
async function findInside(
  client: pg.Client,
  { reads, policies, from }: { reads: readonly PastRead[]; policies: ReplayPolicies; from: Date },
): Promise<InsideVehicle[]> {
  const { rows } = await client.query<InsideVehicle>(
    `select vehicle, "areaId", "groupIds" from access_presence where since < $1`,
    [from],
  );
  const seen = new Set<string>();
  const leaving = reads.flatMap((read): InsideVehicle[] => {
    if (!read.isGranted || seen.has(read.vehicle)) return [];
    seen.add(read.vehicle);
    const recorded = policies.recordedFor(read);
    const gate = recorded?.gates.get(read.gateId);
    const areaId = gate && passageAreas(gate, read.direction).from;
    if (read.direction !== "X" || !recorded || !areaId) return [];
    const groupIds = read.subjects.flatMap(({ kind, id }) =>
      kind === "identifier" ? recorded.groupsOf(id, read.at) : [],
    );
    return [{ vehicle: read.vehicle, areaId, groupIds }];
  });
  return [...leaving, ...rows];
}
