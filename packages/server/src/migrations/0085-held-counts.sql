-- Counts the vehicles of unconfirmed passages as they change: counting them for every batch of events took longer, the more
-- vehicles had just passed.

-- What unconfirmed passages add to a count: a vehicle that was just admitted is in its new area and has left its earlier one.
alter table access_area_counts add column held integer not null default 0;

with held as (
  select distinct on (vehicle) vehicle, "toAreaId", "groupIds" from passage_holds where "toAreaId" is not null
  order by vehicle, at desc, "eventId" desc
), moved as (
  select "toAreaId" as "areaId", "groupIds", 1 as step from held
  union all
  select p."areaId", p."groupIds", -1 from held join access_presence p using (vehicle)
)
insert into access_area_counts as c ("areaId", "groupId", count, held)
select m."areaId", g.id, 0, sum(m.step) from moved m, unnest(array_prepend(0, m."groupIds")) as g(id) group by 1, 2
on conflict ("areaId", "groupId") do update set held = excluded.held;

-- Counts the difference between the latest passages of the changed vehicles before and after a statement. Each vehicle is
-- looked up by the index, even by a plan that was made while the table was empty.
create function count_held() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  gone passage_holds[];
  came passage_holds[];
begin
  if tg_op <> 'INSERT' then select array_agg(r::passage_holds) into gone from removed r; end if;
  if tg_op <> 'DELETE' then select array_agg(a::passage_holds) into came from added a; end if;
  if gone is null and came is null then return null; end if;
  -- Serializes this with other changes of the same vehicles.
  perform pg_advisory_xact_lock(presence_lock());
  with changed as materialized (
    select distinct vehicle from unnest(gone || came) where "toAreaId" is not null
  ), holds as materialized (
    select h.vehicle, h."toAreaId", h."groupIds", h.at, h."eventId", true as "isStored", c."eventId" is null as "wasStored"
    from changed v
    cross join lateral (
      select * from passage_holds s where s.vehicle = v.vehicle and s."toAreaId" is not null offset 0
    ) h
    left join unnest(came) c on c."eventId" = h."eventId"
    union all
    select vehicle, "toAreaId", "groupIds", at, "eventId", false, true from unnest(gone) where "toAreaId" is not null
  ), now as (
    select distinct on (vehicle) vehicle, "toAreaId", "groupIds" from holds where "isStored"
    order by vehicle, at desc, "eventId" desc
  ), before as (
    select distinct on (vehicle) vehicle, "toAreaId", "groupIds" from holds where "wasStored"
    order by vehicle, at desc, "eventId" desc
  ), moved as (
    select "toAreaId" as "areaId", "groupIds", 1 as step from now
    union all
    select "toAreaId", "groupIds", -1 from before
    union all
    select p."areaId", p."groupIds", case when n.vehicle is null then 1 else -1 end
    from now n full join before b using (vehicle)
    cross join lateral (select * from access_presence s where s.vehicle = coalesce(n.vehicle, b.vehicle) offset 0) p
    where n.vehicle is null or b.vehicle is null
  )
  insert into access_area_counts as c ("areaId", "groupId", count, held)
  select m."areaId", g.id, 0, sum(m.step) from moved m, unnest(array_prepend(0, m."groupIds")) as g(id)
  group by 1, 2 having sum(m.step) <> 0 order by 1, 2
  on conflict ("areaId", "groupId") do update set held = c.held + excluded.held;
  return null;
end $$;
create trigger count_added after insert on passage_holds
  referencing new table as added for each statement execute function count_held();
create trigger count_moved after update on passage_holds
  referencing old table as removed new table as added for each statement execute function count_held();
create trigger count_removed after delete on passage_holds
  referencing old table as removed for each statement execute function count_held();

-- Presence behind an unconfirmed passage is already left.
create or replace function count_presence() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(presence_lock());
  if tg_op <> 'DELETE' then
    insert into access_area_counts as c ("areaId", "groupId", count, held)
    select p."areaId", g.id, count(*), -count(*) filter (where h."isHeld")
    from added p cross join lateral (
      select exists (select from passage_holds s where s.vehicle = p.vehicle and s."toAreaId" is not null) as "isHeld"
    ) h, unnest(array_prepend(0, p."groupIds")) as g(id) group by 1, 2 order by 1, 2
    on conflict ("areaId", "groupId") do update set count = c.count + excluded.count, held = c.held + excluded.held;
  end if;
  if tg_op <> 'INSERT' then
    insert into access_area_counts as c ("areaId", "groupId", count, held)
    select p."areaId", g.id, -count(*), count(*) filter (where h."isHeld")
    from removed p cross join lateral (
      select exists (select from passage_holds s where s.vehicle = p.vehicle and s."toAreaId" is not null) as "isHeld"
    ) h, unnest(array_prepend(0, p."groupIds")) as g(id) group by 1, 2 order by 1, 2
    on conflict ("areaId", "groupId") do update set count = c.count + excluded.count, held = c.held + excluded.held;
  end if;
  return null;
end $$;

-- A vehicle that was just admitted to a deleted area is counted until its passage is confirmed.
create or replace function forget_area_counts() returns trigger language plpgsql as $$
begin
  delete from access_area_counts where "areaId" = old.id and held = 0;
  return null;
end $$;

-- The same in two statements, so that the passages are counted as gone before presence changes.
create or replace function confirm_passages(ids bigint[]) returns integer language plpgsql as $$
declare
  held passage_holds[];
begin
  perform pg_advisory_xact_lock(presence_lock());
  with gone as (
    delete from passage_holds where "eventId" = any(ids) returning *
  )
  select array_agg(gone::passage_holds) into held from gone;
  if held is null then return 0; end if;
  with used as (
    insert into access_pass_uses ("passId", "eventId", at)
    select "passId", "eventId", at from unnest(held) where "passId" is not null and direction = 'N'
    on conflict do nothing
  ), latest as (
    select distinct on (h.vehicle) h.*, a.id as "areaId" from unnest(held) h left join access_areas a on a.id = h."toAreaId"
    where a.id is not null or h."fromAreaId" is not null
    order by h.vehicle, h.at desc, h."eventId" desc
  ), entered as (
    insert into access_presence (vehicle, "areaId", since, "eventId", "eventModule", "groupIds")
    select vehicle, "areaId", at, "eventId", module, "groupIds" from latest where "areaId" is not null order by vehicle
    on conflict (vehicle) do update set "areaId" = excluded."areaId", since = excluded.since,
      "eventId" = excluded."eventId", "eventModule" = excluded."eventModule", "groupIds" = excluded."groupIds",
      "isForgiven" = false, version = access_presence.version + 1
    where access_presence.since <= excluded.since
  )
  delete from access_presence p using latest l
  where l."areaId" is null and p.vehicle = l.vehicle and p.since <= l.at;
  return cardinality(held);
end $$;

-- Before the correction, for the same reason.
create or replace function drop_corrected_holds() returns trigger language plpgsql as $$
begin
  delete from passage_holds where vehicle in (old.vehicle, new.vehicle) and "passId" is null;
  return coalesce(new, old);
end $$;
drop trigger drop_corrected_holds on access_presence;
create trigger drop_corrected_holds before insert or update or delete on access_presence for each row
  when (coalesce(current_setting('gatehouse.actor', true), '') <> '') execute function drop_corrected_holds();

-- Locks presence before the passage, like decisions, to avoid deadlocks.
create or replace function cancel_passage() returns trigger language plpgsql as $$
begin
  if not exists (select from passage_holds where "eventId" = new."eventId") then return null; end if;
  perform pg_advisory_xact_lock(presence_lock());
  delete from passage_holds where "eventId" = new."eventId";
  if found then delete from reservation_uses where "eventId" = new."eventId"; end if;
  return null;
end $$;
