-- AUTH-9: failed sign-ins are counted by account and address, by account, and by known browser. Times are those of
-- steady_time, in milliseconds, so that setting the machine's clock neither extends nor skips a wait.

drop table login_attempts;

create table login_buckets (
  key text primary key,
  -- When each counted attempt of the window was made.
  attempts double precision[] not null,
  -- From then on the row holds nothing that still counts.
  "emptyAt" double precision not null
);
create index login_buckets_empty on login_buckets ("emptyAt");
comment on table login_buckets is 'unwatched: it is a counter';

-- The time that has passed for all server processes together; see platform/steady-time.ts.
create table steady_time (
  "isOnly" boolean primary key default true check ("isOnly"),
  "elapsedMs" double precision not null,
  "wallAt" timestamptz not null
);
insert into steady_time ("elapsedMs", "wallAt") values (0, now());
comment on table steady_time is 'unwatched: it is a clock';

-- Finds the addresses that signed in to an account before.
create index sessions_user_address on sessions ("userId", "createdAt", address);

-- The address from which a device last sent its right secret, or a system its key: wrong ones from there never delay it.
alter table ingest_tokens add column "knownAddress" text;
alter table integration_keys add column "lastAddress" text;
