import type pg from 'pg';
import { addDays, today } from '#kernel/dates.ts';

export interface FilledRegisters {
  /** Batches with their students, by id. */
  batches: { id: number; studentIds: number[] }[];
  /** School days with registers, the latest first; today has none. */
  days: string[];
  marks: number;
}

const schoolDays = 60;

/** A term of 60 school days up to yesterday with both registers of every batch: one student in twelve is away. */
export async function fillRegisters(client: pg.Client, institutionId: number): Promise<FilledRegisters> {
  const now = today('Africa/Lagos');
  const first = addDays(now, -schoolDays);
  const { rows: sessions } = await client.query<{ id: string }>(
    'select id from academic_sessions where institution_id = $1 and is_current',
    [institutionId],
  );
  // The bench runs on Sundays too.
  await client.query(
    `insert into calendar_entries (institution_id, kind, title, starts_on, ends_on) values ($1, 'school_day', 'School', $2, $3)`,
    [institutionId, first, addDays(now, 30)],
  );
  const { rows: terms } = await client.query<{ id: string }>(
    `insert into terms (institution_id, session_id, name, position, starts_on, ends_on, is_current)
     values ($1, $2, 'First term', 1, $3, $4, true) returning id`,
    [institutionId, sessions[0]!.id, addDays(first, -1), addDays(now, 30)],
  );
  await client.query(
    `insert into attendance_registers (institution_id, batch_id, term_id, on_date, sitting, roll, taken_at)
     select $1, b.id, $2, d::date, s.sitting, b.roll, d + interval '8 hours'
     from (select batch_id as id, array_agg(id order by id) as roll from students
       where institution_id = $1 and batch_id is not null and status = 'active' group by batch_id) b
     cross join generate_series($3::date, $4::date, interval '1 day') d cross join (values (1), (2)) s (sitting)`,
    [institutionId, terms[0]!.id, first, addDays(now, -1)],
  );
  await client.query(
    `insert into attendance_marks (institution_id, register_id, student_id, on_date, kind, minutes)
     select r.institution_id, r.id, s.id, r.on_date, k.kind, case when k.kind = 'late' then 15 end
     from attendance_registers r cross join unnest(r.roll) s (id)
     cross join lateral (select hashint8(s.id * 7919 + r.id) & 2147483647 as h) x
     cross join lateral (select case when x.h % 100 < 4 or s.id % 33 = 0 and x.h % 100 < 40 then 'absent'
       when x.h % 100 < 6 then 'late' when x.h % 100 < 8 then 'sick' end as kind) k
     where r.institution_id = $1 and k.kind is not null`,
    [institutionId],
  );
  await client.query(
    `insert into attendance_totals (institution_id, term_id, student_id, called, attended, late, absent, sick)
     select r.institution_id, r.term_id, s.id, count(*), count(*) filter (where coalesce(m.kind, 'late') = 'late'),
       count(*) filter (where m.kind = 'late'), count(*) filter (where m.kind = 'absent'), count(*) filter (where m.kind = 'sick')
     from attendance_registers r cross join unnest(r.roll) s (id)
     left join attendance_marks m on (m.institution_id, m.register_id, m.student_id) = (r.institution_id, r.id, s.id)
     where r.institution_id = $1 group by r.institution_id, r.term_id, s.id`,
    [institutionId],
  );
  await client.query(
    `update attendance_registers r set absent_count = m.absent, late_count = m.late
     from (select register_id, count(*) filter (where kind in ('absent', 'sick')) as absent, count(*) filter (where kind = 'late') as late
       from attendance_marks where institution_id = $1 group by register_id) m
     where r.institution_id = $1 and r.id = m.register_id`,
    [institutionId],
  );
  await client.query(
    `update roles set permissions = permissions || array['attendance.view', 'attendance.take', 'attendance.correct', 'timetable.view']
     where institution_id = $1 and key = 'registrar' and not permissions @> array['attendance.take']`,
    [institutionId],
  );
  await client.query('vacuum full attendance_registers');
  await client.query('vacuum analyze attendance_registers, attendance_marks, attendance_totals');
  const { rows: batches } = await client.query<{ id: string; students: string[] }>(
    `select batch_id as id, array_agg(id order by id) as students from students
     where institution_id = $1 and batch_id is not null and status = 'active' group by batch_id order by batch_id`,
    [institutionId],
  );
  const { rows: counts } = await client.query<{ n: string }>(
    'select sum(called) as n from attendance_totals where institution_id = $1',
    [institutionId],
  );
  return {
    batches: batches.map(({ id, students }) => ({ id: Number(id), studentIds: students.map(Number) })),
    days: Array.from({ length: schoolDays }, (_, at) => addDays(now, -1 - at)),
    marks: Number(counts[0]!.n),
  };
}
