-- Erasure reaches what the application itself may only add to: the audit log, the reading log, the words of names.

grant update (summary, details, person) on audit_entries to akada_gate;
grant update (person) on read_log to akada_gate;
grant select on audit_entries, read_log to akada_gate;
grant delete on student_names to akada_gate;
grant update (reason, ended_roles) on employee_moves to akada_app;

/*
 * Takes a person out of the log: that something was done to the record, when and by whom stays; what it said does not.
 * Other entries lose the names, but for those about somebody of the same kind and name. `account` is the person's own sign-in, when it is erased too.
 */
create function akada_erase_traces(institution int, subject_type text, subject_ids bigint[], names text[], account bigint)
returns void
language plpgsql volatile security definer set search_path = public
as $$
declare
  name text;
begin
  if not institution = any (akada_institutions()) then raise exception 'not an institution of the caller'; end if;
  update audit_entries a set summary = 'changed a record that has been erased since', details = '{}'
  where a.institution_id = $1 and a.subject_type = $2 and a.subject_id = any ($3);
  foreach name in array names loop
    update audit_entries a set summary = regexp_replace(a.summary,
      '(?<![[:alnum:]])' || regexp_replace(name, '([^[:alnum:][:space:]])', '\\\1', 'g') || '(?![[:alnum:]])', 'an erased person', 'g')
    where a.institution_id = $1 and position(name in a.summary) > 0
      and (a.subject_type is distinct from $2 or a.action like 'people.%');
  end loop;
  if account is not null then
    update audit_entries a set summary = 'changed a sign-in that has been erased since', details = '{}'
    where a.institution_id = $1 and a.subject_type = 'account' and a.subject_id = $5;
    update audit_entries a set person = 'An erased person' where a.institution_id = $1 and a.account_id = $5;
    update read_log r set person = 'An erased person' where r.institution_id = $1 and r.account_id = $5;
  end if;
end $$;
alter function akada_erase_traces(int, text, bigint[], text[], bigint) owner to akada_gate;

/* A first word of names that no student bears any more. */
create function akada_forget_name(institution int, forgotten text) returns void
language sql volatile security definer set search_path = public
as $$
  delete from student_names n where n.institution_id = $1 and n.word = $2
    and $1 = any (akada_institutions())
    and not exists (select from students s where s.institution_id = $1 and s.sort_name >= $2 || ' ' and s.sort_name < $2 || '!')
$$;
alter function akada_forget_name(int, text) owner to akada_gate;

revoke all on function akada_erase_traces(int, text, bigint[], text[], bigint), akada_forget_name(int, text) from public;
grant execute on function akada_erase_traces(int, text, bigint[], text[], bigint), akada_forget_name(int, text) to akada_app;
