/*
 * Statistics of the tables that the current transaction has filled. The planner takes rows that nobody has counted for
 * one, and compares all with all; autovacuum counts them only after the end, which is too late for whoever reads while
 * filling.
 */
create function akada_count_new_rows() returns void
language plpgsql volatile security definer set search_path = public, pg_temp
as $$
declare filled regclass;
begin
  for filled in
    select s.relid::regclass from pg_stat_xact_user_tables s join pg_class c on c.oid = s.relid
    where s.schemaname = 'public' and s.n_tup_ins >= 50 and s.n_tup_ins > 1.5 * greatest(c.reltuples, 0)
  loop
    execute format('analyze %s', filled);
  end loop;
end $$;
