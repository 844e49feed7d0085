-- ROLE-2 to ROLE-4: people have roles. Every account that exists already may do everything, as before.

create table roles (
  id integer generated always as identity primary key,
  version integer not null default 1,
  name text not null,
  permissions text[] not null
);
create unique index roles_name on roles (lower(name));

alter table users
  add column version integer not null default 1,
  add column name text not null default '',
  -- The code of a built-in role, or the name of a row in roles.
  add column role text not null default 'administrator',
  -- The gates that the role is limited to; null means all.
  add column "gateIds" integer[],
  add column "isDisabled" boolean not null default false,
  -- Until when a one-time password can be used; null after the person has chosen a password.
  add column "oneTimeUntil" timestamptz;
alter table users alter column role drop default;

-- AUTH-13: when a session was last used, at most a minute ago.
alter table sessions add column "lastSeenAt" timestamptz;
create index sessions_last_seen on sessions ("userId", "lastSeenAt" desc nulls last);
select watch_tables();
