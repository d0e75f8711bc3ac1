/* An import of students can bring guardians too, so an undo says whose records it removes. */
drop function akada_remove_imported(int, bigint, bigint[]);

create function akada_remove_imported(institution int, import bigint, entity text, ids bigint[]) returns int
language plpgsql volatile security definer set search_path = public
as $$
declare
  removed int;
begin
  if not institution = any (akada_institutions()) then raise exception 'not an institution of the caller'; end if;
  if entity not in ('student', 'employee', 'guardian') then raise exception 'not a kind of people'; end if;
  if not exists (select from imports i where i.institution_id = $1 and i.id = $2 and i.state = 'undoing'
    and i.kind in ('students', 'employees', 'guardians')) then raise exception 'not an import that is being undone'; end if;
  execute format('delete from %I p where p.institution_id = $1 and p.id = any ($4) and exists (select from import_changes c
    where c.institution_id = $1 and c.import_id = $2 and c.entity = $3 and c.subject_id = p.id and c.is_new)', entity || 's')
    using $1, $2, $3, $4;
  get diagnostics removed = row_count;
  return removed;
end $$;
alter function akada_remove_imported(int, bigint, text, bigint[]) owner to akada_gate;
revoke all on function akada_remove_imported(int, bigint, text, bigint[]) from public;
grant execute on function akada_remove_imported(int, bigint, text, bigint[]) to akada_app;
