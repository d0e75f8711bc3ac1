/*
 * A closed session is read-only (decision 0081). Every table with rows of a session calls akada_session_table with the
 * way to the session: column, table, column, table … session_id. A statement of the application that writes such a row
 * fails with AK003 and the session's name, unless `akada.despite_closed` says why it may. Owners of the database are
 * free, as with row-level security: upgrades and restored backups write closed sessions too.
 */
create function akada_session_table(target regclass, path text[], events text[] default '{insert,update,delete}') returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  guard text := 'akada_' || target || '_of_open_session';
  joins text := '';
  at text := 'n';
  via text := 'key';
  find text;
  event text;
begin
  for i in 1 .. cardinality(path) / 2 loop
    joins := joins || format(' join %I j%s on (j%s.institution_id, j%s.id) = (%s.institution_id, %s.%I)', path[2 * i], i, i, i, at, at, via);
    at := 'j' || i;
    via := path[2 * i + 1];
  end loop;
  find := format('select y.name into closed from (select distinct institution_id, %I as key from %%s) n%s
    join academic_sessions y on (y.institution_id, y.id) = (%s.institution_id, %s.%I) where y.closed_at is not null limit 1;',
    path[1], joins, at, at, via);
  execute format('create function %I() returns trigger language plpgsql set search_path = public, pg_temp as $guard$
    declare closed text;
    begin
      if tg_op <> ''INSERT'' then %s end if;
      if closed is null and tg_op <> ''DELETE'' then %s end if;
      if closed is not null then raise exception using errcode = ''AK003'', message = closed; end if;
      return null;
    end $guard$', guard, format(find, 'gone'), format(find, 'written'));
  foreach event in array events loop
    execute format('create trigger open_session_%s after %s on %s referencing %s for each statement
      when (row_security_active(%L::regclass) and coalesce(current_setting(''akada.despite_closed'', true), '''') = '''')
      execute function %I(%s)', event, event, target,
      case event when 'insert' then 'new table as written' when 'delete' then 'old table as gone'
        else 'old table as gone new table as written' end,
      target, guard, (select string_agg(quote_literal(step), ',') from unnest(path) step));
  end loop;
end $$;
revoke execute on function akada_session_table(regclass, text[], text[]) from public;

select akada_session_table(to_regclass(name), way) from (values
  ('terms', '{session_id}'::text[]),
  ('batches', '{session_id}'),
  ('batch_teachers', '{batch_id,batches,session_id}'),
  ('batch_assignments', '{batch_id,batches,session_id}'),
  ('course_offerings', '{batch_id,batches,session_id}'),
  ('student_electives', '{offering_id,course_offerings,batch_id,batches,session_id}'),
  ('attendance_registers', '{term_id,terms,session_id}'),
  ('attendance_marks', '{register_id,attendance_registers,term_id,terms,session_id}'),
  ('attendance_corrections', '{register_id,attendance_registers,term_id,terms,session_id}'),
  ('attendance_totals', '{term_id,terms,session_id}'),
  ('attendance_follow_ups', '{term_id,terms,session_id}'),
  ('registration_periods', '{term_id,terms,session_id}'),
  ('course_registrations', '{term_id,terms,session_id}'),
  ('registration_choices', '{registration_id,course_registrations,term_id,terms,session_id}'),
  ('registered_courses', '{term_id,terms,session_id}'),
  ('mark_sheets', '{term_id,terms,session_id}'),
  ('mark_sheet_courses', '{sheet_id,mark_sheets,term_id,terms,session_id}'),
  ('sheet_notes', '{sheet_id,mark_sheets,term_id,terms,session_id}'),
  ('marks', '{term_id,terms,session_id}'),
  ('mark_changes', '{term_id,terms,session_id}'),
  ('term_notes', '{term_id,terms,session_id}'),
  ('published_results', '{term_id,terms,session_id}'),
  ('promotion_decisions', '{session_id}'),
  ('promotion_runs', '{session_id}'),
  ('fees', '{session_id}'),
  ('fee_particulars', '{fee_id,fees,session_id}'),
  ('fee_instalments', '{fee_id,fees,session_id}'),
  ('fee_discounts', '{fee_id,fees,session_id}'),
  ('fee_audience', '{fee_id,fees,session_id}'),
  ('fee_choices', '{particular_id,fee_particulars,fee_id,fees,session_id}'),
  ('intakes', '{session_id}'),
  ('intake_classes', '{intake_id,intakes,session_id}'),
  ('timetables', '{session_id}'),
  ('timetable_days', '{timetable_id,timetables,session_id}'),
  ('bell_patterns', '{timetable_id,timetables,session_id}'),
  ('bell_periods', '{pattern_id,bell_patterns,timetable_id,timetables,session_id}'),
  ('lesson_sets', '{timetable_id,timetables,session_id}'),
  ('lesson_parts', '{set_id,lesson_sets,timetable_id,timetables,session_id}'),
  ('part_courses', '{part_id,lesson_parts,set_id,lesson_sets,timetable_id,timetables,session_id}'),
  ('part_teachers', '{part_id,lesson_parts,set_id,lesson_sets,timetable_id,timetables,session_id}'),
  ('lessons', '{timetable_id,timetables,session_id}'),
  ('booked_batches', '{timetable_id,timetables,session_id}'),
  ('booked_rooms', '{timetable_id,timetables,session_id}'),
  ('booked_teachers', '{timetable_id,timetables,session_id}'),
  ('covers', '{lesson_id,lessons,timetable_id,timetables,session_id}'),
  ('teacher_limits', '{timetable_id,timetables,session_id}'),
  ('timetable_constraints', '{timetable_id,timetables,session_id}'),
  ('timetable_constraint_sets', '{timetable_id,timetables,session_id}'),
  ('unavailable_periods', '{timetable_id,timetables,session_id}')) t (name, way);

/* Nothing more is billed, but what was billed is still paid, reminded of and credited. */
select akada_session_table('invoices', '{session_id}', '{insert}');

/* Who is still in a closed session may leave it: an enrolment ends. Nothing else about it changes. */
select akada_session_table('enrolments', '{session_id}', '{insert,delete}');
create function akada_enrolments_may_end() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare closed text;
begin
  select y.name into closed from gone g join written w using (institution_id, id)
    join academic_sessions y on y.institution_id = w.institution_id and y.id in (g.session_id, w.session_id)
    where y.closed_at is not null and (g.to_date is not null or w.to_date is null) limit 1;
  if closed is not null then raise exception using errcode = 'AK003', message = closed; end if;
  return null;
end $$;
create trigger open_session_update after update on enrolments referencing old table as gone new table as written
  for each statement when (row_security_active('enrolments'::regclass) and coalesce(current_setting('akada.despite_closed', true), '') = '')
  execute function akada_enrolments_may_end();
