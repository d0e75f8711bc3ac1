import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { query, type Tx } from '#kernel/database.ts';
import { emptyIsNull, id } from '#kernel/schemas.ts';
import { lockBatchOfOpenSession } from '../lock-rows.ts';
import { keepChange, readOffered, writeOfferings } from '../batches/write-offerings.ts';
import { untaughtIn } from './untaught.queries.ts';

export const AssignTeachers = z.object({
  institutionId: id,
  /** The teacher by course id; nobody where it is blank. */
  teachers: z
    .record(z.string().regex(/^\d{1,16}$/), emptyIsNull(id))
    .default({})
    .transform(
      (rows) =>
        new Map(
          Object.entries(rows).flatMap(([courseId, teacher]) =>
            teacher ? [[Number(courseId), teacher] as const] : [],
          ),
        ),
    )
    .refine(({ size }) => size > 0, 'Choose at least one teacher.')
    .refine(({ size }) => size <= 300, 'Choose at most 300.'),
});

/** Gives courses a teacher in all open batches of the current session that have none. Other teachers stay. */
export async function assignTeachers(
  tx: Tx,
  actor: Actor,
  { institutionId, teachers }: z.infer<typeof AssignTeachers>,
) {
  allow(actor, 'structure.edit', institutionId);
  const wanting = await query<{ id: number }>(
    tx,
    sql`select distinct o.batch_id as id ${untaughtIn(institutionId)}
      and o.course_id in (${sql.join(
        [...teachers.keys()].map((courseId) => sql`${courseId}::bigint`),
        sql`, `,
      )}) order by 1`,
  );
  const parts = [];
  // In the order of their ids, as the form of a batch locks them.
  for (const { id: batchId } of wanting) {
    const batch = await lockBatchOfOpenSession(tx, actor, batchId);
    const before = await readOffered(tx, batch);
    const wanted = before.map((offer) => ({
      ...offer,
      employeeId: offer.employeeId ?? teachers.get(offer.courseId) ?? null,
    }));
    parts.push(...(await writeOfferings(tx, actor, batch, before, wanted)));
  }
  return { batches: wanting.length, changeId: await keepChange(tx, actor, institutionId, parts) };
}
