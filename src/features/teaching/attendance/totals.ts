import { sql, type SQL } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';

/** Counts the totals of students again from their registers. */
export async function recountTotals(tx: Tx, institutionId: number, studentIds: number[]): Promise<void> {
  const ids = sql`${sql.param(studentIds)}::bigint[]`;
  await tx.execute(
    sql`delete from attendance_totals t where t.institution_id = ${institutionId} and t.student_id = any (${ids})`,
  );
  await tx.execute(
    insertTotals(sql`r.institution_id = ${institutionId} and r.roll && ${ids} and s.student_id = any (${ids})`),
  );
}

/** Writes the totals of students `s` in registers `r`, of whom there are none yet. */
export const insertTotals = (which: SQL): SQL => sql`
  insert into attendance_totals (institution_id, term_id, student_id, offering_id, called, attended, late, absent, sick, excused, suspended)
  select c.institution_id, c.term_id, c.student_id, c.offering_id, count(*),
    count(*) filter (where c.kind in ('present', 'late', 'excursion')), count(*) filter (where c.kind = 'late'),
    count(*) filter (where c.kind = 'absent'), count(*) filter (where c.kind = 'sick'),
    count(*) filter (where c.kind = 'excused'), count(*) filter (where c.kind = 'suspended')
  from (
    select r.institution_id, r.term_id, coalesce(r.offering_id, 0) as offering_id, s.student_id, coalesce(m.kind, 'present') as kind
    from attendance_registers r cross join unnest(r.roll) s (student_id)
    left join attendance_marks m on (m.institution_id, m.register_id, m.student_id) = (r.institution_id, r.id, s.student_id)
    where ${which}
  ) c group by c.institution_id, c.term_id, c.student_id, c.offering_id`;
