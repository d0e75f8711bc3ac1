-- A transaction that changes what somebody's week shows leaves a row here, in place of those it finds. Which rows there are
-- tells the server whether the week that it has cached is still today's: docs/decisions/0028. Nobody waits for somebody
-- else's change: a row that another transaction is replacing stays, and goes with the next one. An id never returns.
create table timetable_changes (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  primary key (institution_id, id)
);
select akada_institution_table('timetable_changes', 'select');
grant select, insert, update, delete on timetable_changes to akada_gate;

create function akada_mark_timetable() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  changed int;
begin
  if tg_op = 'DELETE' then changed := old.institution_id; else changed := new.institution_id; end if;
  with replaced as (
    select c.institution_id, c.id from timetable_changes c where c.institution_id = changed for update skip locked)
  delete from timetable_changes c using replaced r where (c.institution_id, c.id) = (r.institution_id, r.id);
  insert into timetable_changes (institution_id) values (changed);
  -- Until the end of the transaction, or of the savepoint that is rolled back with the row.
  perform set_config('akada.marked_timetable', changed::text, true);
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;
alter function akada_mark_timetable() owner to akada_gate;

-- Before, not after: behind the first row of a statement the condition keeps the others from calling the function.
do $$
declare
  t text;
  named record;
begin
  foreach t in array array['timetables', 'timetable_days', 'bell_periods', 'lessons', 'lesson_sets', 'lesson_parts',
    'part_courses', 'part_teachers', 'booked_teachers', 'booked_batches', 'booked_rooms', 'covers', 'calendar_entries',
    'terms', 'academic_sessions'] loop
    execute format('create trigger marks_timetable before insert or update on %I for each row
      when (current_setting(''akada.marked_timetable'', true) is distinct from new.institution_id::text)
      execute function akada_mark_timetable()', t);
    execute format('create trigger unmarks_timetable before delete on %I for each row
      when (current_setting(''akada.marked_timetable'', true) is distinct from old.institution_id::text)
      execute function akada_mark_timetable()', t);
  end loop;
  -- Of these a week shows names only, and nothing that is in a week can be deleted without rows of the tables above.
  for named in select * from (values ('rooms', 'name'), ('batches', 'name'), ('courses', 'code, title'),
    ('employees', 'first_name, surname')) n (of_table, columns) loop
    execute format('create trigger marks_timetable before update of %s on %I for each row
      when (current_setting(''akada.marked_timetable'', true) is distinct from new.institution_id::text)
      execute function akada_mark_timetable()', named.columns, named.of_table);
  end loop;
end $$;
