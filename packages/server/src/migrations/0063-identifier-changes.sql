-- HA-1: the processes keep a snapshot of all identifiers in memory. A notification names the changed ones; after a change of
-- many rows it names none, and the snapshot is loaded again.
create function announce_identifiers() returns trigger language plpgsql as $$
declare
  max_ids constant integer := 500;
  ids integer[];
begin
  if tg_table_name = 'identifiers' then
    ids := array(select id from changed limit max_ids + 1);
  else
    ids := array(select distinct "identifierId" from changed limit max_ids + 1);
  end if;
  if cardinality(ids) > 0 then
    perform pg_notify('gatehouse_identifiers',
      case when cardinality(ids) > max_ids then 'all' else array_to_string(ids, ',') end);
  end if;
  return null;
end $$;

create trigger announce_inserted after insert on identifiers referencing new table as changed
  for each statement execute function announce_identifiers();
create trigger announce_updated after update on identifiers referencing new table as changed
  for each statement execute function announce_identifiers();
create trigger announce_deleted after delete on identifiers referencing old table as changed
  for each statement execute function announce_identifiers();
create trigger announce_inserted after insert on identifier_groups referencing new table as changed
  for each statement execute function announce_identifiers();
create trigger announce_deleted after delete on identifier_groups referencing old table as changed
  for each statement execute function announce_identifiers();
