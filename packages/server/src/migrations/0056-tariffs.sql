-- REP-4: tariffs and their versions. A fare names the version by which it was computed.
create table tariffs (
  id integer generated always as identity primary key,
  version integer not null default 1,
  name text not null,
  -- The first day, in the time zone of the site.
  "validFrom" text not null,
  "vehicleTypes" jsonb not null,
  days jsonb not null,
  rates jsonb not null
);
create unique index tariffs_name on tariffs (lower(name));

create table tariff_versions (
  "tariffId" integer not null,
  version integer not null,
  name text not null,
  "validFrom" text not null,
  "vehicleTypes" jsonb not null,
  days jsonb not null,
  rates jsonb not null,
  "savedAt" timestamptz not null,
  -- When the tariff was deleted.
  "deletedAt" timestamptz,
  primary key ("tariffId", version)
);
comment on table tariff_versions is 'unwatched: it follows the tariffs';

select watch_tables();
