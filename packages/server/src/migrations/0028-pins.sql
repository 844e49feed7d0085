-- AUTH-14: personal PINs, with which people switch at a shared screen.

create table pins (
  "userId" integer primary key references users (id) on delete cascade,
  "pinHash" text not null
);
select watch_tables();

create table pin_attempts (
  "userId" integer primary key references users (id) on delete cascade,
  -- When each wrong PIN was sent, in milliseconds of steady_time.
  "wrongAt" double precision[] not null
);
comment on table pin_attempts is 'unwatched: it is a counter';
