-- Months of events come and go beside ingest. Whoever changes a table waits for its slowest reader, and everybody else
-- then waits behind it: so these wait for a moment only, give up with "lock_not_available", and are tried again later.

drop function ensure_event_partitions(timestamptz);
drop function drop_events_before(timestamptz);

-- The months around a moment have their own partitions, except those that are wholly older than what is kept; what lay
-- in the default one moves over.
create function ensure_event_partitions(around timestamptz, oldest timestamptz default '-infinity') returns void
language plpgsql set lock_timeout = '100ms' as $$
declare
  this_month timestamp := date_trunc('month', around at time zone 'UTC');
  month timestamp;
  first_day timestamptz;
  next_day timestamptz;
  name text;
begin
  for month in select generate_series(this_month - interval '1 month', this_month + interval '2 months', interval '1 month')
  loop
    name := 'events_' || to_char(month, 'YYYY_MM');
    first_day := month at time zone 'UTC';
    next_day := (month + interval '1 month') at time zone 'UTC';
    continue when next_day <= oldest or to_regclass(quote_ident(name)) is not null;
    -- The same rules and indexes, so that attaching it finds everything there.
    execute format('create table %I (like events including all)', name);
    execute format(
      'with moved as (delete from events_other where "occurredAt" >= %L and "occurredAt" < %L returning *)
       insert into %I select * from moved', first_day, next_day, name);
    execute format('alter table events attach partition %I for values from (%L) to (%L)', name, first_day, next_day);
  end loop;
end $$;

-- Drops the oldest month where it is wholly older than a moment, and nothing else while it has the table for itself;
-- gives its name.
create function drop_event_month_before(moment timestamptz) returns text
language plpgsql set lock_timeout = '100ms' as $$
declare
  target text;
begin
  select c.relname into target from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = 'events'::regclass and c.relname ~ '^events_\d{4}_\d{2}$'
    and (to_timestamp(right(c.relname, 7), 'YYYY_MM')::date + interval '1 month') at time zone 'UTC' <= moment
  order by c.relname limit 1;
  if target is not null then execute format('drop table %I', target); end if;
  return target;
end $$;
