import { dayMs } from "@gatehouse/contract/fields/zoned-time";
import type pg from "pg";
import { settle } from "./bench-server.ts";

/** The size of the site with rules. */
export const ruleSite = { rules: 1_000, groups: 200, schedules: 50, lists: 1_000, passes: 1_000, inside: 5_000 };

const { rules, groups, schedules, lists, passes, inside } = ruleSite;
const rulesPerGroup = rules / groups;

/**
 * Adds groups with every identifier in two of them, schedules, rules, lists and passes. Every registered plate may enter at
 * every gate.
 */
export async function addRules(client: pg.Client): Promise<void> {
  await client.query(`insert into access_groups (name) select 'Group ' || n from generate_series(1, ${groups}) n`);
  await addMemberships(client);
  await addSchedules(client);
  await client.query(`
    insert into access_rules (name, effect, "groupId", direction, "scheduleId", "validFrom", factors, "antiPassback", mode)
    select 'Rule ' || n, case when kind = 2 or "isShadow" then 'deny' else 'allow' end, 1 + n / ${rulesPerGroup},
      case when kind = 1 then 'N' end, 1 + n % ${schedules}, case when kind = 2 then now() + interval '1 year' end, 'any',
      case when kind = 0 then 'none' else 'soft' end, case when "isShadow" then 'shadow' else 'enforced' end
    from (select n, n % ${rulesPerGroup} as kind, n % 40 = 4 as "isShadow" from generate_series(0, ${rules - 1}) n) made`);
  await client.query(`
    insert into access_rule_gates ("ruleId", position, "gateId")
    select r.id, p.position, g.id from access_rules r, generate_series(0, 1) as p(position), lateral (
      select id from gates order by id offset (r.id + p.position * 5) % (select count(*) from gates) limit 1) g
    where r.id % 5 in (1, 2) on conflict do nothing`);
  await client.query(`
    insert into access_lists (kind, type, iid, "iidNormalized", reason)
    select case when n % 2 = 0 then 'deny' else 'watch' end, 'LICENSE_PLATE', 'L' || n, 'L' || n, 'Unpaid'
    from generate_series(1, ${lists}) n`);
  await settle(client);
}

/** Two groups for each identifier. */
async function addMemberships(client: pg.Client): Promise<void> {
  // Without triggers, which would run for each of two million rows.
  await client.query("set session_replication_role = replica");
  await client.query(`insert into identifier_groups ("identifierId", "groupId")
    select i.id, 1 + (i.id * 7 + step * 31) % ${groups} from identifiers i, generate_series(0, 1) step`);
  await client.query(`insert into identifier_group_changes ("identifierId", "groupId", "isMember")
    select "identifierId", "groupId", true from identifier_groups`);
  await client.query("reset session_replication_role");
}

/** Adds areas with a capacity and a quota, passes and present vehicles, so that decisions depend on presence. */
export async function addPresence(client: pg.Client): Promise<void> {
  await client.query(`insert into access_areas (name, capacity) values ('Site', null)`);
  await client.query(`insert into access_areas (name, "parentId", capacity) values ('Deck', 1, 10000000)`);
  await client.query(`update gates set "toAreaId" = 2 where type = 'N'`);
  await client.query(
    `update access_rules set "areaId" = 2, quota = 10000000 where id % ${rulesPerGroup} = 4 and mode = 'enforced'`,
  );
  await client.query(`
    insert into access_passes (lp, "lpNormalized", name, "validFrom", "validTo", uses)
    select 'V' || n, 'V' || n, 'Visitor ' || n, now() - interval '1 day', now() + interval '1 day', 1
    from generate_series(1, ${passes}) n`);
  await client.query(`
    insert into access_presence (vehicle, "areaId", "groupIds")
    select 'I' || n, 2, array[1 + n % ${groups}] from generate_series(1, ${inside}) n`);
  await settle(client);
}

/** Open all day in two windows, with holidays on which they are open too. */
async function addSchedules(client: pg.Client): Promise<void> {
  const days = [1, 2, 3, 4, 5, 6, 7];
  const windows = [
    { days, from: "00:00", to: "12:00" },
    { days, from: "12:00", to: "00:00" },
  ];
  const exceptions = Array.from({ length: 30 }, (_, day) => ({
    date: new Date(Date.now() + day * dayMs).toISOString().slice(0, 10),
    windows: windows.map(({ from, to }) => ({ from, to })),
  }));
  await client.query(
    `insert into access_schedules (name, windows, exceptions)
     select 'Schedule ' || n, $1::jsonb, $2::jsonb from generate_series(1, ${schedules}) n`,
    [JSON.stringify(windows), JSON.stringify(exceptions)],
  );
}
