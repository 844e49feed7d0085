-- SAFE-6, ENG-1: the database refuses a barrier that shares its relay with another device.

create extension if not exists btree_gist;

-- Which device uses which relay: one row per address that the host in its "additionalInfo" has. The server fills the rows
-- of existing devices when it starts, because only it can normalise and resolve their hosts.
create table relay_assignments (
  id bigint generated always as identity primary key,
  -- Normalised host name or IP address.
  address text not null,
  port integer not null,
  "relayNumber" integer not null,
  "boomBarrierId" integer references boom_barriers on delete cascade,
  "buzzerId" integer references buzzers on delete cascade,
  "displayId" integer references displays on delete cascade,
  constraint relay_assignments_device check (num_nonnulls("boomBarrierId", "buzzerId", "displayId") = 1),
  -- Buzzers and lamps (0) may share a relay with each other; a barrier shares its relay with nothing.
  constraint relay_assignments_exclusive exclude using gist (
    address with =, port with =, "relayNumber" with =, (coalesce("boomBarrierId", 0)) with <>
  )
);
create unique index relay_assignments_barrier on relay_assignments ("boomBarrierId", address);
create unique index relay_assignments_buzzer on relay_assignments ("buzzerId", address);
create unique index relay_assignments_display on relay_assignments ("displayId", address);
comment on table relay_assignments is 'unwatched: it changes only with its devices';

-- READER-2: concurrent changes of the RFID server's settings are detected.
alter table rfid_server add column version integer not null default 1;
