import { sql } from 'drizzle-orm';
import { rowsOf, type Db } from '#kernel/database.ts';
import type { Outcome } from '../outcomes.ts';
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

export const waitingDecisions = (
  db: Db,
  { institutionId, id: sessionId }: SessionChoice,
  classIds: readonly number[],
): Promise<Waiting[]> =>
  rowsOf<Waiting>(
    db,
    sql`select d.student_id::int as "studentId", e.id::int as "enrolmentId", b.id::int as "batchId", b.arm,
      c.id::int as "classId", c.next_class_id::int as "nextClassId", d.outcome, d.average::float8 as average,
      d.designation, d.next_batch_id::int as chosen
    from promotion_decisions d
    join enrolments e on (e.institution_id, e.session_id, e.student_id) = (d.institution_id, d.session_id, d.student_id)
      and e.to_date is null
    join batches b on (b.institution_id, b.id) = (e.institution_id, e.batch_id)
    join classes c on (c.institution_id, c.id) = (b.institution_id, b.class_id)
    where d.institution_id = ${institutionId} and d.session_id = ${sessionId} and d.approved_at is not null
      and d.run_id is null and c.id = any (${sql.param([...classIds])}::bigint[])
    order by d.student_id`,
  );

/** The batches of a session, by class and arm, with the students in them. */
export const batchesOfSession = (db: Db, institutionId: number, sessionId: number): Promise<NextBatch[]> =>
  rowsOf<NextBatch>(
    db,
    sql`select b.id::int as id, b.class_id::int as "classId", b.name, b.arm, b.capacity, b.closed_at is not null as "isClosed",
      (select count(*)::int from students s where (s.institution_id, s.batch_id) = (b.institution_id, b.id)) as taken
    from batches b where b.institution_id = ${institutionId} and b.session_id = ${sessionId}
    order by b.class_id, b.arm, b.name, b.id`,
  );
