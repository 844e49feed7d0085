-- OPS-3, OPS-6, OPS-9: cards of the gate station, notes, shift handovers; reasons of corrections, phones of hosts.

-- What guards did about a vehicle besides opening. An event without a row was not touched.
create table station_cards (
  id integer generated always as identity primary key,
  "eventId" bigint not null unique,
  "gateId" integer not null references gates on delete cascade,
  "handledBy" text,
  "handledAt" timestamptz,
  "deniedBy" text,
  "deniedAt" timestamptz,
  reason text
);
create index station_cards_gate on station_cards ("gateId");

create table station_notes (
  id integer generated always as identity primary key,
  "gateId" integer not null references gates on delete cascade,
  "eventId" bigint,
  text text not null,
  by text not null,
  at timestamptz not null
);
create index station_notes_gate on station_notes ("gateId", at desc);

-- What the next person was shown and acknowledged.
create table station_handovers (
  id integer generated always as identity primary key,
  "gateId" integer not null references gates on delete cascade,
  "from" text,
  by text not null,
  at timestamptz not null,
  summary jsonb not null
);
create index station_handovers_gate on station_handovers ("gateId", at desc);

alter table event_corrections
  add column reason text not null default '',
  -- Whether the camera learns from it.
  add column "isRemembered" boolean not null default true;

alter table access_passes add column "hostPhone" text;
drop view access_pass_records;
create view access_pass_records as
  select p.*,
    (select count(*) from access_pass_uses u where u."passId" = p.id) as used,
    coalesce((
      select jsonb_agg(g."gateId" order by g.position) from access_pass_gates g where g."passId" = p.id), '[]') as "gateIds"
  from access_passes p;

select watch_tables();
