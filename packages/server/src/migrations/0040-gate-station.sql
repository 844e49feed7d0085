-- OPS-5: the loop in front of the barrier of a gate, and whether a vehicle is on it.

alter table gates add column "loopId" integer constraint gates_loop references sensors;
create index gates_loop on gates ("loopId") where "loopId" is not null;

drop view gate_records;
create view gate_records as
  select g.*,
    coalesce((select jsonb_agg(jsonb_build_object('id', x.id, 'name', x.name)) from sensors x where x.id = g."sensorId"), '[]') as sensors,
    coalesce((select jsonb_agg(jsonb_build_object('id', x.id, 'name', x.name)) from cameras x where x.id = g."cameraId"), '[]') as cameras,
    coalesce((select jsonb_agg(jsonb_build_object('id', x.id, 'name', x.name)) from boom_barriers x where x.id = g."boomBarrierId"), '[]') as "boomBarriers",
    coalesce((select jsonb_agg(jsonb_build_object('id', x.id, 'name', x.name)) from buzzers x where x.id = g."buzzerId"), '[]') as buzzers,
    coalesce((select jsonb_agg(jsonb_build_object('id', x.id, 'name', x.name)) from sensors x where x.id = g."loopId"), '[]') as loops,
    coalesce((select jsonb_agg(jsonb_build_object('id', x.id, 'name', x.name) order by d.position)
      from gate_displays d join displays x on x.id = d."displayId" where d."gateId" = g.id), '[]') as displays,
    coalesce((select jsonb_agg(d."displayId" order by d.position) from gate_displays d where d."gateId" = g.id), '[]') as "displayIds"
  from gates g;

-- The loops that the leader reads. A loop without a row was not read.
create table loop_states (
  "sensorId" integer primary key references sensors on delete cascade,
  "isOccupied" boolean not null,
  since timestamptz not null
);
comment on table loop_states is 'unwatched: it changes with every passing vehicle';
