-- REP-4, OPS-1: the stays of vehicles. Every passage is the entry or the exit of one stay, so that the figures of the overview
-- and the fares follow from the same pairs. docs/decisions/0040 explains the rules.
create table stays (
  id integer generated always as identity primary key,
  vehicle text not null,
  -- The outermost area; 0: the gate leads to none.
  "areaId" integer not null,
  state text not null check (state in ('open', 'complete', 'entry-only', 'exit-only')),
  "vehicleType" text,
  "entryEventId" bigint,
  "enteredAt" timestamptz,
  "entryModule" text,
  "entryGateId" integer,
  "exitEventId" bigint,
  "leftAt" timestamptz,
  "exitModule" text,
  "exitGateId" integer,
  -- The area of its exit, which is 0 at a gate without areas.
  "exitAreaId" integer,
  -- When it ended, as far as it is known.
  at timestamptz not null generated always as (coalesce("leftAt", "enteredAt")) stored,
  -- Whether its fare was computed. Without a tariff it has none.
  "isPriced" boolean not null default false,
  "tariffId" integer,
  "tariffVersion" integer,
  "tariffName" text,
  -- In minor units of the currency of the site.
  gross bigint not null default 0,
  check ((state = 'exit-only') = ("entryEventId" is null)),
  check ((state in ('complete', 'exit-only')) = ("exitEventId" is not null))
);
create unique index stays_open on stays (vehicle, "areaId") where state = 'open';
create unique index stays_entry on stays ("entryEventId");
create unique index stays_exit on stays ("exitEventId");
create index stays_vehicle on stays (vehicle, at);
-- Unpaired passages follow the complete stays.
create index stays_page on stays ((state <> 'complete'), at, id) where state <> 'open';
create index stays_time on stays (at);
create index stays_unpriced on stays (id) where state = 'complete' and not "isPriced";
create index stays_open_since on stays ("enteredAt") where state = 'open';
comment on table stays is 'unwatched: it changes with every passing vehicle';

-- Discounts and waivers belong to the exit: they stay when its entry is found by a corrected plate.
create table stay_reductions (
  id integer generated always as identity primary key,
  "exitEventId" bigint not null,
  "leftAt" timestamptz not null,
  kind text not null check (kind in ('discount', 'waiver')),
  -- Null: everything that is left.
  amount bigint check ((kind = 'waiver') = (amount is null) and amount > 0),
  reason text not null,
  by text not null,
  at timestamptz not null
);
create index stay_reductions_exit on stay_reductions ("exitEventId");
create unique index stay_reductions_waiver on stay_reductions ("exitEventId") where kind = 'waiver';

drop table open_stays;
create view open_stays as
  select vehicle, "entryEventId" as "eventId", "enteredAt" as "occurredAt", "entryModule" as module, "entryGateId" as "gateId"
  from stays where state = 'open';

-- ── Passages ────────────────────────────────────────────────────────────────────────────────────────────────────────

create type stay_passage as (
  "eventId" bigint,
  at timestamptz,
  module text,
  "gateId" integer,
  direction text,
  "areaId" integer,
  "vehicleType" text
);

create function outermost_area(area integer) returns integer language sql stable as $$
  with recursive up(id, "parentId") as (
    select a.id, a."parentId" from access_areas a where a.id = $1
    union select a.id, a."parentId" from access_areas a join up on a.id = up."parentId"
  )
  select id from up where "parentId" is null
$$;

-- The exit from an area and the entry into another one. Moving inside an outermost area is neither. Gates without areas
-- belong to area 0.
create function passages_of(event stay_passage) returns stay_passage[] language plpgsql stable as $$
declare
  gate record;
  source integer;
  target integer;
  found_passages stay_passage[] := '{}';
begin
  if event.direction is null then return found_passages; end if;
  select g.type, g."fromAreaId", g."toAreaId" into gate from gates g where g.id = event."gateId";
  if gate."fromAreaId" is null and gate."toAreaId" is null then
    event."areaId" := 0;
    return array[event];
  end if;
  source := outermost_area(case when event.direction = gate.type then gate."fromAreaId" else gate."toAreaId" end);
  target := outermost_area(case when event.direction = gate.type then gate."toAreaId" else gate."fromAreaId" end);
  if source = target then return found_passages; end if;
  if source is not null then
    event.direction := 'X';
    event."areaId" := source;
    found_passages := found_passages || event;
  end if;
  if target is not null then
    event.direction := 'N';
    event."areaId" := target;
    found_passages := found_passages || event;
  end if;
  return found_passages;
end $$;

-- ── Pairing ─────────────────────────────────────────────────────────────────────────────────────────────────────────

-- Adds the next passage of a vehicle. An exit pairs with the latest entry into its area; a gate without an area with any.
create function pair_passage(passing text, p stay_passage, longest interval) returns void language plpgsql as $$
declare
  stay stays;
begin
  if p.direction = 'N' then
    update stays s set state = 'entry-only' where s.vehicle = passing and s.state = 'open' and s."areaId" = p."areaId"
    returning * into stay;
    if found then
      perform mark_event('unpairedEntries', stay."entryEventId", stay."enteredAt", stay."entryModule", stay."entryGateId");
    end if;
    insert into stays (vehicle, "areaId", state, "vehicleType", "entryEventId", "enteredAt", "entryModule", "entryGateId")
    values (passing, p."areaId", 'open', p."vehicleType", p."eventId", p.at, p.module, p."gateId");
    return;
  end if;
  select * into stay from stays s
    where s.vehicle = passing and s.state = 'open' and (s."areaId" = p."areaId" or 0 in (s."areaId", p."areaId"))
    order by s."areaId" = p."areaId" desc, s."enteredAt" desc limit 1;
  if found and p.at - stay."enteredAt" > longest then
    update stays s set state = 'entry-only' where s.id = stay.id;
    perform mark_event('unpairedEntries', stay."entryEventId", stay."enteredAt", stay."entryModule", stay."entryGateId");
    stay := null;
  end if;
  if stay.id is null then
    insert into stays (vehicle, "areaId", "exitAreaId", state, "vehicleType", "exitEventId", "leftAt", "exitModule", "exitGateId")
    values (passing, p."areaId", p."areaId", 'exit-only', p."vehicleType", p."eventId", p.at, p.module, p."gateId");
    perform mark_event('unpairedExits', p."eventId", p.at, p.module, p."gateId");
    return;
  end if;
  update stays s set state = 'complete', "exitEventId" = p."eventId", "leftAt" = p.at, "exitModule" = p.module,
    "exitGateId" = p."gateId", "exitAreaId" = p."areaId", "vehicleType" = coalesce(s."vehicleType", p."vehicleType")
  where s.id = stay.id;
  perform mark_event('stays', p."eventId", p.at, p.module, p."gateId",
    least(greatest(extract(epoch from p.at - stay."enteredAt") / 60, 0), 10000000)::integer);
end $$;

-- Pairs the passages of a vehicle again around a time, without one that was removed and with those that were added. Stays
-- that remain the same keep their fare.
create function pair_again(passing text, since timestamptz, removed bigint, added stay_passage[], longest interval)
  returns void language plpgsql as $$
declare
  first_at timestamptz;
  before stays[];
  passages stay_passage[];
  passage stay_passage;
begin
  select least(min(coalesce(s."enteredAt", s."leftAt")), since) into first_at from stays s
    where s.vehicle = passing and (s.at >= since or s.state = 'open');
  -- An entry without an exit may be the one that an added exit belongs to.
  select least(min(latest.at), first_at) into first_at from (
    select distinct on (s."areaId") s.at, s.state from stays s
    where s.vehicle = passing and s.at < first_at order by s."areaId", s.at desc, s.id desc
  ) latest where latest.state = 'entry-only';
  select array_agg(s) into before from stays s where s.vehicle = passing and s.at >= first_at;
  select array_agg(p order by (p).at, (p)."eventId", (p).direction desc) into passages from (
    select row(s."entryEventId", s."enteredAt", s."entryModule", s."entryGateId", 'N', s."areaId", s."vehicleType")::stay_passage
      as p from unnest(before) s where s."entryEventId" is not null
    union all
    select row(s."exitEventId", s."leftAt", s."exitModule", s."exitGateId", 'X', s."exitAreaId", s."vehicleType")::stay_passage
      from unnest(before) s where s."exitEventId" is not null
    union all
    select a from unnest(added) a
  ) known where (p)."eventId" is distinct from removed;
  delete from event_marks m using unnest(before) s
    where m."eventId" in (s."entryEventId", s."exitEventId") and m.figure in ('stays', 'unpairedEntries', 'unpairedExits');
  delete from stays s using unnest(before) b where s.id = b.id;
  foreach passage in array coalesce(passages, '{}') loop
    perform pair_passage(passing, passage, longest);
  end loop;
  update stays s set "isPriced" = b."isPriced", "tariffId" = b."tariffId", "tariffVersion" = b."tariffVersion",
    "tariffName" = b."tariffName", gross = b.gross
  from unnest(before) b where s."entryEventId" = b."entryEventId" and s."exitEventId" = b."exitEventId";
end $$;

drop function follow_stays(timestamptz, integer);

-- Follows the passages of the queue: pairs entries with exits, and denials with the admission that follows. An event comes
-- again when its plate was corrected, when a person opened the gate for it, or when it was deleted. Returns how many it took.
create function follow_stays("before" timestamptz, "maxEvents" integer, "maxDays" integer) returns integer
  -- Plans are made while the table is small, and kept while the first month is followed.
  language plpgsql set enable_seqscan = off as $$
declare
  e record;
  earlier stays;
  passages stay_passage[];
  passage stay_passage;
  longest interval := make_interval(days => "maxDays");
  taken integer := 0;
begin
  for e in
    with due as (
      select q.ctid from stay_queue q where q."receivedAt" <= "before" order by q."occurredAt", q."eventId" limit "maxEvents"
    ), gone as (
      delete from stay_queue q using due where q.ctid = due.ctid returning q."eventId", q."occurredAt"
    )
    select gone."eventId", gone."occurredAt", v.module, coalesce(v."gateId", 0) as "gateId", v.direction, v."isGranted",
      v."passageOf" is null and v."isGranted" or exists (
        select from commands c where c."eventId" = v.id and c.kind = 'open' and c.by is not null
          and c.state not in ('rejected', 'unreachable', 'expired', 'unmoved')
      ) as "hasPassed",
      -- A tag stands for the plate that it is registered with.
      coalesce((select c."lpNormalized" from event_corrections c where c."eventId" = v.id order by c.id desc limit 1),
        v."plateNormalized", normalize_identifier(nullif(i.lp, '')), v."tagNormalized") as vehicle,
      coalesce(i."vehicleType", v."vehicleType") as "vehicleType"
    from gone left join events v on v.id = gone."eventId" and v."occurredAt" = gone."occurredAt" and v."passageOf" is null
    left join identifiers i on i.id = v."identifierId"
    order by gone."occurredAt", gone."eventId"
  loop
    taken := taken + 1;
    select * into earlier from stays s where e."eventId" = s."entryEventId" or e."eventId" = s."exitEventId" limit 1;
    if found then
      continue when e."hasPassed" and e.vehicle = earlier.vehicle;
      perform pair_again(earlier.vehicle, e."occurredAt", e."eventId", '{}', longest);
    end if;
    continue when coalesce(e.vehicle, '') = '';
    if not e."isGranted" then
      insert into recent_denials values (e.vehicle, e."eventId", e."occurredAt", e.module, e."gateId");
    elsif e."isGranted" then
      perform mark_event('falseDenials', d."eventId", d."occurredAt", d.module, d."gateId") from recent_denials d
        where d.vehicle = e.vehicle and d."occurredAt" between e."occurredAt" - interval '5 minutes' and e."occurredAt";
      delete from recent_denials where vehicle = e.vehicle;
    end if;
    continue when not coalesce(e."hasPassed", false);
    passages := passages_of(
      row(e."eventId", e."occurredAt", e.module, e."gateId", e.direction, 0, e."vehicleType")::stay_passage);
    if exists (select from stays s where s.vehicle = e.vehicle and s.at > e."occurredAt") then
      perform pair_again(e.vehicle, e."occurredAt", null, passages, longest);
      continue;
    end if;
    foreach passage in array passages loop
      perform pair_passage(e.vehicle, passage, longest);
    end loop;
  end loop;
  delete from recent_denials where "occurredAt" < "before" - interval '1 day';
  return taken;
end $$;

-- Entries whose exit was missed: no stay is longer than the maximum.
create or replace function end_old_stays(oldest timestamptz) returns integer language sql as $$
  with ended as (update stays set state = 'entry-only' where state = 'open' and "enteredAt" < oldest returning *),
  marked as (
    insert into event_marks (figure, "eventId", "occurredAt", module, "gateId")
    select 'unpairedEntries', "entryEventId", "enteredAt", "entryModule", "entryGateId" from ended on conflict do nothing
  )
  select count(*)::integer from ended
$$;

-- ── What brings an event back to the queue ──────────────────────────────────────────────────────────────────────────

create function follow_correction() returns trigger language plpgsql as $$
begin
  insert into stay_queue ("eventId", "occurredAt", "receivedAt") values (new."eventId", new."occurredAt", new.at);
  return null;
end $$;
create trigger follow_correction after insert on event_corrections for each row execute function follow_correction();

create function follow_opening() returns trigger language plpgsql as $$
begin
  insert into stay_queue ("eventId", "occurredAt", "receivedAt")
  select e.id, e."occurredAt", new.at from events e
  where e.id = new."eventId" and not e."isGranted" and e."passageOf" is null
    and coalesce(e."plateNormalized", e."tagNormalized", '') <> '';
  return null;
end $$;
create trigger follow_opening after insert on commands for each row
  when (new.kind = 'open' and new."eventId" is not null and new.by is not null) execute function follow_opening();

create or replace function count_removed_events() returns trigger language plpgsql as $$
begin
  insert into overview_deltas (at, "gateId", module, figure, n)
  select quarter_of(e."occurredAt"), figure_gate(e.module, e."gateId", e."sensorId"), e.module, f.figure, -count(*)
  from removed e
  cross join unnest(event_figures(e.module, e.status, e.direction, e."isGranted", e.confidence, e."passageOf")) f(figure)
  group by 1, 2, 3, 4;
  delete from event_marks m using removed e where m."eventId" = e.id;
  delete from stay_queue q using removed e where q."eventId" = e.id;
  insert into stay_queue ("eventId", "occurredAt", "receivedAt")
  select e.id, e."occurredAt", e."receivedAt" from removed e
  where exists (select from stays s where e.id = s."entryEventId" or e.id = s."exitEventId");
  return null;
end $$;

create or replace function drop_overview_before(moment timestamptz) returns void language plpgsql as $$
declare
  state overview_state;
  since timestamptz;
begin
  perform pg_advisory_xact_lock(overview_lock());
  select * into state from overview_state;
  since := (date_trunc('day', moment at time zone state.zone) + interval '1 day') at time zone state.zone;
  delete from overview_counts where at < since;
  delete from event_marks where "occurredAt" < moment;
  delete from stays s where s.at < moment;
  delete from stay_reductions where "leftAt" < moment;
  delete from stay_queue where "occurredAt" < moment;
  update overview_state set "builtFrom" = since, "isComplete" = false where "builtFrom" < since;
end $$;

-- ── Fares ───────────────────────────────────────────────────────────────────────────────────────────────────────────

-- A discount reduces the fare, never below 0. A waiver waives what is left.
create view stay_fares as
  select s.*, r.discount::bigint as discount, case when r."isWaived" then s.gross - r.discount else 0 end::bigint as waived,
    case when r."isWaived" then 0 else s.gross - r.discount end::bigint as net
  from stays s left join lateral (
    select least(coalesce(sum(amount), 0), s.gross) as discount, bool_or(kind = 'waiver') as "isWaived"
    from stay_reductions r where r."exitEventId" = s."exitEventId"
  ) r on true;

-- The events of the last month, as far as they pair up.
delete from event_marks where figure in ('stays', 'unpairedEntries', 'unpairedExits')
  and "occurredAt" >= now() - interval '31 days';
insert into stay_queue ("eventId", "occurredAt", "receivedAt")
  select id, "occurredAt", "receivedAt" from events e
  where "occurredAt" >= now() - interval '31 days' and module in ('ANPR_ACCESS_CONTROL', 'RFID_ACCESS_CONTROL')
    and "isGranted" is not null and "passageOf" is null and coalesce("plateNormalized", "tagNormalized", '') <> ''
    and not exists (select from stay_queue q where q."eventId" = e.id);

select watch_tables();
