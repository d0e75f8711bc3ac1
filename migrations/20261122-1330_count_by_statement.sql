-- Students are counted once for each statement that changes them instead of for each row: the triggers were a quarter of
-- an assignment of 1,000 students. docs/decisions/0027.

drop trigger students_counted on students;
drop trigger students_recounted on students;
drop function akada_count_student();
drop trigger enrolments_counted on enrolments;
drop trigger enrolments_recounted on enrolments;
drop function akada_count_enrolment();

/* Adds the difference that a statement makes to each batch; 0 is no batch. */
create function akada_count_students() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'INSERT' then
    insert into batch_counts (institution_id, batch_id, students, female, male)
    select institution_id, coalesce(batch_id, 0), count(*),
      count(*) filter (where gender = 'female'), count(*) filter (where gender = 'male')
    from after where batch_id is not null or (status = 'active' and merged_into_id is null)
    group by 1, 2 order by 1, 2;
  elsif tg_op = 'DELETE' then
    insert into batch_counts (institution_id, batch_id, students, female, male)
    select institution_id, coalesce(batch_id, 0), -count(*),
      -count(*) filter (where gender = 'female'), -count(*) filter (where gender = 'male')
    from before where batch_id is not null or (status = 'active' and merged_into_id is null)
    group by 1, 2 order by 1, 2;
  else
    insert into batch_counts (institution_id, batch_id, students, female, male)
    select institution_id, coalesce(batch_id, 0), sum(n),
      coalesce(sum(n) filter (where gender = 'female'), 0), coalesce(sum(n) filter (where gender = 'male'), 0)
    from (
      select institution_id, batch_id, gender, status, merged_into_id, -1 as n from before
      union all
      select institution_id, batch_id, gender, status, merged_into_id, 1 from after) changed
    where batch_id is not null or (status = 'active' and merged_into_id is null)
    group by 1, 2
    having (sum(n), coalesce(sum(n) filter (where gender = 'female'), 0), coalesce(sum(n) filter (where gender = 'male'), 0)) <> (0, 0, 0)
    order by 1, 2;
  end if;
  return null;
end $$;

create trigger students_counted after insert on students
  referencing new table as after for each statement execute function akada_count_students();
create trigger students_recounted after update on students
  referencing old table as before new table as after for each statement execute function akada_count_students();
create trigger students_uncounted after delete on students
  referencing old table as before for each statement execute function akada_count_students();

/*
 * A student counts in a session from the first enrolment there to the last. How many there were before the statement
 * follows from how many there are now and what the statement added and removed.
 */
create function akada_count_enrolments() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'INSERT' then
    insert into session_counts (institution_id, session_id, students)
    select institution_id, session_id, count(*)
    from (select institution_id, session_id, student_id, count(*) as added from after group by 1, 2, 3) a
    where a.added = (select count(*) from enrolments e where e.institution_id = a.institution_id
      and e.session_id = a.session_id and e.student_id = a.student_id)
    group by 1, 2 order by 1, 2;
  elsif tg_op = 'DELETE' then
    insert into session_counts (institution_id, session_id, students)
    select institution_id, session_id, -count(*)
    from (select distinct institution_id, session_id, student_id from before) b
    where not exists (select from enrolments e where e.institution_id = b.institution_id
      and e.session_id = b.session_id and e.student_id = b.student_id)
    group by 1, 2 order by 1, 2;
  else
    insert into session_counts (institution_id, session_id, students)
    select institution_id, session_id, sum((now > 0)::int - (now - more > 0)::int)
    from (
      select institution_id, session_id, student_id, sum(n) as more,
        (select count(*) from enrolments e where e.institution_id = changed.institution_id
          and e.session_id = changed.session_id and e.student_id = changed.student_id) as now
      from (
        select institution_id, session_id, student_id, -1 as n from before
        union all
        select institution_id, session_id, student_id, 1 from after) changed
      group by 1, 2, 3 having sum(n) <> 0) found
    group by 1, 2 having sum((now > 0)::int - (now - more > 0)::int) <> 0 order by 1, 2;
  end if;
  return null;
end $$;

create trigger enrolments_counted after insert on enrolments
  referencing new table as after for each statement execute function akada_count_enrolments();
create trigger enrolments_recounted after update on enrolments
  referencing old table as before new table as after for each statement execute function akada_count_enrolments();
create trigger enrolments_uncounted after delete on enrolments
  referencing old table as before for each statement execute function akada_count_enrolments();
