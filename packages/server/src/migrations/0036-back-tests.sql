-- RULE-9: back-tests and their results, since when a rule has its mode, and events with results of shadow rules.

create table back_tests (
  id integer generated always as identity primary key,
  "createdAt" timestamptz not null,
  -- Of the last progress: a running back-test without any was interrupted.
  "updatedAt" timestamptz not null default now(),
  by text not null,
  days integer not null,
  state text not null default 'running' check (state in ('running', 'done', 'failed')),
  progress double precision not null default 0,
  failure text,
  result jsonb
);
create index back_tests_created on back_tests ("createdAt");
comment on table back_tests is 'unwatched: it is a record of its own';

alter table access_rules add column "modeSince" timestamptz not null default now();

create function note_rule_mode() returns trigger language plpgsql as $$
begin
  new."modeSince" := case when tg_op = 'UPDATE' and new.mode = old.mode then old."modeSince" else now() end;
  return new;
end $$;
create trigger note_rule_mode before insert or update on access_rules
  for each row execute function note_rule_mode();

drop view access_rule_records;
create view access_rule_records as
  select r.*, coalesce((
    select jsonb_agg(g."gateId" order by g.position) from access_rule_gates g where g."ruleId" = r.id), '[]') as "gateIds"
  from access_rules r;

create index events_shadow on events ("occurredAt" desc, id desc) where trace ? 'shadow';
select watch_tables();
