-- Tables were announced by statement, also if it changed no row: browsers received a notice with each poll of a queue.
-- PostgreSQL sends equal notifications of a transaction once.
do $$
declare
  target regclass;
begin
  for target in
    select tgrelid::regclass from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where t.tgname = 'announce_table' and c.relnamespace = current_schema()::regnamespace
  loop
    execute format('drop trigger announce_table on %s', target);
    execute format('create trigger announce_table after insert or update or delete on %s for each row execute function announce_table()', target);
  end loop;
end $$;

create or replace function watch_tables() returns void language plpgsql as $$
declare
  target regclass;
begin
  for target in
    select c.oid::regclass from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> 'schema_migrations'
      and coalesce(obj_description(c.oid, 'pg_class'), '') not like 'unwatched%'
      and not exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'audit_row')
  loop
    execute format('create trigger audit_row after insert or update or delete on %s for each row execute function audit_row()', target);
    execute format('create trigger announce_table after insert or update or delete on %s for each row execute function announce_table()', target);
  end loop;
end $$;
