-- RULE-10: look-alike plates, corrections and learned confusions, clocks of devices, read quality of cameras.

-- With the plate itself, so that all pairs are found in one pass over the index, without the table.
drop index identifiers_look;
create index identifiers_look on identifiers (look_of("iidNormalized"), type, "iidNormalized");

-- What pairs of look-alike plates require. Keyed by the plates: several sources may register the same one.
create table access_look_alikes (
  id integer generated always as identity primary key,
  version integer not null default 1,
  one text not null,
  other text not null,
  requirement text not null check (requirement in ('exact-read', 'second-factor')),
  check (one collate "C" < other collate "C")
);
create unique index access_look_alikes_pair on access_look_alikes (one, other);
create index access_look_alikes_other on access_look_alikes (other);

-- How often registered plates were read.
create table plate_reads (
  plate text primary key,
  reads bigint not null,
  "lastReadAt" timestamptz not null
) with (fillfactor = 80);
comment on table plate_reads is 'unwatched: it changes with every passing vehicle';

-- A correction is a record of its own: the event keeps what was read.
create table event_corrections (
  id integer generated always as identity primary key,
  "eventId" bigint not null,
  "occurredAt" timestamptz not null,
  "cameraId" integer,
  "readNormalized" text not null,
  lp text not null,
  "lpNormalized" text not null,
  by text not null,
  at timestamptz not null
);
create index event_corrections_event on event_corrections ("eventId", id desc);
create index event_corrections_camera on event_corrections ("cameraId", "occurredAt" desc) where "cameraId" is not null;

-- The latest differences between the time of a device and the arrival of its events, in milliseconds, the oldest first.
create table device_clocks (
  "deviceId" integer primary key references ai_devices on delete cascade,
  offsets integer[] not null,
  "driftMs" integer,
  level text not null default 'ok' check (level in ('ok', 'warning', 'alert')),
  "sampledAt" timestamptz not null
) with (fillfactor = 70);
comment on table device_clocks is 'unwatched: its level is announced as health';

create table camera_hours (
  "cameraId" integer not null references cameras on delete cascade,
  hour timestamptz not null,
  reads integer not null default 0,
  passages integer not null default 0,
  "withConfidence" integer not null default 0,
  "lowConfidence" integer not null default 0,
  -- Reads of vehicles whose tag was read too, and those of them with another plate.
  verified integer not null default 0,
  misreads integer not null default 0,
  primary key ("cameraId", hour)
) with (fillfactor = 70);
create index camera_hours_hour on camera_hours (hour);
comment on table camera_hours is 'unwatched: it changes with every passing vehicle';

-- Characters that tags have shown to be misread; those of corrections are counted from event_corrections.
create table camera_confusions (
  "cameraId" integer not null references cameras on delete cascade,
  read text not null,
  actual text not null,
  observed integer not null,
  "lastAt" timestamptz not null,
  primary key ("cameraId", read, actual)
) with (fillfactor = 70);
comment on table camera_confusions is 'unwatched: it changes with passing vehicles';

select watch_tables();
