-- LIVE-7: the health of the media server of each camera, beside the health of its device.

create table camera_health (
  "cameraId" integer primary key references cameras on delete cascade,
  "isHealthy" boolean not null,
  "failedProbes" integer not null,
  "since" timestamptz not null
);
comment on table camera_health is 'unwatched: its changes are announced as health';

create or replace view camera_records as
  select c.id, c.version, c.name, c.module, c.status, c."aiDeviceId", c.ip, c.port, c."sinkPort", c.location,
    c."anprCameraId", c."epldCameraId", c."laneId", c."isBidirectional",
    coalesce(h."isHealthy", true) and coalesce(m."isHealthy", true) as "isHealthy",
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
  from cameras c
    left join device_health h on h."deviceId" = c."aiDeviceId"
    left join camera_health m on m."cameraId" = c.id;
