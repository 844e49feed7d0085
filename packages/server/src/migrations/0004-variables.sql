-- Variables: numbers that events move, and equations over them.
--
-- What moves a number is written down (movements), and each variable keeps the sum of its own movements (ledgerValue).
-- Each equation is compiled to a constant and the weight of every variable it comes down to (variable_weights), itself
-- included, so that computedValue = constant + sum of weight x ledgerValue, and one movement costs the rows it touches.

alter table variables
  add column publish boolean not null default false,
  add column "constantValue" double precision,
  -- The camera or slot controller that a camera's or sensor's variable is about.
  add column "cameraId" integer constraint variables_camera references cameras,
  add column "slotControllerId" integer constraint variables_slot_controller references slot_controllers,
  add column examples jsonb not null default '[]',
  add column "displayName" text,
  add column "maxValue" double precision,
  add column "publishedAt" timestamptz,
  add column "formConstant" double precision not null default 0,
  add column "totalCapacity" double precision,
  add column "ledgerValue" double precision not null default 0,
  -- What a base variable counts; it goes when that goes.
  add column "sourceKey" text,
  add column "slotId" integer references camera_slots on delete cascade,
  add column "countingCameraId" integer references cameras on delete cascade,
  add column "sourceSensorId" integer references sensors on delete cascade,
  add column "sourceControllerId" integer references slot_controllers on delete cascade,
  add column "slotNumber" integer,
  add column "vehicleClass" text,
  add column direction text check (direction in ('N', 'X')),
  -- A slot counts as free until something is known of it.
  add column "startValue" double precision
    generated always as (case when "slotId" is null and "slotNumber" is null then 0 else 1 end) stored;

create unique index variables_source on variables ("sourceKey");
create unique index variables_name on variables (scope, lower(name)) where type <> 'base';
create index variables_camera on variables ("cameraId");
create index variables_slot_controller on variables ("slotControllerId");
create index variables_slot on variables ("slotId");
create index variables_counting_camera on variables ("countingCameraId");
create index variables_source_sensor on variables ("sourceSensorId");
create index variables_source_controller on variables ("sourceControllerId");

-- Values change all the time: a page with room takes the new row beside the old one, and no index has to learn of it.
alter table variables set (fillfactor = 50);

-- Who changed a variable is audited; how its value moved is told by the movements themselves.
drop trigger if exists audit_row on variables;
drop trigger if exists announce_table on variables;
create trigger audit_row after insert or delete or update of version on variables
  for each row execute function audit_row();
create trigger announce_table after insert or update or delete on variables
  for each statement execute function announce_table();

-- An equation, a variable a row.
create table variable_terms (
  "equationOf" integer not null references variables on delete cascade,
  position integer not null,
  "variableId" integer not null constraint variable_terms_variable references variables,
  sign integer not null check (sign in (1, -1)),
  primary key ("equationOf", position)
);
create index variable_terms_variable on variable_terms ("variableId");

create table variable_weights (
  "movedId" integer not null references variables on delete cascade,
  "variableId" integer not null references variables on delete cascade,
  weight integer not null,
  primary key ("movedId", "variableId")
);
create index variable_weights_variable on variable_weights ("variableId");
comment on table variable_weights is 'unwatched: it follows from the equations';

create table movements (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  kind text not null check (kind in ('event', 'correction')),
  "variableId" integer not null references variables on delete cascade,
  delta double precision not null,
  reason text,
  by text,
  "eventId" bigint
);
create index movements_variable on movements ("variableId", id);
comment on table movements is 'unwatched: it is a record of its own';

-- ── Moving values ───────────────────────────────────────────────────────────────────────────────────────────────────

-- Held shared by whoever moves values, alone by whoever changes what an equation comes down to.
create function variables_lock() returns bigint language sql immutable as 'select 7210415004';

-- Sums of sums stay on a grid of millionths, so that no value drifts.
create function on_grid(number double precision) returns double precision language sql immutable as
  'select round(number * 1e6) / 1e6';

-- Holds every number that the movements of some variables touch, and tells which. Rows are locked in the order of their
-- ids, so that two who move the same numbers wait for each other and never in a circle. Who must know a value to move it
-- (a slot is set, not counted) holds it first and then reads it.
create function hold_touched(moved integer[]) returns integer[] language plpgsql
  set plan_cache_mode = force_generic_plan as $$
declare
  touched integer[];
begin
  perform pg_advisory_xact_lock_shared(variables_lock());
  touched := array(select distinct "variableId" from variable_weights where "movedId" = any(moved));
  perform from variables where id = any(touched) order by id for no key update;
  return touched;
end $$;

-- Writes movements down and moves every number that they touch; a variable that is gone meanwhile is passed over.
create function move_variables(steps jsonb) returns void language plpgsql
  set plan_cache_mode = force_generic_plan as $$
declare
  moved integer[] := array(select distinct (step->>'variableId')::integer from jsonb_array_elements(steps) step);
  touched integer[] := hold_touched(moved);
begin
  insert into movements (at, kind, "variableId", delta, reason, by, "eventId")
    select (step->>'at')::timestamptz, step->>'kind', v.id, on_grid((step->>'delta')::double precision),
      step->>'reason', step->>'by', (step->>'eventId')::bigint
    from jsonb_array_elements(steps) with ordinality as s(step, place)
    join variables v on v.id = (step->>'variableId')::integer and v.id = any(moved)
    order by place;
  update variables v
    set "computedValue" = on_grid(v."computedValue" + effect.total), "ledgerValue" = on_grid(v."ledgerValue" + effect.own)
    from (
      select w."variableId" as id, sum(w.weight * step.delta) as total,
        sum(case when w."movedId" = w."variableId" then step.delta else 0 end) as own
      from (select (s->>'variableId')::integer as id, on_grid((s->>'delta')::double precision) as delta
        from jsonb_array_elements(steps) s) step
      join variable_weights w on w."movedId" = step.id and w."movedId" = any(moved)
      group by 1
    ) effect
    where v.id = effect.id and v.id = any(touched);
end $$;

-- ── Base variables ──────────────────────────────────────────────────────────────────────────────────────────────────

-- What the site's hardware can count. Names say "Entry" or "Exit" where a source counts one way (VAR-4).
create view base_variable_sources as
  with ways (direction, word) as (values ('N', 'Entry'), ('X', 'Exit'))
  select 'slot:' || s.id as "sourceKey", 'epld' as scope, c.name || ' ' || s."displayName" as name,
    s.id as "slotId", null::integer as "countingCameraId", null::integer as "sourceSensorId",
    null::integer as "sourceControllerId", null::integer as "slotNumber", null as "vehicleClass", null as direction
  from camera_slots s join cameras c on c.id = s."cameraId"
  where c.module = 'EPLD' and c.status <> 'new'
  union all
  select 'controller:' || k.id || ':' || slot, 'epld', k.name || ' Slot ' || slot,
    null, null, null, k.id, slot, null, null
  from slot_controllers k, generate_series(1, (k."additionalInfo"->>'slots')::integer) slot
  union all
  -- A camera that its device reports counts both ways.
  select 'camera:' || c.id || ':' || class || ':' || direction, 'cc', c.name || ' ' || class || ' ' || word,
    null, c.id, null, null, null, class, direction
  from cameras c, ways, unnest(array['2w', '4w']) class
  where c.module = 'CAMERA_COUNTING' and c.status <> 'new' and c.pzapp is null
  union all
  select 'camera:' || c.id || ':' || class, 'cc', c.name || ' ' || class || ' ' || word,
    null, c.id, null, null, null, class, direction
  from cameras c join ways on direction = c.pzapp->>'gateType',
    jsonb_array_elements_text(c.pzapp->'vehicleTypes') class
  where c.module = 'CAMERA_COUNTING' and c.status <> 'new'
  union all
  select 'sensor:' || s.id, case s.scope when 'ac' then 'rfid-ac' else 'loop' end, s.name || ' ' || word,
    null, null, s.id, null, null, null, direction
  from sensors s join ways on direction = s."additionalInfo"->>'gtp';

-- Brings the base variables in line with what there is; what it finds in line it leaves alone.
create function sync_base_variables() returns void language plpgsql as $$
begin
  -- A source can stay and count less than before (a vehicle type is taken off a camera).
  delete from variables v
    where "sourceKey" is not null
      and not exists (select from base_variable_sources s where s."sourceKey" = v."sourceKey")
      and not exists (select from variable_terms t where t."variableId" = v.id)
      and not exists (select from display_variables d where d."variableId" = v.id);
  update variables v set name = renamed.name, direction = renamed.direction, version = version + 1
    from (
      select old.id, s.name, s.direction from variables old join base_variable_sources s using ("sourceKey")
      where (old.name, old.direction) is distinct from (s.name, s.direction)
      order by old.id for no key update of old
    ) renamed
    where v.id = renamed.id;
  with added as (
    insert into variables (name, type, scope, "computedValue", "ledgerValue", "totalCapacity", "sourceKey", "slotId",
      "countingCameraId", "sourceSensorId", "sourceControllerId", "slotNumber", "vehicleClass", direction)
    select name, 'base', scope, start, start, case when scope = 'epld' then start end, "sourceKey", "slotId",
      "countingCameraId", "sourceSensorId", "sourceControllerId", "slotNumber", "vehicleClass", direction
    from base_variable_sources s, lateral (
      select case when "slotId" is null and "slotNumber" is null then 0 else 1 end as start) starts
    where not exists (select from variables v where v."sourceKey" = s."sourceKey")
    order by "slotId", "sourceControllerId", "slotNumber", "countingCameraId", "vehicleClass", direction, "sourceSensorId"
    on conflict ("sourceKey") do nothing
    returning id, "startValue"
  ), weighed as (
    insert into variable_weights select id, id, 1 from added
  )
  insert into movements (at, kind, "variableId", delta, reason, by)
    select now(), 'correction', id, "startValue", 'taken as free until its device reports', 'system'
    from added where "startValue" <> 0;
end $$;

create function base_variables_follow() returns trigger language plpgsql as $$
begin
  if exists (select from changed) then perform sync_base_variables(); end if;
  return null;
end $$;

create trigger base_variables_added after insert on cameras
  referencing new table as changed for each statement execute function base_variables_follow();
create trigger base_variables_changed after update on cameras
  referencing new table as changed for each statement execute function base_variables_follow();
create trigger base_variables_added after insert on camera_slots
  referencing new table as changed for each statement execute function base_variables_follow();
create trigger base_variables_changed after update on camera_slots
  referencing new table as changed for each statement execute function base_variables_follow();
create trigger base_variables_added after insert on slot_controllers
  referencing new table as changed for each statement execute function base_variables_follow();
create trigger base_variables_changed after update on slot_controllers
  referencing new table as changed for each statement execute function base_variables_follow();
create trigger base_variables_added after insert on sensors
  referencing new table as changed for each statement execute function base_variables_follow();
create trigger base_variables_changed after update on sensors
  referencing new table as changed for each statement execute function base_variables_follow();

update variables set "ledgerValue" = "computedValue" where type <> 'constant';
insert into variable_weights select id, id, 1 from variables where type <> 'constant';
select sync_base_variables();

-- ── Variables as the wire shows them ────────────────────────────────────────────────────────────────────────────────

create view variable_records as
  select v.id, v.version, v.name, v.type, v.scope, v.publish,
    case v.type
      when 'constant' then to_jsonb(v."constantValue")
      else coalesce((
        select jsonb_agg(term order by t.position, place)
        from variable_terms t, lateral (
          select 1 as place, jsonb_build_object('type', 'operation', 'operation',
            case t.sign when 1 then 'addition' else 'subtraction' end) as term
          where t.position > 0
          union all
          select 2, jsonb_build_object('type', 'variable', 'id', t."variableId")
        ) written
        where t."equationOf" = v.id), '[]')
    end as value,
    v."computedValue", v."totalCapacity", v."displayName", v."maxValue",
    c.id as "cameraId", coalesce(k.id, s.id) as "sensorId", coalesce(c.name, k.name, s.name) as "sourceName",
    v.examples, v."publishedAt"
  from variables v
  left join camera_slots p on p.id = v."slotId"
  left join cameras c on c.id = coalesce(v."cameraId", v."countingCameraId", p."cameraId")
  left join slot_controllers k on k.id = coalesce(v."slotControllerId", v."sourceControllerId")
  left join sensors s on s.id = v."sourceSensorId";
