import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { query, type Tx } from '#kernel/database.ts';
import type { TakenRegister } from './marks.queries.ts';
import type { RegisterPlace } from './place.queries.ts';

/** Makes the register of a place if nobody has taken it; of two who take it at once the second waits for the first. */
export const createRegister = (tx: Tx, actor: Actor, place: RegisterPlace, takenAt: Date) => {
  const { institutionId, batchId, termId, onDate, sitting, offeringId } = place;
  return query(
    tx,
    sql`insert into attendance_registers (institution_id, batch_id, term_id, on_date, sitting, offering_id, roll, taken_by, taken_at)
      values (${institutionId}, ${batchId}, ${termId}, ${onDate}, ${sitting}, ${offeringId}, '{}', ${actor.accountId}, ${takenAt.toISOString()})
      on conflict on constraint attendance_registers_once do nothing`,
  );
};

/** A register in which nothing could be marked was not taken. */
export const dropEmptyRegister = (tx: Tx, { institutionId }: RegisterPlace, { id }: TakenRegister) =>
  tx.execute(
    sql`delete from attendance_registers r where r.institution_id = ${institutionId} and r.id = ${id} and r.roll = '{}'`,
  );
