-- Events, what was decided and commanded because of them, and how devices send them.

-- ── Events ──────────────────────────────────────────────────────────────────────────────────────────────────────────

create sequence event_ids as bigint;

-- A partition a month, so that the end of their retention is the end of a table. What happened is told in full here: a
-- camera or gate that is renamed or deleted later changes nothing of it.
create table events (
  id bigint not null,
  module text not null,
  status text not null check (status in ('PROCESSED', 'RECEIVED')),
  timing text not null check (timing in ('live', 'late', 'future')),
  "occurredAt" timestamptz not null,
  "receivedAt" timestamptz not null,
  "deviceId" integer,
  "cameraId" integer,
  "controllerId" integer,
  "sensorId" integer,
  "sourceName" text not null,
  "sourceUid" text not null,
  lp text,
  "lpRaw" text,
  "plateNormalized" text,
  tag text,
  "tagNormalized" text,
  "vehicleType" text,
  direction text check (direction in ('N', 'X')),
  confidence double precision,
  speed double precision,
  "speedLimit" double precision,
  count integer,
  occupancy jsonb,
  "gateId" integer,
  "gateName" text,
  "isGranted" boolean,
  reason text not null,
  trace jsonb,
  "identifierId" integer,
  "reservationId" integer,
  -- The passage's first event, where this is a further sighting of the same vehicle.
  "passageOf" bigint,
  sightings integer not null default 1,
  "fullImage" text,
  "plateImage" text,
  -- Where a list keeps it: at a gate, elsewhere, or nowhere because its passage is listed already.
  shelf text not null check (shelf in ('gate', 'elsewhere', 'again')),
  primary key (id, "occurredAt")
) partition by range ("occurredAt");
comment on table events is 'unwatched: it is a record of its own, announced once a batch';

-- Everything that a page is narrowed to by equality stands before the time: no page walks through rows of another kind.
create index events_page on events (module, status, shelf, "occurredAt" desc, id desc);
create index events_source on events (module, "sourceName", "occurredAt" desc, id desc);
create index events_gate on events ("gateId", "occurredAt" desc, id desc) where "gateId" is not null;
create index events_plate on events using gin ("plateNormalized" gin_trgm_ops) where "plateNormalized" is not null;
create index events_tag on events using gin ("tagNormalized" gin_trgm_ops) where "tagNormalized" is not null;
create index events_passage on events ("passageOf") where "passageOf" is not null;
create index events_images on events ("occurredAt") where "fullImage" is not null or "plateImage" is not null;

-- A device with a wrong clock may be in any month.
create table events_other partition of events default;

-- The months around a moment have their own partitions; what lay in the default one moves over.
create function ensure_event_partitions(around timestamptz) returns void language plpgsql as $$
declare
  this_month timestamp := date_trunc('month', around at time zone 'UTC');
  month timestamp;
  first_day timestamptz;
  next_day timestamptz;
  name text;
begin
  for month in select generate_series(this_month - interval '1 month', this_month + interval '2 months', interval '1 month')
  loop
    name := 'events_' || to_char(month, 'YYYY_MM');
    first_day := month at time zone 'UTC';
    next_day := (month + interval '1 month') at time zone 'UTC';
    continue when to_regclass(quote_ident(name)) is not null;
    -- The same rules and indexes, so that attaching it finds everything there.
    execute format('create table %I (like events including all)', name);
    execute format(
      'with moved as (delete from events_other where "occurredAt" >= %L and "occurredAt" < %L returning *)
       insert into %I select * from moved', first_day, next_day, name);
    execute format('alter table events attach partition %I for values from (%L) to (%L)', name, first_day, next_day);
  end loop;
end $$;

-- Drops the months that are wholly older than a moment, and the strays of the default partition; gives how many months.
create function drop_events_before(moment timestamptz) returns integer language plpgsql as $$
declare
  target regclass;
  dropped integer := 0;
begin
  for target in
    select c.oid::regclass from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'events'::regclass and c.relname ~ '^events_\d{4}_\d{2}$'
      and (to_timestamp(right(c.relname, 7), 'YYYY_MM')::date + interval '1 month') at time zone 'UTC' <= moment
    order by c.relname
  loop
    execute format('drop table %s', target);
    dropped := dropped + 1;
  end loop;
  delete from events_other where "occurredAt" < moment and "receivedAt" < moment;
  delete from event_keys where at < moment;
  return dropped;
end $$;

-- ENG-4: what a device has sent already, by its own id.
create table event_keys (
  source text not null,
  "eventId" text not null,
  id bigint not null default nextval('event_ids'),
  at timestamptz not null,
  primary key (source, "eventId")
);
create index event_keys_at on event_keys using brin (at);
comment on table event_keys is 'unwatched: it is a record of its own';

-- ── Decisions ───────────────────────────────────────────────────────────────────────────────────────────────────────

-- One passage is one decision: who is at which gate now. Whoever decides at a gate holds its lock.
create table passages (
  "gateId" integer not null references gates on delete cascade,
  vehicle text not null,
  "eventId" bigint not null,
  "occurredAt" timestamptz not null,
  -- When it was decided, by the server's clock.
  at timestamptz not null,
  module text not null,
  "isGranted" boolean not null,
  -- Whether the gate's reader has counted it: once, whoever saw it first.
  "isCounted" boolean not null,
  primary key ("gateId", vehicle)
) with (fillfactor = 70);
comment on table passages is 'unwatched: it changes with every passing vehicle';

create table reservation_uses (
  "reservationId" integer not null references reservations on delete cascade,
  "eventId" bigint not null,
  direction text not null check (direction in ('N', 'X')),
  at timestamptz not null,
  primary key ("reservationId", "eventId")
);
comment on table reservation_uses is 'unwatched: it is a record of its own';

-- Matching looks for the whole plate or tag, which an index for parts of it serves badly.
create index reservations_lp_whole on reservations ("lpNormalized") where "lpNormalized" is not null;
create index reservations_rfid_whole on reservations ("rfidNormalized") where "rfidNormalized" is not null;

-- When each slot was last told, by its device's clock: older news changes nothing.
create table slot_reports (
  "variableId" integer primary key references variables on delete cascade,
  "toldAt" timestamptz not null
) with (fillfactor = 70);
comment on table slot_reports is 'unwatched: it changes with every parking vehicle';

-- ── Commands ────────────────────────────────────────────────────────────────────────────────────────────────────────

create sequence command_ids as bigint;
create table commands (
  id bigint primary key default nextval('command_ids'),
  "eventId" bigint,
  "gateId" integer,
  module text,
  kind text not null check (kind in ('open', 'buzz', 'show', 'lamp')),
  "targetKind" text not null,
  "targetId" integer not null,
  "targetName" text not null,
  payload jsonb not null,
  state text not null check (state in ('queued', 'sent', 'accepted', 'rejected', 'unreachable', 'expired')),
  detail text not null default '',
  at timestamptz not null,
  "expiresAt" timestamptz not null,
  "endedAt" timestamptz,
  by text,
  reason text
) with (fillfactor = 80);
create index commands_event on commands ("eventId") where "eventId" is not null;
create index commands_gate on commands ("gateId", id desc);
create index commands_open on commands (id) where "endedAt" is null;
create index commands_at on commands (at);
comment on table commands is 'unwatched: it is a record of its own, announced by those who write it';
-- What a person commands is audited.
create trigger audit_row after insert on commands for each row when (new.by is not null) execute function audit_row();

-- Relays that are closed and have to be opened again by us, because their board does not do it by itself.
create table relay_releases (
  host text not null,
  port integer not null,
  "relayNumber" integer not null,
  driver text not null,
  "dueAt" timestamptz not null,
  primary key (host, port, "relayNumber")
);
comment on table relay_releases is 'unwatched: it changes with every passing vehicle';

-- ── Who may send ────────────────────────────────────────────────────────────────────────────────────────────────────

create table ingest_tokens (
  "deviceId" integer unique references ai_devices on delete cascade,
  "sensorId" integer unique references sensors on delete cascade,
  "ingestSecret" text not null,
  "isByAddress" boolean not null default false,
  "lastPayload" jsonb,
  check (("deviceId" is null) <> ("sensorId" is null))
);
comment on table ingest_tokens is 'unwatched: what came last changes all the time';
create trigger audit_row after insert or delete or update of "ingestSecret", "isByAddress" on ingest_tokens
  for each row execute function audit_row();

-- A message that a person gives up is audited.
create trigger audit_row after delete on outbox for each row
  when (coalesce(current_setting('gatehouse.actor', true), '') <> '') execute function audit_row();

select ensure_event_partitions(now());
