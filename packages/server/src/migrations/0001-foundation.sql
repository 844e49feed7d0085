-- Columns are named as the wire names them, so that no layer translates between the two.

-- ── Who changed what, and telling the others ────────────────────────────────────────────────────────────────────────

create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  "userId" integer,
  username text not null,
  "requestId" text not null,
  call text not null,
  "tableName" text not null,
  "rowId" text,
  action text not null,
  before jsonb,
  after jsonb
);
create index audit_log_at on audit_log (at);
comment on table audit_log is 'unwatched: it is the audit itself';

-- A secret never reaches the audit trail: texts whose name says password, secret, hash or token are masked at any depth.
-- Most documents have none, and looking at their text first spares them the walk.
create function masked(document jsonb) returns jsonb language sql immutable as $$
  select case
    when document::text !~* '(password|secret|hash|token)' then document
    when jsonb_typeof(document) = 'object' then (
      select coalesce(jsonb_object_agg(key, case
        when jsonb_typeof(value) = 'string' and key ~* '(password|secret|hash|token)' then '"***"'::jsonb
        else masked(value)
      end), '{}'::jsonb)
      from jsonb_each(document)
    )
    when jsonb_typeof(document) = 'array' then (select jsonb_agg(masked(element)) from jsonb_array_elements(document) element)
    else document
  end
$$;

-- Runs for every changed row. Only writes made through the API carry an actor; the engine's own are not audited.
create function audit_row() returns trigger language plpgsql as $$
declare
  actor jsonb := nullif(current_setting('gatehouse.actor', true), '')::jsonb;
  old_row jsonb := case when tg_op = 'INSERT' then null else masked(to_jsonb(old)) end;
  new_row jsonb := case when tg_op = 'DELETE' then null else masked(to_jsonb(new)) end;
begin
  if actor is not null then
    insert into audit_log ("userId", username, "requestId", call, "tableName", "rowId", action, before, after)
    values ((actor->>'userId')::integer, actor->>'username', actor->>'requestId', actor->>'call', tg_table_name,
            coalesce(new_row, old_row)->>'id', lower(tg_op), old_row, new_row);
  end if;
  return null;
end $$;

-- Runs once a statement: whoever listens learns which table has news.
create function announce_table() returns trigger language plpgsql as $$
begin
  perform pg_notify('gatehouse_changes', tg_table_name);
  return null;
end $$;

-- Puts both triggers on every table that lacks them; a table opts out by a comment that starts with "unwatched".
create function watch_tables() returns void language plpgsql as $$
declare
  target regclass;
begin
  for target in
    select c.oid::regclass from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> 'schema_migrations'
      and coalesce(obj_description(c.oid, 'pg_class'), '') not like 'unwatched%'
      and not exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'audit_row')
  loop
    execute format('create trigger audit_row after insert or update or delete on %s for each row execute function audit_row()', target);
    execute format('create trigger announce_table after insert or update or delete on %s for each statement execute function announce_table()', target);
  end loop;
end $$;

-- ── People and their sessions ───────────────────────────────────────────────────────────────────────────────────────

create table users (
  id integer generated always as identity primary key,
  username text not null,
  "passwordHash" text not null,
  "passwordChanged" boolean not null default false,
  "createdAt" timestamptz not null default now()
);
create unique index users_username on users (lower(username));

create table sessions (
  id uuid primary key,
  "userId" integer not null references users on delete cascade,
  "createdAt" timestamptz not null,
  "expiresAt" timestamptz not null,
  "endedAt" timestamptz,
  address text not null,
  "userAgent" text not null
);
create index sessions_user on sessions ("userId") where "endedAt" is null;
comment on table sessions is 'unwatched: it is a record of its own';

create table login_attempts (
  key text primary key,
  failures integer not null,
  "lastAt" timestamptz not null
);
comment on table login_attempts is 'unwatched: it is a counter';

-- ── Modules, configurations, choices ────────────────────────────────────────────────────────────────────────────────

create table module_activation (
  kind text primary key,
  active boolean not null
);

create table configs (
  id integer generated always as identity primary key,
  scope text not null,
  key text not null,
  "dataType" text not null check ("dataType" in ('STRING', 'BOOLEAN', 'NUMBER')),
  value jsonb not null,
  "isRequired" boolean not null default false,
  version integer not null default 1
);
create unique index configs_key on configs (scope, key);

create table code_selections (
  name text primary key,
  codes text[] not null
);

-- ── Alerts ──────────────────────────────────────────────────────────────────────────────────────────────────────────

create table alerts (
  id integer generated always as identity primary key,
  type text not null,
  scope text not null,
  subject text not null,
  status text not null default 'new' check (status in ('new', 'resolved')),
  title text not null,
  description text not null,
  "additionalInfo" jsonb not null default '{}',
  "createdAt" timestamptz not null,
  count integer not null default 1,
  "lastSeenAt" timestamptz not null,
  "resolvedAt" timestamptz
);
-- ALERT-6: one open alert a type and subject.
create unique index alerts_open on alerts (type, subject) where status = 'new';
create index alerts_newest on alerts (scope, "createdAt" desc, id desc);

-- ── Devices and their health ────────────────────────────────────────────────────────────────────────────────────────

create table ai_devices (
  id integer generated always as identity primary key,
  vendor text not null,
  label text not null,
  module text not null,
  ip text,
  "apiPort" integer,
  "dashboardPort" integer,
  "apiBasepath" text,
  username text,
  "passwordSecret" text,
  version integer not null default 1
);

create table device_health (
  "deviceId" integer primary key references ai_devices on delete cascade,
  "isHealthy" boolean not null,
  "failedProbes" integer not null,
  "since" timestamptz not null
);
comment on table device_health is 'unwatched: its changes are announced as health';

create table field_controller (
  id integer primary key check (id = 1),
  "lastBeatAt" timestamptz not null
);
comment on table field_controller is 'unwatched: it is a heartbeat';
