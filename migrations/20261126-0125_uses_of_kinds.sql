/*
 * Whether an institution grades by averages and positions, by grade points, or by both: from its kind, and from what it
 * has set up. Pages leave out fields that say nothing there. A college may be a secondary school or a polytechnic.
 */
create or replace function akada_uses(institution int) returns text[]
language sql stable security definer set search_path = public, pg_temp
as $$
  select array(
    select 'registration' where exists (select from registration_periods p where p.institution_id = institution)
    union all
    select 'averages' from institutions i where i.id = institution and (i.kind not in ('polytechnic', 'university')
      or exists (select from assessment_schemes s where s.institution_id = i.id and s.system = 'average'))
    union all
    select 'gradePoints' from institutions i where i.id = institution and (i.kind not in ('nursery', 'primary', 'secondary')
      or exists (select from assessment_schemes s where s.institution_id = i.id and s.system = 'gpa')))
$$;
grant select on assessment_schemes to akada_gate;

create function akada_touch_grading() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform akada_touch(array(
    select a.id from accounts a where (a.is_group_administrator or exists (
      select from memberships m where m.account_id = a.id and m.institution_id in (select institution_id from changed)))
    and exists (select from changed c where not exists (
      select from assessment_schemes s where s.institution_id = c.institution_id and s.system = c.system
        and s.id not in (select id from changed)))));
  return null;
end $$;
alter function akada_touch_grading() owner to akada_gate;
create trigger touch_accounts_added after insert on assessment_schemes
  referencing new table as changed for each statement execute function akada_touch_grading();
