-- AUD-1 to AUD-3: the audit trail can be read, also has acts that write no record, and is sealed.

alter table audit_log
  -- Milliseconds, as the API returns them: pages are ordered by time.
  alter column at type timestamptz(3),
  -- The address of the caller; null in rows of earlier versions.
  add column address text,
  -- AUD-3: set by the sealing job of the leader.
  add column "isSealed" boolean not null default false;

drop index audit_log_at;
create index audit_log_page on audit_log (at desc, id desc);
create index audit_log_user on audit_log (lower(username), at desc, id desc);
create index audit_log_action on audit_log (action, at desc, id desc);
create index audit_log_entity on audit_log ("tableName", at desc, id desc);
create index audit_log_record on audit_log ("tableName", "rowId", at desc, id desc);
create index audit_log_unsealed on audit_log (id) where not "isSealed";

-- AUD-3: the seals of the rows. In a table of its own, so that a deleted row is still known by its id.
create table audit_seals (
  day text not null,
  -- Without gaps within a day.
  number integer not null,
  "auditId" bigint not null,
  seal text not null,
  primary key (day, number)
);
comment on table audit_seals is 'unwatched: it protects the audit itself';

-- AUD-3: the chain of each day. Kept after its rows have expired.
create table audit_days (
  -- In UTC, like 2026-01-31.
  day text primary key,
  rows integer not null,
  -- The last seal of the previous day, with which this day's chain starts; empty on the first day.
  "startSeal" text not null,
  "endSeal" text not null,
  -- When the rows were deleted at the end of their retention.
  "expiredAt" timestamptz(3),
  -- Authenticates the columns above.
  seal text not null
);
comment on table audit_days is 'unwatched: it protects the audit itself';

create trigger announce_table after insert on audit_log for each statement execute function announce_table();

-- Commands and changes of permissions have actions of their own, so that they can be filtered by an index.
create or replace function audit_row() returns trigger language plpgsql as $$
declare
  actor jsonb := nullif(current_setting('gatehouse.actor', true), '')::jsonb;
  old_row jsonb := case when tg_op = 'INSERT' then null else masked(to_jsonb(old)) end;
  new_row jsonb := case when tg_op = 'DELETE' then null else masked(to_jsonb(new)) end;
begin
  if actor is not null then
    insert into audit_log ("userId", username, "requestId", call, "tableName", "rowId", action, before, after, address)
    values ((actor->>'userId')::integer, actor->>'username', actor->>'requestId', actor->>'call', tg_table_name,
            coalesce(new_row, old_row)->>'id',
            case
              when tg_table_name = 'commands' then 'command'
              when tg_op = 'UPDATE' and tg_table_name in ('users', 'roles') and
                (old_row->'role', old_row->'gateIds', old_row->'isDisabled', old_row->'permissions') is distinct from
                (new_row->'role', new_row->'gateIds', new_row->'isDisabled', new_row->'permissions') then 'permission'
              else lower(tg_op)
            end,
            old_row, new_row, actor->>'address');
  end if;
  return null;
end $$;

update audit_log set action = 'command' where "tableName" = 'commands';
