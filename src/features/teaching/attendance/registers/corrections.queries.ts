import { sql } from 'drizzle-orm';
import { query, type Db } from '#kernel/database.ts';
import type { Mark } from '../marks/mark.ts';
import type { RegisterPlace } from './place.queries.ts';

export interface Correction {
  id: number;
  studentId: number;
  before: Mark | null;
  after: Mark | null;
  reason: string;
  by: string | null;
  /** Milliseconds since 1970. */
  at: number;
}

const mostShown = 200;

/** Changes of a register after its day, the latest first. */
export const correctionsOf = (db: Db, place: RegisterPlace): Promise<Correction[]> =>
  query<Correction>(
    db,
    sql`select c.id::int as id, c.student_id::int as "studentId", c.before, c.after, c.reason, a.name as by,
        floor(extract(epoch from c.created_at) * 1000)::float8 as at
      from attendance_registers r
      join attendance_corrections c on (c.institution_id, c.register_id) = (r.institution_id, r.id)
      left join accounts a on a.id = c.account_id
      where r.institution_id = ${place.institutionId} and r.batch_id = ${place.batchId} and r.on_date = ${place.onDate}::date
        and r.sitting = ${place.sitting} and r.offering_id is not distinct from ${place.offeringId}::bigint
      order by c.id desc limit ${mostShown}`,
  );
