-- FEED-3: custom formats of devices. Every change is a new version; the newest one applies.

create table payload_mappings (
  id integer generated always as identity primary key,
  "deviceId" integer references ai_devices on delete cascade,
  "sensorId" integer references sensors on delete cascade,
  version integer not null,
  -- Null after the format was removed.
  mapping jsonb,
  "savedAt" timestamptz not null,
  "savedBy" text,
  constraint payload_mappings_source check (num_nonnulls("deviceId", "sensorId") = 1)
);
create unique index payload_mappings_device on payload_mappings ("deviceId", version);
create unique index payload_mappings_sensor on payload_mappings ("sensorId", version);
select watch_tables();

-- The last payload as a tree, without pictures, to assign its values. Unlike jsonb, json keeps the order of members.
alter table ingest_tokens add column "lastSample" json;
