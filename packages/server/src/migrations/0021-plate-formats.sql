-- Real cameras: plates without a time, and vehicles that are reported several times.

-- FEED-1: plates that a device sends without a time open gates only where this is allowed.
alter table ingest_tokens add column "opensWithoutTime" boolean not null default false;
drop trigger audit_row on ingest_tokens;
create trigger audit_row after insert or delete or update of "ingestSecret", "isByAddress", "opensWithoutTime"
  on ingest_tokens for each row execute function audit_row();

-- FEED-1: the messages of a vehicle that its camera follows, as sent, without pictures. The latest one of a track finds the
-- event that a further message updates.
create table event_reports (
  "eventId" bigint not null,
  "occurredAt" timestamptz not null,
  sender text not null,
  track text not null,
  "receivedAt" timestamptz not null,
  message text not null
);
comment on table event_reports is 'unwatched: it is a record of its own';
create index event_reports_track on event_reports (sender, track, "receivedAt" desc);
-- A message that is sent again is kept once.
create unique index event_reports_message on event_reports ("eventId", md5(message));
create index event_reports_received on event_reports using brin ("receivedAt");
