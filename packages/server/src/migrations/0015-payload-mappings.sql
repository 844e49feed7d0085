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

-- FEED-4: the format that the cameras of a device push, for the instructions to connect them.
alter table ai_devices add column "plateFormat" text;
create or replace view ai_device_records as
  select d.id, d.version, d.vendor, d.label, d.label as name, d.module, d.ip, d."apiPort", d."dashboardPort",
    d."apiBasepath", d.username, d."passwordSecret" is not null as "hasPassword",
    coalesce(h."isHealthy", true) as "isHealthy", h.since as "healthSince", d."passwordSecret", d."plateFormat"
  from ai_devices d left join device_health h on h."deviceId" = d.id;
