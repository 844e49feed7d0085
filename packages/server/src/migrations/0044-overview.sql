-- OPS-1, OPS-2: hourly and daily counts of events. Every statement that changes events adds the differences to
-- overview_deltas, without locks: ingest never waits for a count. The leader adds them up in overview_counts. Readers add
-- both, so that a count always equals its events. docs/decisions/0035 explains why.

-- The figures that an event itself shows. Lists of events filter by the same function.
create function event_figures(module text, status text, direction text, "isGranted" boolean,
  confidence double precision, "passageOf" bigint) returns text[] language sql immutable parallel safe as $$
  select case
    -- Further detections of a passage count once, with the first one.
    when "passageOf" is not null then '{}'::text[]
    when module = 'LOOP_DETECTOR' and status = 'PROCESSED' then '{loopCounts}'::text[]
    when module in ('ANPR_ACCESS_CONTROL', 'RFID_ACCESS_CONTROL') then array_remove(array[
      case when "isGranted" then 'granted' when not "isGranted" then 'denied' end,
      case when "isGranted" and direction = 'N' then 'entries' when "isGranted" and direction = 'X' then 'exits' end,
      case when module = 'ANPR_ACCESS_CONTROL' then 'reads' end,
      -- As lowConfidence in the contract.
      case when module = 'ANPR_ACCESS_CONTROL' and confidence < 0.8 then 'uncertainReads' end], null)
    else '{}'::text[]
  end
$$;

-- The gate that an event counts for; 0: none. A loop counts for the gate that it is wired to.
create function figure_gate(module text, "gateId" integer, "sensorId" integer) returns integer
  language sql stable parallel safe as $$
  select case when module = 'LOOP_DETECTOR'
    then coalesce((select min(g.id) from gates g where g."sensorId" = $3), 0) else coalesce($2, 0) end
$$;

-- What became known of events after they were stored.
create table event_marks (
  figure text not null,
  "occurredAt" timestamptz not null,
  "eventId" bigint not null,
  module text not null,
  "gateId" integer not null,
  -- The time from entry to exit.
  minutes integer,
  primary key ("eventId", figure)
);
create index event_marks_page on event_marks (figure, "occurredAt" desc, "eventId" desc);
comment on table event_marks is 'unwatched: it follows from the events';

create table overview_deltas (
  -- The quarter of an hour: every time zone begins its hours with one.
  at timestamptz not null,
  "gateId" integer not null,
  module text not null,
  figure text collate "C" not null,
  n integer not null
);
comment on table overview_deltas is 'unwatched: it follows from the events';

create table overview_counts (
  step text not null check (step in ('quarter', 'hour', 'day')),
  figure text collate "C" not null,
  -- 0: no gate, -1: the sum of all.
  "gateId" integer not null,
  -- The start of the hour or day in the time zone of the site.
  at timestamptz not null,
  module text not null,
  n integer not null,
  primary key (step, figure, "gateId", at, module)
) with (fillfactor = 70);
comment on table overview_counts is 'unwatched: it follows from the events';

-- overview_counts has every event from this local midnight on. Older ones are counted from the events themselves, until the
-- leader has added them up too.
create table overview_state (
  "isOnly" boolean primary key default true check ("isOnly"),
  zone text not null,
  "builtFrom" timestamptz not null,
  -- Whether there are no older events.
  "isComplete" boolean not null
);
comment on table overview_state is 'unwatched: it follows from the events';
insert into overview_state (zone, "builtFrom", "isComplete") values ('UTC', 'infinity', false);

create function quarter_of(at timestamptz) returns timestamptz language sql immutable parallel safe as
  $$ select date_bin('15 minutes', at, '2000-01-01 00:00+00') $$;

-- The steps in which a figure is counted; quarters of an hour only for the peak hour.
create function overview_steps(figure text) returns text[] language sql immutable parallel safe as $$
  select case when figure in ('entries', 'exits') then '{quarter,hour,day}'::text[] else '{hour,day}'::text[] end
$$;
create function overview_bucket(step text, at timestamptz, zone text) returns timestamptz
  language sql stable parallel safe as $$
  select case step when 'quarter' then quarter_of(at) else date_trunc(step, at, zone) end
$$;

-- Events whose stay is determined later, when their plate is no longer corrected.
create table stay_queue ("eventId" bigint not null, "occurredAt" timestamptz not null, "receivedAt" timestamptz not null);
comment on table stay_queue is 'unwatched: it changes with every passing vehicle';

create function count_added_events() returns trigger language plpgsql as $$
begin
  insert into overview_deltas (at, "gateId", module, figure, n)
  select quarter_of(e."occurredAt"), figure_gate(e.module, e."gateId", e."sensorId"), e.module, f.figure, count(*)
  from added e
  cross join unnest(event_figures(e.module, e.status, e.direction, e."isGranted", e.confidence, e."passageOf")) f(figure)
  group by 1, 2, 3, 4;
  insert into stay_queue ("eventId", "occurredAt", "receivedAt")
  select id, "occurredAt", "receivedAt" from added
  where "isGranted" is not null and "passageOf" is null and coalesce("plateNormalized", "tagNormalized", '') <> '';
  return null;
end $$;
create trigger count_added_events after insert on events
  referencing new table as added for each statement execute function count_added_events();

create function count_changed_events() returns trigger language plpgsql as $$
begin
  insert into overview_deltas (at, "gateId", module, figure, n)
  select quarter_of(e."occurredAt"), figure_gate(e.module, e."gateId", e."sensorId"), e.module, f.figure, sum(e.n)
  from (
    select module, status, direction, "isGranted", confidence, "passageOf", "occurredAt", "gateId", "sensorId", -1 as n
      from removed
    union all
    select module, status, direction, "isGranted", confidence, "passageOf", "occurredAt", "gateId", "sensorId", 1
      from added
  ) e
  cross join unnest(event_figures(e.module, e.status, e.direction, e."isGranted", e.confidence, e."passageOf")) f(figure)
  group by 1, 2, 3, 4 having sum(e.n) <> 0;
  return null;
end $$;
create trigger count_changed_events after update on events
  referencing old table as removed new table as added for each statement execute function count_changed_events();

create function count_removed_events() returns trigger language plpgsql as $$
begin
  insert into overview_deltas (at, "gateId", module, figure, n)
  select quarter_of(e."occurredAt"), figure_gate(e.module, e."gateId", e."sensorId"), e.module, f.figure, -count(*)
  from removed e
  cross join unnest(event_figures(e.module, e.status, e.direction, e."isGranted", e.confidence, e."passageOf")) f(figure)
  group by 1, 2, 3, 4;
  delete from event_marks m using removed e where m."eventId" = e.id;
  delete from open_stays s using removed e where s."eventId" = e.id;
  delete from stay_queue q using removed e where q."eventId" = e.id;
  return null;
end $$;
create trigger count_removed_events after delete on events
  referencing old table as removed for each statement execute function count_removed_events();

-- The figures of a mark: itself, and the length of a stay in steps of 5 percent, for the median.
create function mark_figures(figure text, minutes integer) returns text[] language sql immutable parallel safe as $$
  select case when minutes is null then array[figure]
    else array[figure, 'dwell:' || lpad(round(ln(1 + greatest(minutes, 0)) / ln(1.05))::text, 3, '0')] end
$$;

create function count_added_marks() returns trigger language plpgsql as $$
begin
  insert into overview_deltas (at, "gateId", module, figure, n)
  select quarter_of(m."occurredAt"), m."gateId", m.module, f.figure, count(*)
  from added m cross join unnest(mark_figures(m.figure, m.minutes)) f(figure) group by 1, 2, 3, 4;
  return null;
end $$;
create trigger count_added_marks after insert on event_marks
  referencing new table as added for each statement execute function count_added_marks();

create function count_removed_marks() returns trigger language plpgsql as $$
begin
  insert into overview_deltas (at, "gateId", module, figure, n)
  select quarter_of(m."occurredAt"), m."gateId", m.module, f.figure, -count(*)
  from removed m cross join unnest(mark_figures(m.figure, m.minutes)) f(figure) group by 1, 2, 3, 4;
  return null;
end $$;
create trigger count_removed_marks after delete on event_marks
  referencing old table as removed for each statement execute function count_removed_marks();

-- ── What events are known by later ──────────────────────────────────────────────────────────────────────────────────

-- LIVE-11: barriers that did not open.
create function mark_unopened() returns trigger language plpgsql as $$
begin
  insert into event_marks (figure, "occurredAt", "eventId", module, "gateId")
  select 'barrierFailures', e."occurredAt", e.id, e.module, coalesce(e."gateId", 0)
  from events e where e.id = new."eventId" and e."isGranted" and e."passageOf" is null
  on conflict do nothing;
  return null;
end $$;
create trigger mark_unopened after update of state on commands for each row
  when (new.kind = 'open' and new."eventId" is not null and new.state in ('rejected', 'unreachable', 'expired', 'unmoved'))
  execute function mark_unopened();
insert into event_marks (figure, "occurredAt", "eventId", module, "gateId")
  select distinct 'barrierFailures', e."occurredAt", e.id, e.module, coalesce(e."gateId", 0)
  from commands c join events e on e.id = c."eventId"
  where c.kind = 'open' and c.state in ('rejected', 'unreachable', 'expired', 'unmoved') and e."isGranted"
    and e."passageOf" is null;
create index commands_opened_by on commands (at) where by is not null and kind = 'open';

-- Vehicles that entered and have not left.
create table open_stays (
  vehicle text primary key,
  "eventId" bigint not null,
  "occurredAt" timestamptz not null,
  module text not null,
  "gateId" integer not null
);
create index open_stays_event on open_stays ("occurredAt", "eventId");
comment on table open_stays is 'unwatched: it changes with every passing vehicle';

create table recent_denials (vehicle text not null, "eventId" bigint not null, "occurredAt" timestamptz not null,
  module text not null, "gateId" integer not null);
create index recent_denials_vehicle on recent_denials (vehicle, "occurredAt");
comment on table recent_denials is 'unwatched: it changes with denied vehicles';

create function mark_event(figure text, "eventId" bigint, "occurredAt" timestamptz, module text, "gateId" integer,
  minutes integer default null) returns void language sql as $$
  insert into event_marks (figure, "eventId", "occurredAt", module, "gateId", minutes)
  values ($1, $2, $3, $4, $5, $6) on conflict do nothing
$$;

-- Pairs entries with exits, and denials with the admission that follows. Returns how many events it took from the queue.
create function follow_stays("before" timestamptz, "maxEvents" integer) returns integer language plpgsql as $$
declare
  e record;
  stay open_stays;
  taken integer := 0;
begin
  for e in
    with due as (
      select q.ctid from stay_queue q where q."receivedAt" <= "before" order by q."occurredAt", q."eventId" limit "maxEvents"
    ), gone as (
      delete from stay_queue q using due where q.ctid = due.ctid returning q."eventId", q."occurredAt"
    )
    select v.id, v."occurredAt", v.module, coalesce(v."gateId", 0) as "gateId", v.direction, v."isGranted",
      -- A tag stands for the plate that it is registered with.
      coalesce(v."plateNormalized", (
        select normalize_identifier(i.lp) from identifiers i where i.id = v."identifierId" and i.lp <> ''), v."tagNormalized"
      ) as vehicle
    from gone join events v on v.id = gone."eventId" and v."occurredAt" = gone."occurredAt"
    where v."passageOf" is null and v."isGranted" is not null
    order by v."occurredAt", v.id
  loop
    taken := taken + 1;
    continue when coalesce(e.vehicle, '') = '';
    if not e."isGranted" then
      insert into recent_denials values (e.vehicle, e.id, e."occurredAt", e.module, e."gateId");
      continue;
    end if;
    perform mark_event('falseDenials', d."eventId", d."occurredAt", d.module, d."gateId") from recent_denials d
      where d.vehicle = e.vehicle and d."occurredAt" between e."occurredAt" - interval '5 minutes' and e."occurredAt";
    delete from recent_denials where vehicle = e.vehicle;
    select * into stay from open_stays s where s.vehicle = e.vehicle;
    if e.direction = 'N' then
      if stay.vehicle is not null then
        perform mark_event('unpairedEntries', stay."eventId", stay."occurredAt", stay.module, stay."gateId");
      end if;
      insert into open_stays values (e.vehicle, e.id, e."occurredAt", e.module, e."gateId")
      on conflict (vehicle) do update set "eventId" = excluded."eventId", "occurredAt" = excluded."occurredAt",
        module = excluded.module, "gateId" = excluded."gateId";
    elsif e.direction = 'X' and stay.vehicle is null then
      perform mark_event('unpairedExits', e.id, e."occurredAt", e.module, e."gateId");
    elsif e.direction = 'X' then
      delete from open_stays s where s.vehicle = e.vehicle;
      perform mark_event('stays', e.id, e."occurredAt", e.module, e."gateId",
        least(greatest(extract(epoch from e."occurredAt" - stay."occurredAt") / 60, 0), 10000000)::integer);
    end if;
  end loop;
  delete from recent_denials where "occurredAt" < "before" - interval '1 day';
  return taken;
end $$;

-- Entries whose exit was missed: nobody stays longer than the maximum.
create function end_old_stays(oldest timestamptz) returns integer language sql as $$
  with ended as (delete from open_stays where "occurredAt" < oldest returning *),
  marked as (
    insert into event_marks (figure, "eventId", "occurredAt", module, "gateId")
    select 'unpairedEntries', "eventId", "occurredAt", module, "gateId" from ended on conflict do nothing
  )
  select count(*)::integer from ended
$$;

-- ── Adding up ───────────────────────────────────────────────────────────────────────────────────────────────────────

-- Only one process adds up.
create function overview_lock() returns bigint language sql immutable as 'select 7210415044::bigint';

-- Every event and mark of a period as differences. Lists of values before the time use the index events_page.
create function overview_rows(since timestamptz, until timestamptz, figures text[] default null)
  returns table (at timestamptz, "gateId" integer, module text, figure text) language sql stable as $$
  select e."occurredAt", figure_gate(e.module, e."gateId", e."sensorId"), e.module, f.figure
  from events e
  cross join unnest(event_figures(e.module, e.status, e.direction, e."isGranted", e.confidence, e."passageOf")) f(figure)
  where e.module in ('ANPR_ACCESS_CONTROL', 'RFID_ACCESS_CONTROL', 'LOOP_DETECTOR')
    and e.status in ('PROCESSED', 'RECEIVED') and e.listing in ('gate', 'elsewhere', 'again')
    and e."occurredAt" >= since and e."occurredAt" < until and (figures is null or f.figure = any(figures))
  union all
  select m."occurredAt", m."gateId", m.module, f.figure
  from event_marks m cross join unnest(mark_figures(m.figure, m.minutes)) f(figure)
  where m.figure in ('barrierFailures', 'falseDenials', 'stays', 'unpairedEntries', 'unpairedExits')
    and m."occurredAt" >= since and m."occurredAt" < until and (figures is null or f.figure = any(figures))
$$;

-- Adds the differences to the counts. Those of periods that are not added up yet are dropped: their events are counted then.
create function fold_overview() returns void language plpgsql as $$
declare
  state overview_state;
begin
  perform pg_advisory_xact_lock(overview_lock());
  select * into state from overview_state;
  with moved as (delete from overview_deltas returning *)
  insert into overview_counts as c (step, figure, "gateId", at, module, n)
  select b.step, m.figure, g.id, overview_bucket(b.step, m.at, state.zone), m.module, sum(m.n)
  from moved m cross join unnest(overview_steps(m.figure)) b(step) cross join lateral (values (m."gateId"), (-1)) g(id)
  where m.at >= state."builtFrom"
  group by 1, 2, 3, 4, 5
  on conflict (step, figure, "gateId", at, module) do update set n = c.n + excluded.n;
end $$;

-- Adds up a part of the events before "builtFrom", the newest first; returns false when there are none left. The
-- differences of these events are dropped by the same statement, so that each event is counted once.
create function build_overview(site_zone text, today timestamptz, days integer) returns boolean language plpgsql as $$
declare
  state overview_state;
  newest timestamptz;
  since timestamptz;
begin
  perform pg_advisory_xact_lock(overview_lock());
  select * into state from overview_state;
  if state.zone <> site_zone then
    delete from overview_counts;
    state := (true, site_zone, 'infinity', false);
  end if;
  if state."isComplete" then return false; end if;
  if state."builtFrom" = 'infinity' then newest := today;
  else
    -- Each part is found by the index events_page.
    select max(latest.at) into newest
    from unnest(array['ANPR_ACCESS_CONTROL', 'RFID_ACCESS_CONTROL', 'LOOP_DETECTOR']) m(module)
    cross join unnest(array['PROCESSED', 'RECEIVED']) s(status)
    cross join unnest(array['gate', 'elsewhere', 'again']) l(listing)
    cross join lateral (
      select e."occurredAt" as at from events e
      where e.module = m.module and e.status = s.status and e.listing = l.listing and e."occurredAt" < state."builtFrom"
      order by e."occurredAt" desc limit 1
    ) latest;
  end if;
  if newest is null then
    update overview_state set "isComplete" = true;
    return false;
  end if;
  since := (date_trunc('day', newest at time zone site_zone) - make_interval(days => days - 1)) at time zone site_zone;
  with dropped as (delete from overview_deltas d where d.at >= since and d.at < state."builtFrom")
  insert into overview_counts (step, figure, "gateId", at, module, n)
  select b.step, r.figure, g.id, overview_bucket(b.step, r.at, site_zone), r.module, count(*)
  from overview_rows(since, state."builtFrom") r cross join unnest(overview_steps(r.figure)) b(step)
    cross join lateral (values (r."gateId"), (-1)) g(id)
  group by 1, 2, 3, 4, 5;
  update overview_state set zone = site_zone, "builtFrom" = since, "isComplete" = false;
  return true;
end $$;

-- Forgets the counts of a period whose events were deleted with their month.
create function drop_overview_before(moment timestamptz) returns void language plpgsql as $$
declare
  state overview_state;
  since timestamptz;
begin
  perform pg_advisory_xact_lock(overview_lock());
  select * into state from overview_state;
  since := (date_trunc('day', moment at time zone state.zone) + interval '1 day') at time zone state.zone;
  delete from overview_counts where at < since;
  delete from event_marks where "occurredAt" < moment;
  delete from open_stays where "occurredAt" < moment;
  delete from stay_queue where "occurredAt" < moment;
  update overview_state set "builtFrom" = since, "isComplete" = false where "builtFrom" < since;
end $$;

-- ── Reading ─────────────────────────────────────────────────────────────────────────────────────────────────────────

-- Splits a period into whole days, whole hours (or quarters), and the rest, which is counted from the events ('event').
create function overview_pieces(start_at timestamptz, end_at timestamptz, largest text)
  returns table (step text, since timestamptz, until timestamptz) language plpgsql stable as $$
declare
  state overview_state;
  unit text := case largest when 'quarter' then 'quarter' else 'hour' end;
  length interval := case largest when 'quarter' then interval '15 minutes' else interval '1 hour' end;
  units_from timestamptz;
  units_to timestamptz;
  days_from timestamptz;
  days_to timestamptz;
begin
  select * into state from overview_state;
  if state."builtFrom" < end_at then
    units_from := overview_bucket(unit,
      greatest(start_at, state."builtFrom") + length - interval '1 microsecond', state.zone);
    units_to := overview_bucket(unit, end_at, state.zone);
  end if;
  if units_from is null or units_from >= units_to then
    return query select 'event', start_at, end_at;
    return;
  end if;
  days_from := date_trunc('day', (units_from at time zone state.zone) + interval '1 day' - interval '1 microsecond')
    at time zone state.zone;
  days_to := date_trunc('day', units_to, state.zone);
  if largest <> 'day' or days_from >= days_to then
    days_from := units_to;
    days_to := units_to;
  end if;
  return query select p.step, p.since, p.until from (values
    ('event', start_at, units_from), (unit, units_from, days_from), ('day', days_from, days_to),
    (unit, days_to, units_to), ('event', units_to, end_at)) p(step, since, until) where p.since < p.until;
end $$;

-- The counts of figures in a period, for all gates (null) or some of them.
create function overview_sums(start_at timestamptz, end_at timestamptz, largest text, figures text[], gates integer[])
  returns table (at timestamptz, "gateId" integer, module text, figure text, n bigint) language plpgsql stable as $$
declare
  piece record;
begin
  for piece in select * from overview_pieces($1, $2, $3) loop
    if piece.step = 'event' then
      return query select r.at, r."gateId", r.module, r.figure, 1::bigint
        from overview_rows(piece.since, piece.until, $4) r where $5 is null or r."gateId" = any($5);
    else
      return query select c.at, c."gateId", c.module, c.figure::text, c.n::bigint from overview_counts c
        where c.step = piece.step and c.figure = any($4) and c."gateId" = any(coalesce($5, '{-1}'))
          and c.at >= piece.since and c.at < piece.until
        union all
        select d.at, d."gateId", d.module, d.figure::text, d.n::bigint from overview_deltas d
        where d.at >= piece.since and d.at < piece.until and d.figure = any($4) and ($5 is null or d."gateId" = any($5));
    end if;
  end loop;
end $$;

-- The events of the last month, as far as they pair up.
insert into stay_queue ("eventId", "occurredAt", "receivedAt")
  select id, "occurredAt", "receivedAt" from events
  where "occurredAt" >= now() - interval '31 days' and module in ('ANPR_ACCESS_CONTROL', 'RFID_ACCESS_CONTROL')
    and "isGranted" is not null and "passageOf" is null and coalesce("plateNormalized", "tagNormalized", '') <> '';
