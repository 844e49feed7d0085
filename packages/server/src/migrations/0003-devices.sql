-- Cameras as their devices report them or as people enter them, their slots, and slot controllers.

alter table cameras
  add column ip text,
  add column port integer,
  add column "sinkPort" integer,
  add column location text,
  add column "anprCameraId" text,
  add column "epldCameraId" text,
  add column "tvmId" integer constraint cameras_tvm references tvms,
  add column "rtspStreamUrl" text,
  add column "mediaServerWebsocketUrl" text,
  add column "mediaServerFrameUrl" text,
  add column "mediaServerHealthUrl" text,
  add column pzapp jsonb,
  add column "pzappUid" text generated always as (pzapp->>'uid') stored;

-- A device reports each of its cameras once; a camera entered by hand has a uid of its own on its device.
create unique index cameras_anpr_id on cameras ("aiDeviceId", "anprCameraId");
create unique index cameras_epld_id on cameras ("aiDeviceId", "epldCameraId");
create unique index cameras_pzapp_uid on cameras ("aiDeviceId", "pzappUid");
create index cameras_tvm on cameras ("tvmId");

create table camera_slots (
  id integer generated always as identity primary key,
  "cameraId" integer not null references cameras on delete cascade,
  name text not null,
  "displayName" text not null
);
create unique index camera_slots_name on camera_slots ("cameraId", name);

create table slot_controllers (
  id integer generated always as identity primary key,
  "aiDeviceId" integer not null constraint slot_controllers_device references ai_devices,
  uid text not null,
  name text not null,
  "additionalInfo" jsonb not null,
  version integer not null default 1
);
create unique index slot_controllers_uid on slot_controllers ("aiDeviceId", uid);

create view camera_records as
  select c.id, c.version, c.name, c.module, c.status, c."aiDeviceId", c.ip, c.port, c."sinkPort", c.location,
    c."anprCameraId", c."epldCameraId", c."laneId", c."isBidirectional",
    coalesce(h."isHealthy", true) as "isHealthy",
    case when c."tvmId" is null then null else jsonb_build_object('id', c."tvmId") end as tvm,
    jsonb_build_object(
      'rtspStreamUrl', c."rtspStreamUrl",
      'mediaServerWebsocketUrl', c."mediaServerWebsocketUrl",
      'mediaServerFrameUrl', c."mediaServerFrameUrl",
      'mediaServerHealthUrl', c."mediaServerHealthUrl"
    ) as stream,
    case when c.pzapp is null then '{}'::jsonb else jsonb_build_object('pzapp', c.pzapp) end as "additionalInfo",
    coalesce((select jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'displayName', s."displayName") order by s.id)
      from camera_slots s where s."cameraId" = c.id), '[]') as slots
  from cameras c left join device_health h on h."deviceId" = c."aiDeviceId";

create view ai_device_records as
  select d.id, d.version, d.vendor, d.label, d.label as name, d.module, d.ip, d."apiPort", d."dashboardPort",
    d."apiBasepath", d.username, d."passwordSecret" is not null as "hasPassword",
    coalesce(h."isHealthy", true) as "isHealthy", h.since as "healthSince"
  from ai_devices d left join device_health h on h."deviceId" = d.id;

-- What depends on a device or a camera is told by name, and a device's name is its label.
alter table ai_devices add column name text generated always as (label) stored;
