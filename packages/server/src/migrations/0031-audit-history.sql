-- AUD-2: the history of a record has its parts too, and shows which version was restored.
-- AUD-3: the system that receives the seal of each day.

-- The time of the entry whose values were restored.
alter table audit_log add column "restoredFrom" timestamptz(3);

create table audit_receiver (
  id integer primary key check (id = 1),
  -- Empty: nothing is sent.
  url text not null,
  "headerSecret" text,
  -- The last day whose seal was queued.
  "queuedUpTo" text,
  version integer not null
);

-- The record that a row belongs to: parts belong to their owner. The owner of some parts can be a device or a sensor.
create function audited_record(table_name text, document jsonb) returns text language sql immutable as $$
  select case table_name
    when 'gate_displays' then document->>'gateId'
    when 'display_variables' then document->>'displayId'
    when 'screen_keys' then document->>'displayId'
    when 'variable_terms' then document->>'equationOf'
    when 'camera_slots' then document->>'cameraId'
    when 'ingest_tokens' then coalesce('device ' || (document->>'deviceId'), 'sensor ' || (document->>'sensorId'))
    when 'payload_mappings' then coalesce('device ' || (document->>'deviceId'), 'sensor ' || (document->>'sensorId'))
    when 'module_activation' then document->>'kind'
    when 'code_selections' then document->>'name'
    when 'commissions' then document->>'version'
    else document->>'id'
  end
$$;

create or replace function audit_row() returns trigger language plpgsql as $$
declare
  actor jsonb := nullif(current_setting('gatehouse.actor', true), '')::jsonb;
  old_row jsonb := case when tg_op = 'INSERT' then null else masked(to_jsonb(old)) end;
  new_row jsonb := case when tg_op = 'DELETE' then null else masked(to_jsonb(new)) end;
begin
  if actor is not null then
    insert into audit_log ("userId", username, "requestId", call, "tableName", "rowId", action, before, after, address,
                           "restoredFrom")
    values ((actor->>'userId')::integer, actor->>'username', actor->>'requestId', actor->>'call', tg_table_name,
            audited_record(tg_table_name, coalesce(new_row, old_row)),
            case
              when tg_table_name = 'commands' then 'command'
              when tg_op = 'UPDATE' and tg_table_name in ('users', 'roles') and
                (old_row->'role', old_row->'gateIds', old_row->'isDisabled', old_row->'permissions') is distinct from
                (new_row->'role', new_row->'gateIds', new_row->'isDisabled', new_row->'permissions') then 'permission'
              else lower(tg_op)
            end,
            old_row, new_row, actor->>'address',
            -- Only an entry about the same table can have been restored.
            case when actor ? 'restoredFrom' then
              (select at from audit_log where id = (actor->>'restoredFrom')::bigint and "tableName" = tg_table_name)
            end);
  end if;
  return null;
end $$;
