-- An import asks for the permissions of what it does, remembers what it changed, and can be undone for a while.

alter table imports
  -- Who had the file checked, or started the import, and which of its acts that person may do.
  add column acting_account_id bigint references accounts,
  add column acts text[] not null default '{}',
  -- Rows that the check left out, or students without a seat, for lack of a permission, by the act.
  add column left_out jsonb not null default '{}',
  add column file_hash text,
  -- Whoever uploaded a file that was here before has said to go on.
  add column repeat_confirmed boolean not null default false,
  -- How many rows look like somebody who is here already, and what to do with single ones of them, by row.
  add column alike_count int not null default 0,
  add column decisions jsonb not null default '{}',
  add column undone_at timestamptz,
  add column undo_result jsonb;
update imports set acts = '{create,edit,seat,status}' where state in ('checking', 'checked', 'running');
update imports i set file_hash = f.sha256 from files f where (f.institution_id, f.id) = (i.institution_id, i.file_id);
alter table imports drop constraint imports_state_check;
alter table imports add check (state in
  ('uploaded', 'checking', 'checked', 'running', 'done', 'failed', 'cancelled', 'undoing', 'undone'));
create index on imports (institution_id, file_hash) where file_hash is not null;

-- What a row has to do with somebody who is here already stands beside the problems, and is none.
alter table import_problems add column alike_id bigint;

/* What an import did to one record: all that its undoing needs. Goes with the file, or with the person. */
create table import_changes (
  institution_id int not null,
  id bigint generated always as identity,
  import_id bigint not null,
  entity text not null check (entity in ('student', 'employee', 'guardian')),
  subject_id bigint not null,
  is_new boolean not null,
  -- By field, and by custom field, what was and what is: {from, to}.
  fields jsonb not null default '{}',
  own jsonb not null default '{}',
  -- Links between guardians and children that were made or changed.
  links jsonb not null default '[]',
  batch_id bigint,
  enrolment_id bigint,
  primary key (institution_id, id),
  foreign key (institution_id, import_id) references imports on delete cascade
);
create index on import_changes (institution_id, import_id, subject_id);
create index on import_changes (institution_id, entity, subject_id);
alter table import_changes enable row level security, force row level security;
create policy tenant on import_changes to akada_app using (institution_id = any ((select akada_institutions())::int[]))
  with check (institution_id = any ((select akada_institutions())::int[]));
create policy gate on import_changes to akada_gate using (true) with check (true);
grant select, insert, update, delete on import_changes to akada_app;
grant select, delete on import_changes to akada_gate;

grant select, delete on students, employees, guardians to akada_gate;

/* Removes records that an import brought and that nothing hangs on; foreign keys have the last word. */
create function akada_remove_imported(institution int, import bigint, ids bigint[]) returns int
language plpgsql volatile security definer set search_path = public
as $$
declare
  people text;
  removed int;
begin
  if not institution = any (akada_institutions()) then raise exception 'not an institution of the caller'; end if;
  select i.kind into people from imports i
  where i.institution_id = $1 and i.id = $2 and i.state = 'undoing' and i.kind in ('students', 'employees', 'guardians');
  if people is null then raise exception 'not an import that is being undone'; end if;
  execute format('delete from %I p where p.institution_id = $1 and p.id = any ($3) and exists (select from import_changes c
    where c.institution_id = $1 and c.import_id = $2 and c.subject_id = p.id and c.is_new)', people) using $1, $2, $3;
  get diagnostics removed = row_count;
  return removed;
end $$;
alter function akada_remove_imported(int, bigint, bigint[]) owner to akada_gate;
revoke all on function akada_remove_imported(int, bigint, bigint[]) from public;
grant execute on function akada_remove_imported(int, bigint, bigint[]) to akada_app;

/* As before, and what an undo would need goes at the same time as the undo is no longer offered. */
create or replace function akada_tidy_imports(days int) returns setof text
language sql volatile security definer set search_path = public
as $$
  with ended as (
    select i.institution_id, i.id from imports i
    where i.state not in ('checking', 'running', 'undoing')
      and coalesce(i.finished_at, i.created_at) < now() - make_interval(days => $1)),
  changes as (
    delete from import_changes c using ended where (c.institution_id, c.import_id) = (ended.institution_id, ended.id)),
  old as (
    select i.institution_id, i.id, i.file_id, f.name
    from imports i join files f on (f.institution_id, f.id) = (i.institution_id, i.file_id)
    where i.emptied_at is null and i.state not in ('checking', 'running', 'undoing')
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
