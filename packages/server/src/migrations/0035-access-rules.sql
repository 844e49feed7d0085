-- RULE-1 to RULE-8, PASS-1, PASS-2: areas, groups, schedules, rules, lists, passes, overrides and presence.

-- ── What rules consist of ───────────────────────────────────────────────────────────────────────────────────────────

create table access_groups (
  id integer generated always as identity primary key,
  version integer not null default 1,
  name text not null
);
create unique index access_groups_name on access_groups (lower(name));

create table access_areas (
  id integer generated always as identity primary key,
  version integer not null default 1,
  name text not null,
  "parentId" integer constraint access_areas_parent references access_areas,
  -- Null: never full.
  capacity integer
);
create unique index access_areas_name on access_areas (lower(name));
create index access_areas_parent on access_areas ("parentId");

create table access_schedules (
  id integer generated always as identity primary key,
  version integer not null default 1,
  name text not null,
  windows jsonb not null,
  exceptions jsonb not null
);
create unique index access_schedules_name on access_schedules (lower(name));

create table access_rules (
  id integer generated always as identity primary key,
  version integer not null default 1,
  name text not null,
  effect text not null check (effect in ('allow', 'deny')),
  -- Null: everyone.
  "groupId" integer constraint access_rules_group references access_groups,
  "areaId" integer constraint access_rules_area references access_areas,
  direction text check (direction in ('N', 'X')),
  -- Null: always.
  "scheduleId" integer constraint access_rules_schedule references access_schedules,
  "validFrom" timestamptz,
  "validTo" timestamptz,
  factors text not null check (factors in ('any', 'both')),
  "antiPassback" text not null check ("antiPassback" in ('none', 'soft', 'hard')),
  quota integer,
  mode text not null check (mode in ('off', 'shadow', 'enforced'))
);
create unique index access_rules_name on access_rules (lower(name));
create index access_rules_group on access_rules ("groupId");
create index access_rules_area on access_rules ("areaId");
create index access_rules_schedule on access_rules ("scheduleId");

-- Without rows: all gates. So a gate of a rule can't be deleted.
create table access_rule_gates (
  "ruleId" integer not null references access_rules on delete cascade,
  position integer not null,
  "gateId" integer not null constraint access_rule_gates_gate references gates,
  primary key ("ruleId", position)
);
create unique index access_rule_gates_once on access_rule_gates ("gateId", "ruleId");

create view access_rule_records as
  select r.*, coalesce((
    select jsonb_agg(g."gateId" order by g.position) from access_rule_gates g where g."ruleId" = r.id), '[]') as "gateIds"
  from access_rules r;

-- A group is deleted with its memberships, but not while a rule uses it.
create table identifier_groups (
  "identifierId" integer not null references identifiers on delete cascade,
  "groupId" integer not null constraint identifier_groups_group references access_groups on delete cascade,
  primary key ("identifierId", "groupId")
);
create index identifier_groups_group on identifier_groups ("groupId");

-- RULE-9: the memberships of the past, for policy versions. Without references: it also lists what was deleted.
create table identifier_group_changes (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  "identifierId" integer not null,
  "groupId" integer not null,
  "isMember" boolean not null
);
create index identifier_group_changes_identifier on identifier_group_changes ("identifierId", "groupId", id desc);
comment on table identifier_group_changes is 'unwatched: it is a record of its own';

create function record_membership() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    insert into identifier_group_changes ("identifierId", "groupId", "isMember")
    values (old."identifierId", old."groupId", false);
  else
    insert into identifier_group_changes ("identifierId", "groupId", "isMember")
    values (new."identifierId", new."groupId", true);
  end if;
  return null;
end $$;
create trigger record_membership after insert or delete on identifier_groups
  for each row execute function record_membership();

drop view identifier_records;
create view identifier_records as
  select i.id, i.version, i.origin, i.type, i.iid, i."iidNormalized", i.lp, i."vehicleType", i."parkingId", i."orgName",
    i."ownerName", i."ownerEmail", i."validFrom", i."validTo", s."lastSeenAt",
    array(select g."groupId" from identifier_groups g where g."identifierId" = i.id order by 1) as "groupIds"
  from identifiers i left join identifier_sightings s on s."identifierId" = i.id;

alter table gates
  add column "fromAreaId" integer constraint gates_from_area references access_areas,
  add column "toAreaId" integer constraint gates_to_area references access_areas;

drop view gate_records;
create view gate_records as
  select g.*,
    coalesce((select jsonb_agg(jsonb_build_object('id', x.id, 'name', x.name)) from sensors x where x.id = g."sensorId"), '[]') as sensors,
    coalesce((select jsonb_agg(jsonb_build_object('id', x.id, 'name', x.name)) from cameras x where x.id = g."cameraId"), '[]') as cameras,
    coalesce((select jsonb_agg(jsonb_build_object('id', x.id, 'name', x.name)) from boom_barriers x where x.id = g."boomBarrierId"), '[]') as "boomBarriers",
    coalesce((select jsonb_agg(jsonb_build_object('id', x.id, 'name', x.name)) from buzzers x where x.id = g."buzzerId"), '[]') as buzzers,
    coalesce((select jsonb_agg(jsonb_build_object('id', x.id, 'name', x.name) order by d.position)
      from gate_displays d join displays x on x.id = d."displayId" where d."gateId" = g.id), '[]') as displays,
    coalesce((select jsonb_agg(d."displayId" order by d.position) from gate_displays d where d."gateId" = g.id), '[]') as "displayIds"
  from gates g;

-- ── Lists, passes, overrides ────────────────────────────────────────────────────────────────────────────────────────

create table access_lists (
  id integer generated always as identity primary key,
  version integer not null default 1,
  kind text not null check (kind in ('deny', 'watch')),
  type text not null check (type in ('LICENSE_PLATE', 'RFID')),
  iid text not null,
  "iidNormalized" text not null,
  reason text not null,
  -- Null: until it is deleted.
  until timestamptz
);
create unique index access_lists_once on access_lists (kind, type, "iidNormalized");
create index access_lists_iid on access_lists ("iidNormalized");

create table access_passes (
  id integer generated always as identity primary key,
  version integer not null default 1,
  lp text,
  "lpNormalized" text,
  rfid text,
  "rfidNormalized" text,
  name text not null,
  host text,
  "validFrom" timestamptz not null,
  "validTo" timestamptz not null,
  -- Null: any number.
  uses integer
);
create index access_passes_lp on access_passes ("lpNormalized") where "lpNormalized" is not null;
create index access_passes_rfid on access_passes ("rfidNormalized") where "rfidNormalized" is not null;

create table access_pass_gates (
  "passId" integer not null references access_passes on delete cascade,
  position integer not null,
  "gateId" integer not null constraint access_pass_gates_gate references gates,
  primary key ("passId", position)
);
create unique index access_pass_gates_once on access_pass_gates ("gateId", "passId");

-- PASS-2: confirmed entries.
create table access_pass_uses (
  "passId" integer not null references access_passes on delete cascade,
  "eventId" bigint not null,
  at timestamptz not null,
  primary key ("passId", "eventId")
);
comment on table access_pass_uses is 'unwatched: it is a record of its own';

create view access_pass_records as
  select p.*,
    (select count(*) from access_pass_uses u where u."passId" = p.id) as used,
    coalesce((
      select jsonb_agg(g."gateId" order by g.position) from access_pass_gates g where g."passId" = p.id), '[]') as "gateIds"
  from access_passes p;

-- Who started it is taken from the request, like the author of an audited change.
create table access_overrides (
  id integer generated always as identity primary key,
  version integer not null default 1,
  kind text not null check (kind in ('lockdown', 'hold-open', 'evacuate')),
  -- Null: the whole site.
  "gateId" integer constraint access_overrides_gate references gates on delete cascade,
  since timestamptz not null,
  until timestamptz not null,
  reason text not null,
  by text not null default coalesce(nullif(current_setting('gatehouse.actor', true), '')::jsonb->>'username', '')
);
create index access_overrides_gate on access_overrides ("gateId");

-- RULE-7: with the barriers that an override holds open and that did not confirm it.
create view access_override_records as
  select o.*, coalesce((
    select jsonb_agg(jsonb_build_object('gateId', g.id, 'gateName', g.name, 'barrier', b.name,
      'message', coalesce(nullif(c.detail, ''), c.state, 'not sent yet')) order by g.id)
    from gates g
    join boom_barriers b on b.id = g."boomBarrierId"
    left join lateral (
      select k.state, k.detail from commands k
      where k."gateId" = g.id and k.kind = 'open' and k."targetId" = b.id and k.at >= o.since
        and k.state not in ('queued', 'sent')
      order by k.id desc limit 1
    ) c on true
    where (o."gateId" is null or o."gateId" = g.id) and c.state is distinct from 'accepted'
      and (o.kind = 'hold-open' or (o.kind = 'evacuate' and g.type = 'X'))
  ), '[]') as unconfirmed
  from access_overrides o;

-- ── Presence ────────────────────────────────────────────────────────────────────────────────────────────────────────

create table access_presence (
  id integer generated always as identity primary key,
  version integer not null default 1,
  vehicle text not null constraint access_presence_vehicle unique,
  "areaId" integer not null constraint access_presence_area references access_areas on delete cascade,
  "isForgiven" boolean not null default false,
  since timestamptz not null default now(),
  -- Null if a person entered it.
  "eventId" bigint,
  "eventModule" text,
  -- The groups of the vehicle when it entered, for quotas.
  "groupIds" integer[] not null default '{}'
);
create index access_presence_area on access_presence ("areaId");

create view access_presence_records as
  select p.*, coalesce(
    (select i."ownerName" from identifiers i where i."iidNormalized" = p.vehicle and i."ownerName" is not null limit 1),
    (select a.name from access_passes a where a."lpNormalized" = p.vehicle or a."rfidNormalized" = p.vehicle
      order by a.id desc limit 1)) as name
  from access_presence p;

-- A correction by a person replaces what an unconfirmed passage would change.
create function drop_corrected_holds() returns trigger language plpgsql as $$
begin
  delete from passage_holds where vehicle in (old.vehicle, new.vehicle) and "passId" is null;
  return null;
end $$;
create trigger drop_corrected_holds after insert or update or delete on access_presence for each row
  when (coalesce(current_setting('gatehouse.actor', true), '') <> '') execute function drop_corrected_holds();

-- RULE-5: whether an area is full. It reopens later than it closes, so the count alone does not tell.
create table access_area_states (
  "areaId" integer primary key references access_areas on delete cascade,
  "isFull" boolean not null
);
comment on table access_area_states is 'unwatched: it follows the presence';

-- RULE-4, PASS-2: granted passages that are not confirmed yet.
create table passage_holds (
  "eventId" bigint primary key,
  "gateId" integer not null references gates on delete cascade,
  vehicle text not null,
  module text not null,
  at timestamptz not null,
  -- When the gate's passage time is over, which confirms it.
  "dueAt" timestamptz not null,
  direction text not null check (direction in ('N', 'X')),
  "fromAreaId" integer,
  "toAreaId" integer,
  "groupIds" integer[] not null,
  "passId" integer references access_passes on delete cascade
);
create index passage_holds_vehicle on passage_holds (vehicle);
create index passage_holds_due on passage_holds ("dueAt");
create index passage_holds_pass on passage_holds ("passId") where "passId" is not null;
create index passage_holds_gate on passage_holds ("gateId");
comment on table passage_holds is 'unwatched: it changes with every passing vehicle';

-- Vehicles that are inside or have just been admitted.
create view present_vehicles as
  select p.vehicle, p."areaId", p."groupIds" from access_presence p
  where not exists (select from passage_holds h where h.vehicle = p.vehicle and h."toAreaId" is not null)
  union all
  select distinct on (h.vehicle) h.vehicle, h."toAreaId", h."groupIds" from passage_holds h
  where h."toAreaId" is not null order by 1;

-- Serializes decisions that depend on presence, and its changes: two gates never admit to the same place or by the same use.
create function presence_lock() returns bigint language sql immutable as 'select 7210415035::bigint';

-- Confirms passages in their order: presence and uses change now. Areas that were deleted meanwhile count as outside.
create function confirm_passages(ids bigint[]) returns integer language plpgsql as $$
declare
  held passage_holds;
  confirmed integer := 0;
begin
  perform pg_advisory_xact_lock(presence_lock());
  for held in select * from passage_holds where "eventId" = any(ids) order by at, "eventId" for update loop
    delete from passage_holds where "eventId" = held."eventId";
    confirmed := confirmed + 1;
    if held."passId" is not null and held.direction = 'N' then
      insert into access_pass_uses ("passId", "eventId", at) values (held."passId", held."eventId", held.at)
      on conflict do nothing;
    end if;
    if exists (select from access_areas where id = held."toAreaId") then
      insert into access_presence (vehicle, "areaId", since, "eventId", "eventModule", "groupIds")
      values (held.vehicle, held."toAreaId", held.at, held."eventId", held.module, held."groupIds")
      on conflict (vehicle) do update set "areaId" = excluded."areaId", since = excluded.since,
        "eventId" = excluded."eventId", "eventModule" = excluded."eventModule", "groupIds" = excluded."groupIds",
        "isForgiven" = false, version = access_presence.version + 1
      where access_presence.since <= excluded.since;
    elsif held."fromAreaId" is not null then
      delete from access_presence where vehicle = held.vehicle and since <= held.at;
    end if;
  end loop;
  return confirmed;
end $$;

-- A barrier that did not open confirms nothing: the place and the use are free again.
create function cancel_passage() returns trigger language plpgsql as $$
begin
  delete from passage_holds where "eventId" = new."eventId";
  if found then delete from reservation_uses where "eventId" = new."eventId"; end if;
  return null;
end $$;
create trigger cancel_passage after update of state on commands for each row
  when (new.kind = 'open' and new."eventId" is not null and new.state in ('rejected', 'unreachable', 'expired', 'unmoved'))
  execute function cancel_passage();

create function update_full_areas() returns trigger language plpgsql as $$
begin
  if not exists (select from access_areas where capacity is not null) then return null; end if;
  -- "union" ends at a cycle.
  with recursive inner_areas(root, id) as (
    select id, id from access_areas where capacity is not null
    union select i.root, a.id from access_areas a join inner_areas i on a."parentId" = i.id
  ), counted as (
    select a.id, a.capacity, (
      select count(*) from inner_areas i join access_presence p on p."areaId" = i.id where i.root = a.id) as inside
    from access_areas a where a.capacity is not null
  )
  insert into access_area_states as s ("areaId", "isFull")
  select id, inside >= capacity from counted order by id
  on conflict ("areaId") do update set "isFull" = excluded."isFull" or (s."isFull" and (
    select c.inside > greatest(0, c.capacity - 2) from counted c where c.id = s."areaId"))
  where s."isFull" is distinct from (excluded."isFull" or (s."isFull" and (
    select c.inside > greatest(0, c.capacity - 2) from counted c where c.id = s."areaId")));
  return null;
end $$;
create trigger update_full_areas after insert or update or delete on access_presence
  for each statement execute function update_full_areas();
create trigger update_full_areas after insert or update on access_areas
  for each statement execute function update_full_areas();

-- ── Versions ────────────────────────────────────────────────────────────────────────────────────────────────────────

-- RULE-8, RULE-9: every transaction that changes the rules, or what they refer to, makes a version.
create table policy_versions (
  version integer generated always as identity primary key,
  at timestamptz not null default now(),
  by text,
  transaction text not null unique,
  policy jsonb not null
);
comment on table policy_versions is 'unwatched: it is a record of its own';

create function policy_document() returns jsonb language sql stable as $$
  select jsonb_build_object(
    'groups', (select coalesce(jsonb_agg(to_jsonb(g) order by g.id), '[]') from access_groups g),
    'areas', (select coalesce(jsonb_agg(to_jsonb(a) order by a.id), '[]') from access_areas a),
    'schedules', (select coalesce(jsonb_agg(to_jsonb(s) order by s.id), '[]') from access_schedules s),
    'rules', (select coalesce(jsonb_agg(to_jsonb(r) order by r.id), '[]') from access_rule_records r),
    'gates', (select coalesce(jsonb_agg(jsonb_build_object(
        'id', g.id, 'name', g.name, 'type', g.type, 'fromAreaId', g."fromAreaId", 'toAreaId', g."toAreaId") order by g.id), '[]')
      from gates g))
$$;

create function record_policy_version() returns trigger language plpgsql as $$
begin
  insert into policy_versions (by, transaction, policy)
  values (nullif(current_setting('gatehouse.actor', true), '')::jsonb->>'username', pg_current_xact_id()::text,
    policy_document())
  on conflict (transaction) do update set policy = excluded.policy;
  return null;
end $$;
create trigger record_policy_version after insert or update or delete on access_groups
  for each statement execute function record_policy_version();
create trigger record_policy_version after insert or update or delete on access_areas
  for each statement execute function record_policy_version();
create trigger record_policy_version after insert or update or delete on access_schedules
  for each statement execute function record_policy_version();
create trigger record_policy_version after insert or update or delete on access_rules
  for each statement execute function record_policy_version();
create trigger record_policy_version after insert or delete on access_rule_gates
  for each statement execute function record_policy_version();
create trigger record_policy_version after update on gates for each row
  when (old."fromAreaId" is distinct from new."fromAreaId" or old."toAreaId" is distinct from new."toAreaId")
  execute function record_policy_version();
select watch_tables();
