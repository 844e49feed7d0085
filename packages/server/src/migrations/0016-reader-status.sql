-- LIVE-10: the state of each reader that the server drives, written by the leader.
create table reader_status (
  "sensorId" integer primary key references sensors on delete cascade,
  state text not null check (state in ('online', 'offline', 'unknown')),
  reason text,
  since timestamptz not null
);
comment on table reader_status is 'unwatched: the leader announces changes as hardware_status';

-- LIVE-1: whether the leader listens for readers, and which ones have connected.
create table rfid_server_status (
  id integer primary key check (id = 1),
  status jsonb not null
);
comment on table rfid_server_status is 'unwatched: the leader announces changes as hardware_status';
