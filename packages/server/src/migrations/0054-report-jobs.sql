-- REP-6: reports that are produced again and again.
create table report_schedules (
  id integer generated always as identity primary key,
  version integer not null default 1,
  name text not null,
  "isEnabled" boolean not null,
  type text not null,
  format text not null check (format in ('csv', 'xlsx', 'pdf')),
  every text not null check (every in ('daily', 'weekly', 'monthly')),
  at text not null,
  weekday integer,
  "monthDay" integer,
  filters jsonb not null,
  deliver text not null check (deliver in ('keep', 'email')),
  emails text[] not null,
  -- ROLE-1: the permissions for certain report types that the person had who saved it.
  permissions text[] not null,
  -- It runs at times after this one.
  since timestamptz not null,
  -- The scheduled time of the last run.
  "lastDueAt" timestamptz
);
create unique index report_schedules_name on report_schedules (lower(name));

-- REP-5: reports that are produced as files.
create table report_jobs (
  id integer generated always as identity primary key,
  type text not null,
  -- The types in the file: one, or those of a Bulk Report.
  types text[] not null,
  format text not null check (format in ('csv', 'xlsx', 'pdf')),
  "from" timestamptz not null,
  "to" timestamptz not null,
  filters jsonb not null,
  -- ROLE-3: the gates that it is limited to; null means all.
  "gateIds" integer[],
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed')),
  progress double precision not null default 0,
  -- How often it was started.
  attempts integer not null default 0,
  "rowCount" bigint,
  "fileName" text,
  bytes bigint,
  sha256 text,
  failure text,
  "createdAt" timestamptz not null,
  "createdBy" text not null,
  "finishedAt" timestamptz,
  "scheduleId" integer references report_schedules on delete set null
);
create index report_jobs_waiting on report_jobs (id) where state in ('queued', 'running');

create table report_downloads (
  "reportId" integer not null references report_jobs on delete cascade,
  by text not null,
  at timestamptz not null
);
create index report_downloads_report on report_downloads ("reportId", at desc);
comment on table report_downloads is 'unwatched: the audit trail has each download';

select watch_tables();
