-- OPS-1: the read rate counts the loop in front of a barrier (gates."loopId") too; a gate with a reader has no other.
create or replace function figure_gate(module text, "gateId" integer, "sensorId" integer) returns integer
  language sql stable parallel safe as $$
  select case when module = 'LOOP_DETECTOR'
    then coalesce((select min(g.id) from gates g where $3 in (g."sensorId", g."loopId")), 0) else coalesce($2, 0) end
$$;

-- OPS-2: counts the vehicles on loops again, by the present wiring, as lists of events do.
create function recount_loops() returns void language plpgsql as $$
declare
  state overview_state;
begin
  perform fold_overview();
  select * into state from overview_state;
  delete from overview_counts where figure = 'loopCounts';
  insert into overview_counts (step, figure, "gateId", at, module, n)
  select b.step, r.figure, g.id, overview_bucket(b.step, r.at, state.zone), r.module, count(*)
  from overview_rows(state."builtFrom", 'infinity', '{loopCounts}') r cross join unnest(overview_steps(r.figure)) b(step)
    cross join lateral (values (r."gateId"), (-1)) g(id)
  group by 1, 2, 3, 4, 5;
end $$;

create function recount_rewired_loops() returns trigger language plpgsql as $$
begin
  if exists (
    select from sensors s where s.scope = 'loop' and s.id in (old."sensorId", old."loopId", new."sensorId", new."loopId")
  ) then perform recount_loops(); end if;
  return null;
end $$;
create trigger recount_rewired_loops after insert or delete on gates
  for each row execute function recount_rewired_loops();
create trigger recount_changed_loops after update of "sensorId", "loopId" on gates for each row
  when (old."sensorId" is distinct from new."sensorId" or old."loopId" is distinct from new."loopId")
  execute function recount_rewired_loops();

select recount_loops();

-- OPS-1: a barrier that did not open counts however its command was stored.
create trigger mark_stored_unopened after insert on commands for each row
  when (new.kind = 'open' and new."eventId" is not null and new.state in ('rejected', 'unreachable', 'expired', 'unmoved'))
  execute function mark_unopened();
insert into event_marks (figure, "occurredAt", "eventId", module, "gateId")
  select distinct 'barrierFailures', e."occurredAt", e.id, e.module, coalesce(e."gateId", 0)
  from commands c join events e on e.id = c."eventId"
  where c.kind = 'open' and c.state in ('rejected', 'unreachable', 'expired', 'unmoved') and e."isGranted"
    and e."passageOf" is null
  on conflict do nothing;
