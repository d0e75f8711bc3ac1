import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { type Tx, type Db, query } from '#kernel/database.ts';
import { emptyIsNull, id, recordById } from '#kernel/schemas.ts';
import { lockBatchOfOpenSession } from '../lock-rows.ts';
import { keepChange, readOffered, writeOfferings } from '../batches/write-offerings.ts';
import { bounded } from '#kernel/database/bounded.ts';
import { untaughtOfferings } from '../structure.dashlets.ts';

export const AssignTeachers = z.object({
  institutionId: id,
  /** The teacher by course id; nobody where it is blank. */
  teachers: recordById(emptyIsNull(id))
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
  const wanting = await query<{ id: number }>(tx)`select distinct o.batch_id as id ${untaughtIn(institutionId)}
    and o.course_id in (${sql.join(
      [...teachers.keys()].map((courseId) => sql`${courseId}::bigint`),
      sql`, `,
    )}) order by 1`;
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

export interface UntaughtCourse {
  id: number;
  code: string;
  title: string;
  /** How many open batches of the current session offer it without a teacher. */
  batches: number;
}

/** More than an institution teaches in one session, so that the form is complete. */
const mostCourses = 300;

/** What open batches of the current session offer without a teacher, in one institution. */
const untaughtIn = (institutionId: number): SQL =>
  sql`${untaughtOfferings} and o.institution_id = ${institutionId}::int`;

/** The courses among them. */
export const untaughtCourses = (db: Db, institutionId: number) =>
  bounded(
    mostCourses,
    (limit) =>
      query<UntaughtCourse>(db)`select c.id, c.code, c.title, u.batches from courses c
      join (select o.course_id, count(*)::int as batches ${untaughtIn(institutionId)} group by o.course_id) u
        on u.course_id = c.id
      where c.institution_id = ${institutionId}::int order by lower(c.title), c.code limit ${limit}`,
  );
