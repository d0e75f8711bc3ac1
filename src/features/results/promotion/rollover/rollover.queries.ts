import { sql } from 'drizzle-orm';
import { query, type Db } from '#kernel/database.ts';
import { staysIn, type Outcome } from '../outcomes.ts';
import type { SessionChoice } from '../promotion.access.ts';
import type { NextBatch } from './place-students.ts';

/** An approved decision about a student who still is in the session. */
export interface Waiting {
  studentId: number;
  enrolmentId: number;
  batchId: number;
  arm: string;
  classId: number;
  nextClassId: number | null;
  outcome: Outcome;
  average: number | null;
  designation: string | null;
  chosen: number | null;
}

/** The students among these who leave the school. */
export const leaving = (waiting: readonly Waiting[]): number[] =>
  waiting.filter(({ outcome }) => staysIn(outcome) === 'leaves').map(({ studentId }) => studentId);

/** Student by student: decisions are new, and without statistics the planner would compare all with all. */
export const waitingDecisions = (
  db: Db,
  { institutionId, id: sessionId }: SessionChoice,
  classIds: readonly number[],
): Promise<Waiting[]> =>
  query<Waiting>(
    db,
    sql`with d as materialized (
      select * from promotion_decisions where institution_id = ${institutionId} and session_id = ${sessionId}
        and approved_at is not null and run_id is null)
    select d.student_id::int as "studentId", e.id::int as "enrolmentId", b.id::int as "batchId", b.arm,
      c.id::int as "classId", c.next_class_id::int as "nextClassId", d.outcome, d.average::float8 as average,
      d.designation, d.next_batch_id::int as chosen
    from d
    cross join lateral (select e.* from enrolments e where (e.institution_id, e.student_id) = (d.institution_id, d.student_id)
      and e.session_id + 0 = d.session_id and e.to_date is null offset 0) e
    join batches b on (b.institution_id, b.id) = (e.institution_id, e.batch_id)
    join classes c on (c.institution_id, c.id) = (b.institution_id, b.class_id)
    where c.id = any (${sql.param([...classIds])}::bigint[])
    order by d.student_id`,
  );

/** The batches of a session, by class and arm, with the students in them. */
export const batchesOfSession = (db: Db, institutionId: number, sessionId: number): Promise<NextBatch[]> =>
  query<NextBatch>(
    db,
    sql`select b.id::int as id, b.class_id::int as "classId", b.name, b.arm, b.capacity, b.closed_at is not null as "isClosed",
      (select count(*)::int from students s where (s.institution_id, s.batch_id) = (b.institution_id, b.id)) as taken
    from batches b where b.institution_id = ${institutionId} and b.session_id = ${sessionId}
    order by b.class_id, b.arm, b.name, b.id`,
  );
