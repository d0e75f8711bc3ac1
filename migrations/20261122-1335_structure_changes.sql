-- A transaction that changes what an institution's page shows of its structure and counts adds a row here. Which rows there
-- are tells the server whether the page that it keeps is still today's: docs/decisions/0028. Rows are only added, so nobody
-- waits for somebody else's change; akada_settle_counts() puts them together.
create table structure_changes (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  primary key (institution_id, id)
);
select akada_institution_table('structure_changes', 'select');
grant select, insert, update, delete on structure_changes to akada_gate;

create function akada_mark_structure() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  changed int;
begin
  if tg_op = 'DELETE' then changed := old.institution_id; else changed := new.institution_id; end if;
  insert into structure_changes (institution_id) values (changed);
  -- Until the end of the transaction, or of the savepoint that is rolled back with the row.
  perform set_config('akada.marked_structure', changed::text, true);
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;
alter function akada_mark_structure() owner to akada_gate;

-- Before, not after: behind the first row of a statement the condition keeps the others from calling the function.
do $$
declare
  t text;
begin
  foreach t in array array['academic_sessions', 'terms', 'programs', 'classes', 'batches', 'course_offerings',
    'batch_teachers', 'batch_counts', 'session_counts'] loop
    execute format('create trigger marks_structure before insert or update on %I for each row
      when (current_setting(''akada.marked_structure'', true) is distinct from new.institution_id::text)
      execute function akada_mark_structure()', t);
    execute format('create trigger unmarks_structure before delete on %I for each row
      when (current_setting(''akada.marked_structure'', true) is distinct from old.institution_id::text)
      execute function akada_mark_structure()', t);
  end loop;
end $$;

/*
 * Puts several rows of a batch or session together as one. Rows that somebody else puts together are left to them. Changes
 * of structure get a new id: one that was seen before could stand for other changes now.
 */
create or replace function akada_settle_counts() returns void
language sql volatile security definer set search_path = public, pg_temp
as $$
  with many as (
    select institution_id, batch_id from batch_counts group by institution_id, batch_id having count(*) > 1),
  taken as (
    select c.institution_id, c.batch_id, c.id from batch_counts c join many using (institution_id, batch_id)
    for update of c skip locked),
  gone as (
    delete from batch_counts c using taken t
    where (c.institution_id, c.batch_id, c.id) = (t.institution_id, t.batch_id, t.id) returning c.*)
  insert into batch_counts (institution_id, batch_id, students, female, male)
  select institution_id, batch_id, sum(students), sum(female), sum(male) from gone
  group by institution_id, batch_id having (sum(students), sum(female), sum(male)) <> (0, 0, 0);
  with many as (
    select institution_id, session_id from session_counts group by institution_id, session_id having count(*) > 1),
  taken as (
    select c.institution_id, c.session_id, c.id from session_counts c join many using (institution_id, session_id)
    for update of c skip locked),
  gone as (
    delete from session_counts c using taken t
    where (c.institution_id, c.session_id, c.id) = (t.institution_id, t.session_id, t.id) returning c.*)
  insert into session_counts (institution_id, session_id, students)
  select institution_id, session_id, sum(students) from gone
  group by institution_id, session_id having sum(students) <> 0;
  with many as (
    select institution_id from structure_changes group by institution_id having count(*) > 1),
  taken as (
    select c.institution_id, c.id from structure_changes c join many using (institution_id)
    for update of c skip locked),
  gone as (
    delete from structure_changes c using taken t
    where (c.institution_id, c.id) = (t.institution_id, t.id) returning c.institution_id)
  insert into structure_changes (institution_id) select distinct institution_id from gone;
$$;
