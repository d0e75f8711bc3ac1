-- A file of people is no longer needed once it is in, and nobody would look for an erased person in it.
alter table imports
  alter column file_id drop not null,
  -- The name outlives the file.
  add column file_name text,
  add column emptied_at timestamptz,
  -- How many new people would come in without an own field that the form requires, by the field's id.
  add column lacking jsonb not null default '{}';
create index on imports (created_at) where emptied_at is null;
grant select, update on imports to akada_gate;
grant select, delete on import_problems to akada_gate;

/*
 * Takes from imports that ended, or that nobody went on with, so many days ago what they hold of people: the file, its
 * headings and samples, the values with problems. Returns where the files lie, to be discarded once this has committed. The nightly
 * job enters no institution.
 */
create function akada_tidy_imports(days int) returns setof text
language sql volatile security definer set search_path = public
as $$
  with old as (
    select i.institution_id, i.id, i.file_id, f.name
    from imports i join files f on (f.institution_id, f.id) = (i.institution_id, i.file_id)
    where i.emptied_at is null and i.state not in ('checking', 'running')
      and i.created_at < now() - make_interval(days => $1)
      and coalesce(i.finished_at, i.created_at) < now() - make_interval(days => $1)
    for update of i),
  problems as (
    delete from import_problems p using old where (p.institution_id, p.import_id) = (old.institution_id, old.id)),
  emptied as (
    update imports i set file_id = null, file_name = old.name, emptied_at = now(),
      state = case when i.state in ('uploaded', 'checked') then 'cancelled' else i.state end,
      finished_at = coalesce(i.finished_at, now()),
      format = jsonb_set(i.format, '{columns}', '[]'), mapping = '[]'
    from old where (i.institution_id, i.id) = (old.institution_id, old.id))
  delete from files f using old where (f.institution_id, f.id) = (old.institution_id, old.file_id)
  returning f.stored_as
$$;
alter function akada_tidy_imports(int) owner to akada_gate;
revoke all on function akada_tidy_imports(int) from public;
grant execute on function akada_tidy_imports(int) to akada_app;
