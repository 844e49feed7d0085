-- OPS-2: the subquery kept PostgreSQL from inlining the function, so that it took most of the time of counting an event.
create function loop_gate("sensorId" integer) returns integer language sql stable parallel safe as $$
  select coalesce((select min(g.id) from gates g where $1 in (g."sensorId", g."loopId")), 0)
$$;
create or replace function figure_gate(module text, "gateId" integer, "sensorId" integer) returns integer
  language sql stable parallel safe as $$
  select case when $1 = 'LOOP_DETECTOR' then loop_gate($3) else coalesce($2, 0) end
$$;
