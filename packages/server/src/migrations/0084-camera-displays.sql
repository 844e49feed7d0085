-- A camera shows its label and its display as the documents name them. The display is the first one of its gate.
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
      from camera_slots s where s."cameraId" = c.id), '[]') as slots,
    c.name as label,
    (select jsonb_build_object('id', d."displayId") from gates g join gate_displays d on d."gateId" = g.id
      where g."cameraId" = c.id order by g.id, d.position limit 1) as display
  from cameras c
    left join device_health h on h."deviceId" = c."aiDeviceId"
    left join camera_health m on m."cameraId" = c.id;
