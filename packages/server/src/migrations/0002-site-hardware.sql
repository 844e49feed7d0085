-- Everything an administrator wires together at a site. References are real foreign keys: what is in use stays.
-- A table that belongs to another (gate_displays to gates) says so with "on delete cascade"; every other reference
-- protects what it points to.

create table boom_barriers (
  id integer generated always as identity primary key,
  uid text not null,
  name text not null,
  scope text not null default 'ac',
  "additionalInfo" jsonb not null,
  "commissionedAt" timestamptz,
  version integer not null default 1
);
create unique index boom_barriers_uid on boom_barriers (uid);

create table buzzers (
  id integer generated always as identity primary key,
  uid text not null,
  name text not null,
  scope text not null default 'ac',
  "additionalInfo" jsonb not null,
  "commissionedAt" timestamptz,
  version integer not null default 1
);
create unique index buzzers_uid on buzzers (uid);

create table tvms (
  id integer generated always as identity primary key,
  name text not null,
  code text not null,
  version integer not null default 1
);
create unique index tvms_code on tvms (code);
create unique index tvms_name on tvms (lower(name));

create table lanes (
  id integer generated always as identity primary key,
  name text not null,
  "speedLimit2w" double precision not null,
  "speedLimit4w" double precision not null,
  version integer not null default 1
);
create unique index lanes_name on lanes (lower(name));

create table sensors (
  id integer generated always as identity primary key,
  uid text,
  name text not null,
  scope text not null check (scope in ('ac', 'loop')),
  "actuatorId" integer constraint sensors_actuator references boom_barriers,
  "additionalInfo" jsonb not null,
  "commissionedAt" timestamptz,
  version integer not null default 1
);
create unique index sensors_uid on sensors (scope, uid);
create index sensors_actuator on sensors ("actuatorId");

create view sensor_records as
  select s.*, case when b.id is null then null else jsonb_build_object('name', b.name) end as actuator
  from sensors s left join boom_barriers b on b.id = s."actuatorId";

create table variables (
  id integer generated always as identity primary key,
  name text not null,
  type text not null check (type in ('base', 'constant', 'camera', 'sensor', 'dynamic')),
  scope text not null,
  "computedValue" double precision not null default 0,
  version integer not null default 1
);
create index variables_scope on variables (scope);

create table displays (
  id integer generated always as identity primary key,
  uid text not null,
  name text not null,
  type text not null check (type in ('grid', 'binary', 'multimedia')),
  scope text not null,
  "additionalInfo" jsonb not null default '{}',
  "templateId" integer,
  "commissionedAt" timestamptz,
  version integer not null default 1
);
create unique index displays_uid on displays (uid);

-- The variables a display shows, in order: with a label on a grid, a key on a multimedia screen, alone on an indicator.
create table display_variables (
  "displayId" integer not null references displays on delete cascade,
  position integer not null,
  "variableId" integer not null constraint display_variables_variable references variables,
  label text,
  "templateKey" text,
  primary key ("displayId", position)
);
create index display_variables_variable on display_variables ("variableId");

create view display_records as
  select d.id, d.uid, d.name, d.type, d.scope, d."templateId", d."commissionedAt", d.version,
    case d.type
      when 'grid' then d."additionalInfo" || jsonb_build_object('variables', coalesce((
        select jsonb_agg(jsonb_build_object('variableId', v."variableId", 'label', v.label) order by v.position)
        from display_variables v where v."displayId" = d.id), '[]'))
      else d."additionalInfo"
    end as "additionalInfo",
    case when d.type = 'binary' then coalesce((
      select v."variableId" from display_variables v where v."displayId" = d.id limit 1), 0) else 0 end as "variableId",
    case when d.type = 'multimedia' then coalesce((
      select jsonb_agg(jsonb_build_object('variableId', v."variableId", 'templateKey', v."templateKey") order by v.position)
      from display_variables v where v."displayId" = d.id), '[]') else '[]' end as variables
  from displays d;

create table cameras (
  id integer generated always as identity primary key,
  "aiDeviceId" integer not null references ai_devices,
  module text not null,
  name text not null,
  status text not null default 'saved' check (status in ('saved', 'new', 'zombie')),
  "laneId" integer constraint cameras_lane references lanes,
  "isBidirectional" boolean not null default false,
  version integer not null default 1
);
-- LANE-3: a lane has one camera, whoever saves first.
create unique index cameras_one_per_lane on cameras ("laneId");
create index cameras_device on cameras ("aiDeviceId");

create table gates (
  id integer generated always as identity primary key,
  name text not null,
  type text not null check (type in ('N', 'X')),
  scope text not null default 'ac',
  "sensorId" integer constraint gates_sensor references sensors,
  "cameraId" integer constraint gates_camera references cameras,
  "boomBarrierId" integer constraint gates_boom_barrier references boom_barriers,
  "buzzerId" integer constraint gates_buzzer references buzzers,
  version integer not null default 1
);
create unique index gates_name on gates (lower(name));
create index gates_sensor on gates ("sensorId");
create index gates_camera on gates ("cameraId");
create index gates_boom_barrier on gates ("boomBarrierId");
create index gates_buzzer on gates ("buzzerId");

create table gate_displays (
  "gateId" integer not null references gates on delete cascade,
  position integer not null,
  "displayId" integer not null constraint gate_displays_display references displays,
  primary key ("gateId", position)
);
create unique index gate_displays_once on gate_displays ("displayId", "gateId");

create view gate_records as
  select g.*,
    coalesce((select jsonb_agg(jsonb_build_object('id', x.id, 'name', x.name)) from sensors x where x.id = g."sensorId"), '[]') as sensors,
    coalesce((select jsonb_agg(jsonb_build_object('id', x.id, 'name', x.name)) from cameras x where x.id = g."cameraId"), '[]') as cameras,
    coalesce((select jsonb_agg(jsonb_build_object('id', x.id, 'name', x.name)) from boom_barriers x where x.id = g."boomBarrierId"), '[]') as "boomBarriers",
    coalesce((select jsonb_agg(jsonb_build_object('id', x.id, 'name', x.name)) from buzzers x where x.id = g."buzzerId"), '[]') as buzzers,
    coalesce((select jsonb_agg(jsonb_build_object('id', x.id, 'name', x.name) order by d.position)
      from gate_displays d join displays x on x.id = d."displayId" where d."gateId" = g.id), '[]') as displays,
    coalesce((select jsonb_agg(d."displayId" order by d.position) from gate_displays d where d."gateId" = g.id), '[]') as "displayIds"
  from gates g;

-- ── What other systems send ─────────────────────────────────────────────────────────────────────────────────────────

create table integration_keys (
  id integer generated always as identity primary key,
  name text not null,
  purpose text not null check (purpose in ('integration', 'commissioning')),
  prefix text not null,
  "keyHash" text not null unique,
  "createdAt" timestamptz not null,
  "createdBy" text not null,
  "lastUsedAt" timestamptz,
  "revokedAt" timestamptz
);
create unique index integration_keys_name on integration_keys (lower(name)) where "revokedAt" is null;

create extension if not exists pg_trgm;

-- Known by their sender (the name of its key, which outlives the key) and the sender's own id.
create table reservations (
  id integer generated always as identity primary key,
  source text not null,
  "externalId" text not null,
  lp text,
  "lpNormalized" text,
  rfid text,
  "rfidNormalized" text,
  "validFrom" timestamptz not null,
  "validTo" timestamptz not null,
  "gracePeriodEarliestEntry" timestamptz,
  "gracePeriodLatestEntry" timestamptz,
  "gracePeriodLatestExit" timestamptz,
  "driverFirstName" text,
  "driverLastName" text,
  "parkingAreaId" text,
  "parkingUnitId" text,
  "shouldAllowMultipleUsage" boolean not null
);
create unique index reservations_external on reservations (source, "externalId");
create index reservations_lp on reservations using gin ("lpNormalized" gin_trgm_ops);
create index reservations_rfid on reservations using gin ("rfidNormalized" gin_trgm_ops);

create table identifiers (
  id integer generated always as identity primary key,
  origin text not null check (origin in ('MYGATE', 'ADMIN', 'CLOUD', 'BLM_CLOUD')),
  "externalId" text,
  type text not null check (type in ('LICENSE_PLATE', 'RFID')),
  iid text not null,
  "iidNormalized" text not null,
  lp text,
  "vehicleType" text not null,
  "parkingId" text,
  "orgName" text,
  "ownerName" text,
  "ownerEmail" text,
  "validFrom" timestamptz,
  "validTo" timestamptz,
  version integer not null default 1
);
create unique index identifiers_external on identifiers (origin, "externalId");
create index identifiers_match on identifiers ("iidNormalized", type);

-- ── Handing the configuration to the field ──────────────────────────────────────────────────────────────────────────

create table commissions (
  version integer generated always as identity primary key,
  at timestamptz not null,
  by text not null,
  checksum text not null,
  snapshot jsonb not null,
  refused jsonb not null,
  "fetchedAt" timestamptz
);

create table rfid_server (
  id integer primary key check (id = 1),
  port integer not null,
  drv text not null
);
