import type { OverrideKind } from "@gatehouse/contract/entities/access/access";
import type { Rule } from "@gatehouse/contract/entities/access/rule";
import type { Schedule } from "@gatehouse/contract/entities/access/schedule";
import { compilePolicy, type Policy, type PolicyOverride, type RuleInput } from "@gatehouse/engine/policy/policy";
import type { ReadDb } from "../../platform/database/database.ts";

/** The rules of the site, and which lookups decisions need. */
export interface SitePolicy {
  /** Absent if there is nothing that it could decide about. */
  readonly policy?: Policy;
  readonly hasLists: boolean;
  readonly hasPasses: boolean;
  /** Whether a pair of look-alike plates requires something. */
  readonly hasLookAlikes: boolean;
}

const toTime = (text: string | null) => (text === null ? null : new Date(text));

/** Loads the rules. Lists, passes and presence change often and are looked up for each decision. */
export async function loadPolicy(db: ReadDb, timeZone: string): Promise<SitePolicy> {
  const [groups, areas, schedules, rules, overrides, listed, passes, lookAlikes, version] = await Promise.all([
    db.selectFrom("access_groups").select(["id", "name"]).execute(),
    db.selectFrom("access_areas").select(["id", "name", "parentId", "capacity"]).execute(),
    db.selectFrom("access_schedules").select(["id", "name", "windows", "exceptions"]).execute(),
    db.selectFrom("access_rule_records").selectAll().orderBy("id").execute(),
    db.selectFrom("access_overrides").selectAll().orderBy("id").execute(),
    db.selectFrom("access_lists").select("id").limit(1).execute(),
    db.selectFrom("access_passes").select("id").limit(1).execute(),
    db.selectFrom("access_look_alikes").select("id").limit(1).execute(),
    db.selectFrom("policy_versions").select("version").orderBy("version", "desc").limit(1).executeTakeFirst(),
  ]);
  const found = {
    hasLists: listed.length > 0,
    hasPasses: passes.length > 0,
    hasLookAlikes: lookAlikes.length > 0,
  };
  const isEmpty = [rules, overrides, areas, listed, passes, lookAlikes].every((rows) => rows.length === 0);
  if (isEmpty) return found;
  const policy = compilePolicy({
    version: version?.version ?? null,
    timeZone,
    groups,
    areas,
    schedules: schedules as Pick<Schedule, "id" | "name" | "windows" | "exceptions">[],
    rules: (rules as unknown as Rule[]).map(
      ({ validFrom, validTo, ...rule }): RuleInput => ({
        ...rule,
        validFrom: toTime(validFrom),
        validTo: toTime(validTo),
      }),
    ),
    overrides: overrides.map(
      ({ id, kind, gateId, since, until, reason }): PolicyOverride => ({
        id,
        kind: kind as OverrideKind,
        gateId,
        since: new Date(since),
        until: new Date(until),
        reason,
      }),
    ),
  });
  return { ...found, policy };
}
