-- One device event is one event however it is worded, and plates are compared without changing what they look like.

-- ── Event identity ──────────────────────────────────────────────────────────────────────────────────────────────────

-- SAFE-7: source is the device or sensor alone. The camera is the resolved one, not the text that named it. The rule that
-- compares two keys is in packages/engine/src/event-identity; keys of one source and event id are read and compared there.
create table new_event_keys (
  source text not null,
  "eventId" text not null,
  -- The plate, tag, count or slots that were reported, normalised; empty where that is not known.
  content text not null default '',
  -- The device's own time of the event; -infinity where it sent none.
  "toldAt" timestamptz not null default '-infinity',
  -- Empty for a plate or tag with a time: it can't be at two cameras of one device at the same moment.
  "keyCamera" text not null default '',
  camera text not null default '',
  "isSavedCamera" boolean not null default true,
  id bigint not null default nextval('event_ids'),
  at timestamptz not null,
  primary key (source, "eventId", content, "toldAt", "keyCamera")
);

-- Events that may still be sent again, as far as their rows tell what the new keys need.
insert into new_event_keys (source, "eventId", content, "toldAt", "keyCamera", camera, "isSavedCamera", id, at)
select split_part(k.source, ' ', 1) || ' ' || split_part(k.source, ' ', 2), k."eventId",
  case
    when e."tagNormalized" is not null then 'tag ' || e."tagNormalized"
    when e."plateNormalized" is not null then 'plate ' || e."plateNormalized"
    when e.module = 'LOOP_DETECTOR' then 'loop'
    else ''
  end,
  '-infinity', named.camera, named.camera, true, k.id, k.at
from event_keys k
join events e on e.id = k.id
cross join lateral (
  select case
    when e."cameraId" is not null then 'camera ' || e."cameraId"
    when e."controllerId" is not null then 'controller ' || e."controllerId"
    else ''
  end as camera
) named
where k.at > now() - interval '31 days'
on conflict do nothing;

drop table event_keys;
alter table new_event_keys rename to event_keys;
alter index new_event_keys_pkey rename to event_keys_pkey;
create index event_keys_at on event_keys using brin (at);
comment on table event_keys is 'unwatched: it is a record of its own';

-- ── Plates ──────────────────────────────────────────────────────────────────────────────────────────────────────────

-- ID-6, ID-7: the contract's normalizeIdentifier; a test compares the two. A letter is replaced by its capital only where
-- it has exactly one of its own: ß is not SS.
create function normalize_identifier(raw text) returns text language sql immutable parallel safe as $$
  select normalize(coalesce(string_agg(
    case when char_length(u.upper) = 1 and lower(u.upper collate "und-x-icu") = c.letter then u.upper else c.letter end,
    '' order by c.place), ''), nfc)
  from regexp_split_to_table(
    regexp_replace(normalize(raw, nfc) collate "und-x-icu", '[[:space:][:punct:]$+<=>^`|~]', '', 'g'), ''
  ) with ordinality as c(letter, place)
  cross join lateral (select upper(c.letter collate "und-x-icu") as upper) u
$$;

-- Texts of ASCII alone are as they were.
update identifiers set "iidNormalized" = normalize_identifier(iid) where iid collate "C" ~ '[^ -~]';
update reservations set "lpNormalized" = normalize_identifier(lp) where lp collate "C" ~ '[^ -~]';
update reservations set "rfidNormalized" = normalize_identifier(rfid) where rfid collate "C" ~ '[^ -~]';

drop index identifiers_search;
alter table identifiers drop column "searchText";
alter table identifiers add column "searchText" text generated always as (
  "iidNormalized"
  || coalesce(' ' || case
      when lp collate "C" ~ '[^ -~]' then normalize_identifier(lp)
      else upper(regexp_replace(lp, '[^A-Za-z0-9]', '', 'g') collate "und-x-icu")
    end, '')
  || E'\n' || upper(coalesce("ownerName", '') collate "und-x-icu")
  || E'\n' || upper(coalesce("orgName", '') collate "und-x-icu")
) stored;
create index identifiers_search on identifiers using gin ("searchText" gin_trgm_ops);
