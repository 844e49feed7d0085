-- The server shows whether a stored password can be decrypted; the column itself never leaves it.
create or replace view ai_device_records as
  select d.id, d.version, d.vendor, d.label, d.label as name, d.module, d.ip, d."apiPort", d."dashboardPort",
    d."apiBasepath", d.username, d."passwordSecret" is not null as "hasPassword",
    coalesce(h."isHealthy", true) as "isHealthy", h.since as "healthSince", d."passwordSecret"
  from ai_devices d left join device_health h on h."deviceId" = d.id;
