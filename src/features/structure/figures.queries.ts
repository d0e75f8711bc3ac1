import { sql } from 'drizzle-orm';
import type { Db } from '#kernel/database.ts';

export interface BatchFigure {
  id: number;
  name: string;
  classId: number;
  class: string;
  program: string;
  capacity: number;
  isClosed: boolean;
  /** Null without access to students. */
  students: { female: number; male: number; unknown: number; total: number } | null;
}

export interface SessionFigures {
  batches: BatchFigure[];
  courses: number;
  teachers: number;
  /** Students with an enrolment in the session, whatever their status now. */
  enrolled: number | null;
  /** Active students without a batch. */
  unassigned: number | null;
}

interface Scope {
  institutionId: number;
  sessionId: number;
  isCurrent: boolean;
  mayCountStudents: boolean;
}

/** Figures of an academic session, counted live. */
export async function sessionFigures(db: Db, scope: Scope): Promise<SessionFigures> {
  const { institutionId, sessionId, mayCountStudents } = scope;
  // Unlimited: figures of classes and programs are summed from them.
  const [batches, totals, seats, people] = await Promise.all([
    db.execute<Omit<BatchFigure, 'students'>>(sql`
      select b.id, b.name, c.id as "classId", c.name as class, p.name as program, b.capacity, b.closed_at is not null as "isClosed"
      from batches b
      join classes c on (c.institution_id, c.id) = (b.institution_id, b.class_id)
      join programs p on (p.institution_id, p.id) = (c.institution_id, c.program_id)
      where b.institution_id = ${institutionId} and b.session_id = ${sessionId}
      order by p.name, c.position, c.id, b.name`),
    db.execute<{ courses: number; teachers: number }>(sql`
      with session_batches as (select id from batches where institution_id = ${institutionId} and session_id = ${sessionId}),
        offered as (select course_id, employee_id from course_offerings where institution_id = ${institutionId} and batch_id in (select id from session_batches))
      select (select count(distinct course_id) from offered) as courses,
        (select count(*) from (select employee_id from offered where employee_id is not null
          union select employee_id from batch_teachers where institution_id = ${institutionId} and batch_id in (select id from session_batches)) t) as teachers`),
    mayCountStudents ? db.execute<{ batchId: number; gender: string | null; n: number }>(seatsOf(scope)) : null,
    mayCountStudents
      ? db.execute<{ enrolled: number; unassigned: number }>(sql`
          select (select coalesce(sum(students), 0) from session_counts where institution_id = ${institutionId} and session_id = ${sessionId}) as enrolled,
            (select coalesce(sum(students), 0) from batch_counts where institution_id = ${institutionId} and batch_id = 0) as unassigned`)
      : null,
  ]);
  const figures = new Map(batches.rows.map((row) => [row.id, { female: 0, male: 0, unknown: 0, total: 0 }]));
  for (const { batchId, gender, n } of seats?.rows ?? []) {
    const figure = figures.get(batchId);
    if (!figure) continue;
    figure[gender === 'female' || gender === 'male' ? gender : 'unknown'] += n;
    figure.total += n;
  }
  return {
    batches: batches.rows.map((row) => ({ ...row, students: seats ? figures.get(row.id)! : null })),
    ...totals.rows[0]!,
    enrolled: people?.rows[0]!.enrolled ?? null,
    unassigned: people?.rows[0]!.unassigned ?? null,
  };
}

/** Students of each batch who were admitted for the session: since the previous one ended. */
export async function newcomersByBatch(
  db: Db,
  scope: Omit<Scope, 'mayCountStudents'>,
): Promise<Record<number, number>> {
  const { institutionId, sessionId, isCurrent } = scope;
  // Matches the index expression.
  const admitted = sql`select s.id, s.batch_id from students s, academic_sessions a
    where a.institution_id = ${institutionId} and a.id = ${sessionId} and s.institution_id = ${institutionId}
      and coalesce(s.admission_date, '0001-01-01'::date) <= a.ends_on
      and coalesce(s.admission_date, '0001-01-01'::date) > (select coalesce(max(p.ends_on), a.starts_on - 365)
        from academic_sessions p where p.institution_id = ${institutionId} and p.ends_on < a.starts_on)`;
  const { rows } = await db.execute<{ batchId: number; n: number }>(
    isCurrent
      ? sql`select batch_id as "batchId", count(*) as n from (${admitted}) s where batch_id is not null group by batch_id`
      : sql`select e.batch_id as "batchId", count(*) as n
          from (${admitted}) s
          cross join lateral (select batch_id from enrolments e where e.institution_id = ${institutionId}
            and e.student_id = s.id and e.session_id = ${sessionId} order by e.from_date desc, e.id desc limit 1) e
          group by e.batch_id`,
  );
  return Object.fromEntries(rows.map(({ batchId, n }) => [batchId, n]));
}

/** Students by batch: in the current session their batch now, in another session their last batch in it. */
const seatsOf = ({ institutionId, sessionId, isCurrent }: Scope) =>
  isCurrent
    ? sql`select s.batch_id as "batchId", s.gender, count(*) as n from students s
        where s.institution_id = ${institutionId}
          and s.batch_id in (select id from batches where institution_id = ${institutionId} and session_id = ${sessionId})
        group by s.batch_id, s.gender`
    : sql`select e.batch_id as "batchId", s.gender, count(*) as n
        from (select distinct on (student_id) student_id, batch_id from enrolments
          where institution_id = ${institutionId} and session_id = ${sessionId} order by student_id, from_date desc, id desc) e
        join students s on s.institution_id = ${institutionId} and s.id = e.student_id
        group by e.batch_id, s.gender`;
