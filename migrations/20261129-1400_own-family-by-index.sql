/*
 * The records of an account's own family in an institution, by their contacts and links: people may not decide about
 * them (docs/decisions/0066). It runs as akada_gate: lower() is not leakproof, so that under row-level security every
 * guardian and employee of the school was read to find those with one of the e-mail addresses.
 */
create or replace function akada_own_family(of_account bigint, here int) returns table (kind text, key text)
language plpgsql stable cost 5000 rows 20 security definer set search_path = public, pg_temp as $$
declare
  own_accounts bigint[] := array[of_account];
  own_employees bigint[];
  own_students bigint[];
  own_guardians bigint[];
  parents bigint[];
  children bigint[];
  contacts text[];
begin
  if here = any (akada_institutions()) is not true then
    return;
  end if;
  -- Step by step from few rows: without statistics a plan for all at once joins the whole school with itself.
  select array_agg(m.employee_id) filter (where m.employee_id is not null),
      array_agg(m.student_id) filter (where m.student_id is not null),
      array_agg(m.guardian_id) filter (where m.guardian_id is not null)
    into own_employees, own_students, own_guardians
    from memberships m where m.institution_id = here and m.account_id = of_account;
  -- The same person's other accounts.
  select array_agg(distinct m.account_id) into own_accounts from (
    select of_account as account_id
    union all select x.account_id from memberships x where x.institution_id = here and x.employee_id = any (own_employees)
    union all select x.account_id from memberships x where x.institution_id = here and x.guardian_id = any (own_guardians)
    union all select x.account_id from memberships x where x.institution_id = here and x.student_id = any (own_students)) m;
  if cardinality(own_accounts) > 1 then
    select array_agg(m.employee_id) filter (where m.employee_id is not null),
        array_agg(m.student_id) filter (where m.student_id is not null),
        array_agg(m.guardian_id) filter (where m.guardian_id is not null)
      into own_employees, own_students, own_guardians
      from memberships m where m.institution_id = here and m.account_id = any (own_accounts);
  end if;
  select array_agg(distinct c.contact) into contacts from (
    select unnest(array[a.phone, lower(a.email)]) as contact from accounts a where a.id = any (own_accounts)
    union all select unnest(array[e.phone, e.mobile, lower(e.email)]) from employees e
      where e.institution_id = here and e.id = any (own_employees)
    union all select unnest(array[g.phone, g.mobile, lower(g.email)]) from guardians g
      where g.institution_id = here and g.id = any (own_guardians)) c where c.contact is not null;
  own_employees := own_employees || akada_employees_at(contacts, here);
  own_guardians := own_guardians || array(
    select g.id from guardians g where g.institution_id = here and g.phone = any (contacts)
    union select g.id from guardians g where g.institution_id = here and g.mobile = any (contacts)
    union select g.id from guardians g where g.institution_id = here and lower(g.email) = any (contacts));
  if coalesce(cardinality(own_guardians), 0) + coalesce(cardinality(own_students), 0) > 0 then
    parents := own_guardians || array(
      select l.guardian_id from student_guardians l where l.institution_id = here and l.student_id = any (own_students));
    children := array(
      select distinct l.student_id from student_guardians l where l.institution_id = here and l.guardian_id = any (parents));
    parents := parents || array(select distinct l.guardian_id from student_guardians l
      where l.institution_id = here and l.student_id = any (children));
    children := own_students || array(
      select distinct l.student_id from student_guardians l where l.institution_id = here and l.guardian_id = any (parents));
    contacts := contacts || array(select c.contact from guardians g cross join lateral
      unnest(array[g.phone, g.mobile, lower(g.email)]) c(contact)
      where g.institution_id = here and g.id = any (parents) and c.contact is not null);
    own_employees := own_employees || akada_employees_at(contacts, here) || array(
      select y.employee_id from memberships x join memberships y
          on (y.institution_id, y.account_id) = (x.institution_id, x.account_id) and y.employee_id is not null
        where x.institution_id = here and x.guardian_id = any (parents));
  end if;
  return query
    select 'employee', unnest(own_employees)::text
    union select 'student', unnest(children)::text
    union select 'guardian', unnest(parents)::text
    union select 'contact', unnest(contacts);
end $$;
alter function akada_own_family(bigint, int) owner to akada_gate;
revoke all on function akada_own_family(bigint, int) from public;
grant execute on function akada_own_family(bigint, int) to akada_app;
grant execute on function akada_employees_at(text[], int) to akada_gate;
grant select on student_guardians to akada_gate;
