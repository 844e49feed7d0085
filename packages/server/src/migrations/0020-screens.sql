-- LIVE-8: screens open a multimedia display by its key.

create table screen_keys (
  "displayId" integer primary key references displays on delete cascade,
  "keyHash" text not null,
  "createdAt" timestamptz not null,
  "createdBy" text not null,
  -- The address that last used the key.
  "lastAddress" text,
  -- When the last screen was switched off.
  "lastSeenAt" timestamptz
);
create unique index screen_keys_hash on screen_keys ("keyHash");

-- The screens that show a display now.
create table screens (
  "displayId" integer not null references displays on delete cascade,
  -- A random text that the screen chose.
  screen text not null,
  "lastSeenAt" timestamptz not null,
  primary key ("displayId", screen)
);
comment on table screens is 'unwatched: each screen reports every few seconds';
