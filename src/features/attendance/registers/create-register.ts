import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { rowsOf, type Tx } from '#kernel/database.ts';
import { takenRegister, type TakenRegister } from './marks.queries.ts';
import type { RegisterPlace } from './place.queries.ts';

/** The register of a place, made if nobody has taken it: of two who take it at once the second finds that of the first. */
export async function createRegister(
  tx: Tx,
  actor: Actor,
  place: RegisterPlace,
  takenAt: Date,
): Promise<TakenRegister> {
  const { institutionId, batchId, termId, onDate, sitting, offeringId } = place;
  const [made] = await rowsOf<{ id: number; takenAt: number }>(
    tx,
    sql`insert into attendance_registers (institution_id, batch_id, term_id, on_date, sitting, offering_id, roll, taken_by, taken_at)
      values (${institutionId}, ${batchId}, ${termId}, ${onDate}, ${sitting}, ${offeringId}, '{}', ${actor.accountId}, ${takenAt.toISOString()})
      on conflict on constraint attendance_registers_once do nothing returning id::int as id`,
  );
  const now = takenAt.getTime();
  if (made) return { id: made.id, roll: [], takenBy: actor.name, takenAt: now, changedAt: now, marks: [] };
  return (await takenRegister(tx, place, { lock: true }))!;
}

/** A register in which nothing could be marked was not taken. */
export const dropEmptyRegister = (tx: Tx, { institutionId }: RegisterPlace, { id }: TakenRegister) =>
  tx.execute(
    sql`delete from attendance_registers r where r.institution_id = ${institutionId} and r.id = ${id} and r.roll = '{}'`,
  );
