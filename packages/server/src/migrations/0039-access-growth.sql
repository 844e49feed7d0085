-- RULE-5, RULE-9: keeps access rules fast with a million identifiers and thousands of present vehicles, and limits what
-- their history stores.

-- ── Memberships ─────────────────────────────────────────────────────────────────────────────────────────────────────

-- An import changes a hundred thousand memberships without an author, and records them in one statement.
drop trigger audit_row on identifier_groups;
create trigger audit_row after insert or update or delete on identifier_groups for each row
  when (coalesce(current_setting('gatehouse.actor', true), '') <> '') execute function audit_row();

-- When a membership ended. Retention finds what no kept event can depend on by it.
alter table identifier_group_changes add column "endedAt" timestamptz;
update identifier_group_changes c set "endedAt" = (
    select min(r.at) from identifier_group_changes r
    where r."identifierId" = c."identifierId" and r."groupId" = c."groupId" and r.id > c.id and not r."isMember")
  where c."isMember";
create index identifier_group_changes_ended on identifier_group_changes ("endedAt") where "endedAt" is not null;
create index identifier_group_changes_removed on identifier_group_changes (at) where not "isMember";
-- Restoring a version looks at the changes since.
create index identifier_group_changes_at on identifier_group_changes using brin (at);

drop trigger record_membership on identifier_groups;
drop function record_membership();

create function record_added_memberships() returns trigger language plpgsql as $$
begin
  insert into identifier_group_changes ("identifierId", "groupId", "isMember")
  select "identifierId", "groupId", true from added;
  return null;
end $$;
create trigger record_added_memberships after insert on identifier_groups
  referencing new table as added for each statement execute function record_added_memberships();

-- Looked up by the index even in an import, which prefers hash joins.
create function record_removed_memberships() returns trigger language plpgsql set enable_nestloop = on as $$
begin
  if not exists (select from removed) then return null; end if;
  update identifier_group_changes c set "endedAt" = now() from removed r
  where c."identifierId" = r."identifierId" and c."groupId" = r."groupId" and c."isMember" and c."endedAt" is null;
  insert into identifier_group_changes ("identifierId", "groupId", "isMember")
  select "identifierId", "groupId", false from removed;
  return null;
end $$;
create trigger record_removed_memberships after delete on identifier_groups
  referencing old table as removed for each statement execute function record_removed_memberships();

-- RULE-9: the vehicles of the person who saves a rule.
create index identifiers_owner_email on identifiers (lower("ownerEmail")) where "ownerEmail" is not null;
create index identifiers_owner_name on identifiers (lower("ownerName")) where "ownerName" is not null;

-- ── Presence ────────────────────────────────────────────────────────────────────────────────────────────────────────

-- It changes with every passing vehicle; only changes by people are audited.
drop trigger audit_row on access_presence;
create trigger audit_row after insert or update or delete on access_presence for each row
  when (coalesce(current_setting('gatehouse.actor', true), '') <> '') execute function audit_row();

-- RULE-5: how many vehicles each area itself holds: all of them (group 0), and those of each group. Counting the vehicles
-- for every decision would take longer, the more of them are inside.
create table access_area_counts (
  "areaId" integer not null,
  "groupId" integer not null,
  count integer not null,
  primary key ("areaId", "groupId")
) with (fillfactor = 70);
comment on table access_area_counts is 'unwatched: it follows the presence';
insert into access_area_counts ("areaId", "groupId", count)
  select p."areaId", g.id, count(*) from access_presence p, unnest(array_prepend(0, p."groupIds")) as g(id) group by 1, 2;

create function count_presence() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    insert into access_area_counts as c ("areaId", "groupId", count)
    select p."areaId", g.id, count(*) from added p, unnest(array_prepend(0, p."groupIds")) as g(id) group by 1, 2 order by 1, 2
    on conflict ("areaId", "groupId") do update set count = c.count + excluded.count;
  end if;
  if tg_op <> 'INSERT' then
    insert into access_area_counts as c ("areaId", "groupId", count)
    select p."areaId", g.id, -count(*) from removed p, unnest(array_prepend(0, p."groupIds")) as g(id) group by 1, 2 order by 1, 2
    on conflict ("areaId", "groupId") do update set count = c.count + excluded.count;
  end if;
  return null;
end $$;
-- Their names sort before update_full_areas, which reads the counts.
create trigger count_added after insert on access_presence
  referencing new table as added for each statement execute function count_presence();
create trigger count_moved after update on access_presence
  referencing old table as removed new table as added for each statement execute function count_presence();
create trigger count_removed after delete on access_presence
  referencing old table as removed for each statement execute function count_presence();

create function forget_area_counts() returns trigger language plpgsql as $$
begin
  delete from access_area_counts where "areaId" = old.id;
  return null;
end $$;
create trigger forget_area_counts after delete on access_areas for each row execute function forget_area_counts();

create or replace function update_full_areas() returns trigger language plpgsql as $$
begin
  if not exists (select from access_areas where capacity is not null) then return null; end if;
  -- "union" ends at a cycle.
  with recursive inner_areas(root, id) as (
    select id, id from access_areas where capacity is not null
    union select i.root, a.id from access_areas a join inner_areas i on a."parentId" = i.id
  ), counted as (
    select a.id, a.capacity, (
      select coalesce(sum(c.count), 0) from inner_areas i join access_area_counts c on c."areaId" = i.id and c."groupId" = 0
      where i.root = a.id) as inside
    from access_areas a where a.capacity is not null
  )
  -- Only what changes: a lock on the other areas would delay passages until the end of a longer transaction.
  insert into access_area_states ("areaId", "isFull")
  select c.id, n."isFull" from counted c
  left join access_area_states s on s."areaId" = c.id
  cross join lateral (
    select c.inside >= c.capacity or (coalesce(s."isFull", false) and c.inside > greatest(0, c.capacity - 2)) as "isFull"
  ) n
  where s."isFull" is distinct from n."isFull" order by c.id
  on conflict ("areaId") do update set "isFull" = excluded."isFull";
  return null;
end $$;

-- The counts replace it.
drop view present_vehicles;

-- Confirms passages: presence and uses change now. The last passage of each vehicle that changes its place counts. Areas that
-- were deleted meanwhile count as outside. All in one statement, so that the triggers run once.
create or replace function confirm_passages(ids bigint[]) returns integer language plpgsql as $$
declare
  confirmed integer;
begin
  perform pg_advisory_xact_lock(presence_lock());
  with held as (
    delete from passage_holds where "eventId" = any(ids) returning *
  ), used as (
    insert into access_pass_uses ("passId", "eventId", at)
    select "passId", "eventId", at from held where "passId" is not null and direction = 'N'
    on conflict do nothing
  ), latest as (
    select distinct on (h.vehicle) h.*, a.id as "areaId" from held h left join access_areas a on a.id = h."toAreaId"
    where a.id is not null or h."fromAreaId" is not null
    order by h.vehicle, h.at desc, h."eventId" desc
  ), entered as (
    insert into access_presence (vehicle, "areaId", since, "eventId", "eventModule", "groupIds")
    select vehicle, "areaId", at, "eventId", module, "groupIds" from latest where "areaId" is not null order by vehicle
    on conflict (vehicle) do update set "areaId" = excluded."areaId", since = excluded.since,
      "eventId" = excluded."eventId", "eventModule" = excluded."eventModule", "groupIds" = excluded."groupIds",
      "isForgiven" = false, version = access_presence.version + 1
    where access_presence.since <= excluded.since
  ), gone as (
    delete from access_presence p using latest l
    where l."areaId" is null and p.vehicle = l.vehicle and p.since <= l.at
  )
  select count(*) into confirmed from held;
  return confirmed;
end $$;

-- ── Versions ────────────────────────────────────────────────────────────────────────────────────────────────────────

-- The list of versions shows these numbers; a document of a thousand rules takes half a megabyte.
alter table policy_versions
  add column rules integer not null generated always as (jsonb_array_length(policy->'rules')) stored,
  add column enforced integer not null generated always as (
    jsonb_array_length(jsonb_path_query_array(policy, '$.rules[*] ? (@.mode == "enforced")'))) stored;
