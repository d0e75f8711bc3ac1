import { sql, type SQL } from 'drizzle-orm';

/** For lessons `l` and a part of each: its bells `b` to `z`, its room `r`, and its batches and courses in words as `k`. */
export const placeOf = (part: SQL): SQL => sql`
  join timetable_days w on (w.institution_id, w.timetable_id, w.weekday) = (l.institution_id, l.timetable_id, l.weekday)
  join bell_periods b on (b.institution_id, b.pattern_id, b.period) = (l.institution_id, w.pattern_id, l.first_period)
  join bell_periods z on (z.institution_id, z.pattern_id, z.period)
    = (l.institution_id, w.pattern_id, l.first_period + l.length - 1)
  left join booked_rooms o on (o.institution_id, o.lesson_id, o.part_id) = (l.institution_id, l.id, ${part})
  left join rooms r on (r.institution_id, r.id) = (l.institution_id, o.room_id)
  cross join lateral (select string_agg(distinct h.name, ' + ') as batches, string_agg(distinct u.title, ' / ') as courses
    from part_courses p join batches h on (h.institution_id, h.id) = (p.institution_id, p.batch_id)
    join courses u on (u.institution_id, u.id) = (p.institution_id, p.course_id)
    where (p.institution_id, p.part_id) = (l.institution_id, ${part})) k`;
