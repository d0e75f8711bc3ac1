import { sql } from 'drizzle-orm';
import { query, type Db } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';
import type { TakingMode } from '../mark-kinds.ts';

/** How far the registers of a batch are in a term, until its end or now. */
export interface TermRegisters {
  mode: TakingMode;
  /** How often the calendar opened the school; of today, the sittings with a register. */
  timesOpened: number;
  due: number;
  taken: number;
  /** The others, in order. */
  missing: { onDate: Day; sitting: number }[];
}

interface Of {
  institutionId: number;
  batchId: number;
  termId: number;
}

/** Registers are due from the day on which the batch has students. */
export async function termRegisters(db: Db, { institutionId, batchId, termId }: Of): Promise<TermRegisters> {
  const [row] = await query<TermRegisters>(db)`with rule as (
        select (now() at time zone i.time_zone)::date as today, coalesce(r.taken, 'twice') as taken,
          (select min(e.from_date) from enrolments e where e.institution_id = i.id and e.batch_id = ${batchId}) as since
        from institutions i left join attendance_rules r on r.institution_id = i.id where i.id = ${institutionId}),
      sittings as (
        select d.on_date, s.sitting, rule.today, d.on_date >= rule.since as has_students, g.id is not null as is_taken
        from rule join terms t on t.institution_id = ${institutionId} and t.id = ${termId}
        cross join lateral akada_school_days(${institutionId}, t.starts_on, least(t.ends_on, rule.today)) d
        cross join lateral unnest(case rule.taken when 'once' then array[0]
          when 'twice' then case d.sittings when 1 then array[1] else array[1, 2] end else '{}' end) s (sitting)
        left join attendance_registers g on g.institution_id = ${institutionId} and g.batch_id = ${batchId}
          and g.on_date = d.on_date and g.sitting = s.sitting and g.offering_id is null
        where d.term_id = t.id),
      counted as (select * from sittings where is_taken or on_date < today)
      select rule.taken as mode, (select count(*) from counted)::int as "timesOpened",
        (select count(*) from counted where is_taken or has_students)::int as due,
        (select count(*) from counted where is_taken)::int as taken,
        coalesce((select jsonb_agg(jsonb_build_object('onDate', m.on_date, 'sitting', m.sitting) order by m.on_date, m.sitting)
          from (select * from counted where not is_taken and has_students ) m), '[]') as missing
      from rule`;
  return row!;
}

/** How often each student of a batch attended in a term, by the registers of days. */
export async function timesAttended(db: Db, { institutionId, termId }: Of, studentIds: number[]) {
  const rows = await query<{ id: number; attended: number }>(db)`
    select a.student_id::bigint as id, a.attended from attendance_totals a
      where a.institution_id = ${institutionId} and a.term_id = ${termId} and a.offering_id = 0 and a.called > 0
        and a.student_id = any (${sql.param(studentIds)}::bigint[])`;
  return new Map(rows.map(({ id, attended }) => [id, attended]));
}
