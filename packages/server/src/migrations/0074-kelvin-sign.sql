-- ID-7: Unicode's NFC turns the Kelvin sign into the letter K, which it only looks like.
create function compose_plate(raw text) returns text language sql immutable parallel safe as $$
  select array_to_string(array(
    select normalize(part, nfc) from unnest(string_to_array(raw, U&'\212A')) with ordinality as p(part, place) order by place
  ), U&'\212A')
$$;

create or replace function normalize_identifier(raw text) returns text language sql immutable parallel safe as $$
  select compose_plate(coalesce(string_agg(
    case when char_length(u.upper) = 1 and lower(u.upper collate "und-x-icu") = c.letter then u.upper else c.letter end,
    '' order by c.place), ''))
  from regexp_split_to_table(
    regexp_replace(compose_plate(raw) collate "und-x-icu", '[[:space:][:punct:]$+<=>^`|~]', '', 'g'), ''
  ) with ordinality as c(letter, place)
  cross join lateral (select upper(c.letter collate "und-x-icu") as upper) u
$$;

update identifiers set "iidNormalized" = normalize_identifier(iid) where strpos(iid, U&'\212A') > 0;
update identifiers set lp = lp where strpos(lp, U&'\212A') > 0;
update reservations set "lpNormalized" = normalize_identifier(lp) where strpos(lp, U&'\212A') > 0;
update reservations set "rfidNormalized" = normalize_identifier(rfid) where strpos(rfid, U&'\212A') > 0;
