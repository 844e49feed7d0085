-- What other systems are to be told: written with the change that caused it, sent until it is taken.
create table outbox (
  id bigint generated always as identity primary key,
  kind text not null,
  payload jsonb not null,
  "createdAt" timestamptz not null,
  attempts integer not null default 0,
  "nextAttemptAt" timestamptz not null,
  "lastFault" text,
  "takenAt" timestamptz
);
create index outbox_waiting on outbox (kind, "nextAttemptAt", id) where "takenAt" is null;
create index outbox_taken on outbox ("takenAt") where "takenAt" is not null;
comment on table outbox is 'unwatched: it is a queue; who waits is told by what it is about';

-- INT-1: the gated-community service, and how far its plates were pulled.
create table mygate (
  id integer primary key check (id = 1),
  "syncAPIUrl" text not null,
  "notifyAPIUrl" text not null,
  "deviceId" text not null,
  "apiKeySecret" text,
  "syncedUpTo" bigint not null default 0,
  "lastSyncAt" timestamptz,
  "lastAttemptAt" timestamptz,
  "lastSyncFault" text
);
