import { accessErrors } from "@gatehouse/contract/entities/access/access.messages";
import {
  backTestEndpoints,
  type PolicyVersion,
  versionConfirmation,
} from "@gatehouse/contract/entities/access/back-test";
import { sql } from "kysely";
import type { ReadDb, Tx } from "../../platform/database/database.ts";
import { handle } from "../../platform/http/call.ts";
import { httpError } from "../../platform/http/http-error.ts";
import type { Services } from "../../platform/services.ts";
import type { BackTests } from "../back-tests/back-tests.ts";
import { enforcementCheck } from "../back-tests/enforcement-check.ts";
import type { PolicyDocument } from "../back-tests/replay-policies.ts";

const maxVersions = 200;

const endpoints = {
  "GET /access/policy-versions": backTestEndpoints["GET /access/policy-versions"],
  "POST /access/policy-versions/{id}/restore": backTestEndpoints["POST /access/policy-versions/{id}/restore"],
};

/** The versions of the rules, and their restoration, which makes a new version. */
export function policyVersionRoutes(services: Services, backTests: BackTests) {
  const check = enforcementCheck(services, backTests);
  return handle(endpoints, {
    "GET /access/policy-versions": ({ read }) => listVersions(read),
    "POST /access/policy-versions/{id}/restore": async ({ params: { id }, body: { confirmation }, person, write }) =>
      write(async (tx) => {
        await restorePolicy(tx, id);
        await check(tx, person, { text: versionConfirmation(id), confirmation, version: id });
        const [current] = await listVersions(tx, 1);
        if (!current) throw new Error("a restored policy has no version");
        return current;
      }),
  });
}

async function listVersions(db: ReadDb | Tx, limit = maxVersions): Promise<PolicyVersion[]> {
  const rows = await db
    .selectFrom("policy_versions")
    .select(["version", "at", "by", "rules", "enforced"])
    .orderBy("version", "desc")
    .limit(limit)
    .execute();
  return rows.map((row, index) => ({ ...row, isCurrent: index === 0 }));
}

/**
 * Replaces the rules by those of a version, with the groups, areas, schedules, gates' areas and memberships that
 * they had. Groups, areas and schedules that were added since stay.
 */
async function restorePolicy(tx: Tx, version: number): Promise<void> {
  // Gates go on to admit vehicles, which refers to areas.
  await sql`lock table access_rules, access_areas in share row exclusive mode`.execute(tx);
  const found = await tx
    .selectFrom("policy_versions")
    .select(["policy", "at"])
    .where("version", "=", version)
    .executeTakeFirst();
  if (!found) throw httpError("record/not-found");
  const policy = found.policy as PolicyDocument;
  await rejectMissingGates(tx, policy);
  await tx.deleteFrom("access_rules").execute();
  const document = JSON.stringify(policy);
  await restoreParts(tx, document);
  await restoreRules(tx, document);
  await restoreMemberships(tx, version);
}

/** A rule without its deleted gates would apply to all gates. */
async function rejectMissingGates(tx: Tx, { rules, gates }: PolicyDocument): Promise<void> {
  const wanted = [...new Set(rules.flatMap(({ gateIds }) => gateIds))];
  if (wanted.length === 0) return;
  const rows = await tx.selectFrom("gates").select("id").where("id", "in", wanted).execute();
  const missing = wanted.filter((id) => !rows.some((row) => row.id === id));
  if (missing.length === 0) return;
  const names = missing.map((id) => gates.find((gate) => gate.id === id)?.name ?? String(id)).join(", ");
  throw httpError("request/invalid", { message: `${accessErrors.versionGates}: ${names}` });
}

async function restoreParts(tx: Tx, document: string): Promise<void> {
  await sql`
    insert into access_groups (id, name) overriding system value
    select id, name from jsonb_to_recordset(${document}::jsonb->'groups') as g(id integer, name text)
    on conflict (id) do update set name = excluded.name, version = access_groups.version + 1
    where access_groups.name <> excluded.name`.execute(tx);
  await sql`
    insert into access_areas (id, name, capacity) overriding system value
    select id, name, capacity from jsonb_to_recordset(${document}::jsonb->'areas') as a(id integer, name text, capacity integer)
    on conflict (id) do update set name = excluded.name, capacity = excluded.capacity,
      version = access_areas.version + 1`.execute(tx);
  // After all of them exist.
  await sql`
    update access_areas set "parentId" = a."parentId"
    from jsonb_to_recordset(${document}::jsonb->'areas') as a(id integer, "parentId" integer)
    where access_areas.id = a.id and access_areas."parentId" is distinct from a."parentId"`.execute(tx);
  await sql`
    insert into access_schedules (id, name, windows, exceptions) overriding system value
    select id, name, windows, exceptions
    from jsonb_to_recordset(${document}::jsonb->'schedules') as s(id integer, name text, windows jsonb, exceptions jsonb)
    on conflict (id) do update set name = excluded.name, windows = excluded.windows,
      exceptions = excluded.exceptions, version = access_schedules.version + 1`.execute(tx);
  await sql`
    update gates set "fromAreaId" = g."fromAreaId", "toAreaId" = g."toAreaId", version = gates.version + 1
    from jsonb_to_recordset(${document}::jsonb->'gates') as g(id integer, "fromAreaId" integer, "toAreaId" integer)
    where gates.id = g.id
      and (gates."fromAreaId" is distinct from g."fromAreaId" or gates."toAreaId" is distinct from g."toAreaId")`.execute(
    tx,
  );
}

async function restoreRules(tx: Tx, document: string): Promise<void> {
  await sql`
    insert into access_rules (id, name, effect, "groupId", "areaId", direction, "scheduleId", "validFrom", "validTo", times,
      factors, "antiPassback", quota, mode) overriding system value
    select id, name, effect, "groupId", "areaId", direction, "scheduleId", "validFrom", "validTo", coalesce(times, 'during'),
      factors, "antiPassback", quota, mode
    from jsonb_populate_recordset(null::access_rules, ${document}::jsonb->'rules')`.execute(tx);
  await sql`
    insert into access_rule_gates ("ruleId", position, "gateId")
    select r.id, g.position, g.id::integer
    from jsonb_to_recordset(${document}::jsonb->'rules') as r(id integer, "gateIds" jsonb),
      jsonb_array_elements_text(r."gateIds") with ordinality as g(id, position)`.execute(tx);
}

/**
 * The memberships when the version was replaced, of identifiers that still exist. Only those that changed since are
 * looked at.
 */
async function restoreMemberships(tx: Tx, version: number): Promise<void> {
  await sql`
    with until as (
      select coalesce(min(at), 'infinity') as at from policy_versions
      where version > ${version} and transaction <> pg_current_xact_id()::text
    ), changed as (
      select distinct c."identifierId", c."groupId" from identifier_group_changes c, until where c.at >= until.at
    ), wanted as (
      select n."identifierId", n."groupId", coalesce((
        select c."isMember" from identifier_group_changes c
        where c."identifierId" = n."identifierId" and c."groupId" = n."groupId" and c.at < until.at
        order by c.id desc limit 1), false) as "isMember"
      from changed n, until
    ), removed as (
      delete from identifier_groups m using wanted w
      where m."identifierId" = w."identifierId" and m."groupId" = w."groupId" and not w."isMember"
    )
    insert into identifier_groups ("identifierId", "groupId")
    select w."identifierId", w."groupId" from wanted w
    join identifiers i on i.id = w."identifierId" join access_groups g on g.id = w."groupId" where w."isMember"
    on conflict do nothing`.execute(tx);
}
