-- PRIV-2: what a legal hold covers is kept by every retention job and by erasure.
create table legal_holds (
  id integer generated always as identity primary key,
  version integer not null default 1,
  -- Null: everything of the period.
  plate text,
  "plateNormalized" text,
  -- PRIV-3: what stands for the plate in records whose retention ended before the hold.
  "plateHash" text,
  "from" timestamptz(3),
  "to" timestamptz(3),
  reason text not null,
  by text not null default coalesce(nullif(current_setting('gatehouse.actor', true), '')::jsonb->>'username', ''),
  at timestamptz(3) not null default now(),
  constraint legal_holds_cover check (plate is not null or ("from" is not null and "to" is not null))
);

-- Whether a hold covers a time, and the plate if it names one. Without a plate, only holds on whole periods count.
create function is_held(plate text, at timestamptz) returns boolean language sql stable parallel safe as $$
  select exists (
    select from legal_holds h
    where (h."plateNormalized" is null or $1 in (h."plateNormalized", h."plateHash"))
      and (h."from" is null or $2 >= h."from") and (h."to" is null or $2 < h."to")
  )
$$;

-- Whether a hold covers a part of a period, of all vehicles.
create function is_period_held("from" timestamptz, "to" timestamptz) returns boolean language sql stable parallel safe as $$
  select exists (select from legal_holds h where h."plateNormalized" is null and h."from" < $2 and h."to" > $1)
$$;

-- The plates of an event: as it was read, as it was corrected, and the one that its tag is registered with.
create function event_plates(event_id bigint, plate text, identifier_id integer) returns setof text
  language sql stable parallel safe as $$
  select plate where plate <> ''
  union select c."lpNormalized" from event_corrections c where c."eventId" = event_id
  union select normalize_identifier(i.lp) from identifiers i where i.id = identifier_id and i.lp <> ''
$$;

create function is_event_held(event_id bigint, plate text, identifier_id integer, at timestamptz) returns boolean
  language sql stable parallel safe as $$
  select is_held(null, at) or exists (select from event_plates(event_id, plate, identifier_id) p where is_held(p, at))
$$;

-- The same by the id of an event.
create function is_event_held(event_id bigint) returns boolean language sql stable parallel safe as $$
  select exists (
    select from events e where e.id = event_id and is_event_held(e.id, e."plateNormalized", e."identifierId", e."occurredAt")
  )
$$;

-- Forgets the counts of a period whose events were deleted with their month, except for held stays.
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
  delete from stays s where s.at < moment and not is_held(s.vehicle, s.at);
  delete from stay_reductions r where r."leftAt" < moment
    and not exists (select from stays s where s."exitEventId" = r."exitEventId");
  delete from stay_queue where "occurredAt" < moment;
  update overview_state set "builtFrom" = since, "isComplete" = false where "builtFrom" < since;
end $$;

-- Drops one month of events, with the same short wait for its lock as the function before.
drop function drop_event_month_before(timestamptz);
create function drop_event_month(month text) returns void language plpgsql set lock_timeout = '100ms' as $$
begin
  execute format('drop table %I', month);
end $$;

select watch_tables();
