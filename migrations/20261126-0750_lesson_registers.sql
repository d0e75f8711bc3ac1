/* Where registers are taken by lesson: minutes after its end by which the register of a lesson is due. */
alter table attendance_rules add column lesson_minutes int not null default 15 check (lesson_minutes between 0 and 240);

/*
 * Registers that the timetable asks for on the school days of a period, where they are taken by lesson: one for each batch
 * and course of a lesson. A double lesson has one. `employees`: lessons that they teach on the day, also for somebody who
 * is away; null: all. On a day that ends after the morning by an entry in the calendar, lessons that begin in the
 * afternoon do not take place. In steps, each planned once for a connection: as one statement its planning takes longer
 * than everything else on the start page.
 */
create function akada_lessons_due(institutions int[], employees bigint[], first_day date, last_day date)
returns table (institution_id int, time_zone text, lesson_minutes int, on_date date, batch_id bigint, offering_id bigint,
  sitting smallint, starts_at time, ends_at time, lesson_ids bigint[], part_ids bigint[])
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  place record;
  asked record;
begin
  for place in
    select r.institution_id as id, i.time_zone, r.lesson_minutes from attendance_rules r
    join institutions i on i.id = r.institution_id where r.taken = 'lessons' and r.institution_id = any (institutions)
  loop
    for asked in
      select d.on_date, d.session_id, t.id as timetable_id, extract(isodow from d.on_date)::int as weekday,
        d.sittings = 1 and exists (select from calendar_entries x where x.institution_id = place.id and x.kind = 'half_day'
          and d.on_date between x.starts_on and x.ends_on) as is_cut
      from akada_school_days(place.id, first_day, last_day) d
      join timetables t on t.institution_id = place.id and t.valid_from <= d.on_date
        and (t.valid_until is null or d.on_date <= t.valid_until)
        and exists (select from academic_sessions y where (y.institution_id, y.id) = (t.institution_id, t.session_id)
          and d.on_date <= y.ends_on)
    loop
      return query
        with taught as (
          select y.lesson_id, y.part_id from booked_teachers y
          where employees is not null and y.institution_id = place.id and y.timetable_id = asked.timetable_id
            and y.weekday = asked.weekday and y.employee_id = any (employees)
            and not exists (select from lesson_substitutes v
              where (v.institution_id, v.on_date, v.lesson_id, v.part_id, v.absent_id)
                = (y.institution_id, asked.on_date, y.lesson_id, y.part_id, y.employee_id))
          union
          select v.lesson_id, v.part_id from lesson_substitutes v
          where employees is not null and v.institution_id = place.id and v.on_date = asked.on_date
            and v.substitute_id = any (employees)
          union all
          select l.id, p.id from lessons l join lesson_parts p on (p.institution_id, p.set_id) = (l.institution_id, l.set_id)
          where employees is null and l.institution_id = place.id and l.timetable_id = asked.timetable_id
            and l.weekday = asked.weekday)
        select place.id, place.time_zone, place.lesson_minutes, asked.on_date, c.batch_id, f.id, (10 + l.first_period)::smallint,
          min(b.starts_at), max(e.ends_at), array_agg(l.id), array_agg(c.part_id)
        from taught g
        join lessons l on (l.institution_id, l.id, l.timetable_id, l.weekday)
          = (place.id, g.lesson_id, asked.timetable_id, asked.weekday)
        join timetable_days w on (w.institution_id, w.timetable_id, w.weekday) = (place.id, asked.timetable_id, asked.weekday)
        join bell_periods b on (b.institution_id, b.pattern_id, b.period) = (place.id, w.pattern_id, l.first_period)
        join bell_periods e on (e.institution_id, e.pattern_id, e.period)
          = (place.id, w.pattern_id, l.first_period + l.length - 1)
        join part_courses c on (c.institution_id, c.part_id) = (place.id, g.part_id)
        join batches h on (h.institution_id, h.id, h.session_id) = (place.id, c.batch_id, asked.session_id)
          and h.closed_at is null
        join course_offerings f on (f.institution_id, f.batch_id, f.course_id) = (place.id, c.batch_id, c.course_id)
        where not (asked.is_cut and b.starts_at >= '12:00')
        group by c.batch_id, f.id, l.first_period;
    end loop;
  end loop;
end
$$;
grant execute on function akada_lessons_due(int[], bigint[], date, date) to akada_app;
