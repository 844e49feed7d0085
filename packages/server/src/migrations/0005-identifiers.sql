-- Identifiers at full size: what a page, a search, a filter and an import of a million rows need.

-- ID-5: a plate or tag is entered once. Other sources send their own ids, and may well send a plate twice.
create unique index identifiers_admin_iid on identifiers (type, "iidNormalized") where origin = 'ADMIN';

-- ID-1: a source's page, latest first.
create index identifiers_newest on identifiers (origin, id);
create index identifiers_valid_to on identifiers (origin, "validTo") where "validTo" is not null;

-- ID-1: everything that a search looks at, in capitals. The first line is the tag and the plate as matching compares
-- them, so that they are found however they are written.
alter table identifiers add column "searchText" text generated always as (
  "iidNormalized"
  || coalesce(' ' || regexp_replace(upper(normalize(lp, nfkc) collate "und-x-icu"), '[^[:alnum:]]', '', 'g'), '')
  || E'\n' || upper(coalesce("ownerName", '') collate "und-x-icu")
  || E'\n' || upper(coalesce("orgName", '') collate "und-x-icu")
) stored;
create index identifiers_search on identifiers using gin ("searchText" gin_trgm_ops);

-- What cameras and people take for one another, as the contract's look-alike.ts says; a test compares the two.
create function look_of(normalized text) returns text language sql immutable parallel safe as
  $$ select translate(normalized, 'OQDILZSGBATUY', '00011256847VV') $$;
create index identifiers_look on identifiers (look_of("iidNormalized"));

-- Apart from the identifiers, because it changes with every passing vehicle: there it would rewrite all of their indexes
-- and tell every open list of news.
create table identifier_sightings (
  "identifierId" integer primary key references identifiers on delete cascade,
  "lastSeenAt" timestamptz not null
) with (fillfactor = 80);
comment on table identifier_sightings is 'unwatched: it changes with every passing vehicle';

create view identifier_records as
  select i.id, i.version, i.origin, i.type, i.iid, i."iidNormalized", i.lp, i."vehicleType", i."parkingId", i."orgName",
    i."ownerName", i."ownerEmail", i."validFrom", i."validTo", s."lastSeenAt"
  from identifiers i left join identifier_sightings s on s."identifierId" = i.id;

-- An import is audited as one act: its rows carry no actor, and are then not even looked at.
create or replace trigger audit_row after insert or update or delete on identifiers for each row
  when (coalesce(current_setting('gatehouse.actor', true), '') <> '') execute function audit_row();
create or replace trigger announce_table after insert or update or delete on identifiers for each statement
  execute function announce_table();
