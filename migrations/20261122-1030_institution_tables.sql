-- From here on migrations are named by the time at which they were written: two features can add one each without
-- agreeing on a number.

/*
 * Makes a table one of an institution: row-level security, the policies, the rights of the server. Called in the
 * migration that creates the table, after its constraints. It refuses a table that could not be distributed by
 * institution: docs/decisions/0026.
 */
create function akada_institution_table(target regclass, rights text default 'select, insert, update, delete')
returns void language plpgsql
as $$
declare
  institution smallint := (select attnum from pg_attribute where attrelid = target and attname = 'institution_id' and attnotnull);
  wrong text;
begin
  if institution is null then
    raise exception '% needs a column "institution_id int not null"', target;
  end if;
  select string_agg(conname, ', ') into wrong from pg_constraint
  where conrelid = target and contype in ('p', 'u', 'x') and conkey[1] <> institution;
  if wrong is not null or not exists (select from pg_constraint where conrelid = target and contype = 'p') then
    raise exception '% needs a primary key, and each of its keys begins with institution_id: %', target, coalesce(wrong, 'there is no primary key');
  end if;
  select string_agg(c.relname, ', ') into wrong from pg_index i join pg_class c on c.oid = i.indexrelid
  where i.indrelid = target and i.indisunique and i.indkey[0] <> institution;
  if wrong is not null then
    raise exception 'Each unique index of % begins with institution_id: %', target, wrong;
  end if;
  select string_agg(conname, ', ') into wrong from pg_constraint
  where conrelid = target and contype = 'f' and confupdtype = 'c';
  if wrong is not null then
    raise exception '% refers to what may be renamed ("on update cascade"): %. Refer to its id', target, wrong;
  end if;

  execute format('alter table %s enable row level security, force row level security', target);
  execute format('drop policy if exists tenant on %s', target);
  execute format('create policy tenant on %s to akada_app
    using (institution_id = any ((select akada_institutions())::int[]))
    with check (institution_id = any ((select akada_institutions())::int[]))', target);
  execute format('drop policy if exists gate on %s', target);
  execute format('create policy gate on %s to akada_gate using (true) with check (true)', target);
  execute format('grant %s on %s to akada_app', rights, target);
end $$;
revoke all on function akada_institution_table(regclass, text) from public;
