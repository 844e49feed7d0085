-- LIVE-12: a relay that has to be switched back belongs to a Modbus unit, and may be switched back on instead of off.
alter table relay_releases
  add column "unitId" integer not null default 1,
  add column "restsOn" boolean not null default false,
  drop constraint relay_releases_pkey,
  add primary key (host, port, "relayNumber", "unitId");

-- REP-8: today's movements are found by their time. Small, because movements are stored in the order of their time.
create index movements_at on movements using brin (at) with (autosummarize = on);
