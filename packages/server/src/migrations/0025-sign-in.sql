-- AUTH-10 to AUTH-14: how a session was started, and what a role asks of it.

-- password, provider, passkey or pin.
alter table sessions add column method text not null default 'password';

create table role_policies (
  id integer generated always as identity primary key,
  version integer not null default 1,
  -- The code of a built-in role, or the name of a row in roles.
  role text not null,
  -- AUTH-13: null means the limit of the product.
  "idleMinutes" integer,
  "maxAgeHours" integer,
  -- AUTH-11
  "isSecondFactorRequired" boolean not null default false
);
create unique index role_policies_role on role_policies (lower(role));
select watch_tables();
