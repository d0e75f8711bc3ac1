import { and, desc, eq, inArray, isNull, sql, asc } from 'drizzle-orm';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import { Conflict, NotFound, ValidationError } from '#kernel/errors.ts';
import { type Db, type Tx, render, query, hasKey, pick } from '#kernel/database.ts';
import { accounts } from '#kernel/identity.schema.ts';
import { lockBatchOfOpenSession } from '../lock-rows.ts';
import { courseOfferings, batches, courses, terms } from '../structure.schema.ts';
import { offeringChanges, type OfferedAs, type OfferingPart } from './offering-changes.schema.ts';
import { readOffered, writeOfferings, type OfferingInput } from './write-offerings.ts';
import { employees } from '#features/records/people/people.schema.ts';
import { z } from 'zod';
import { eWorksHere } from '#features/records/people/serve-choices.ts';
import { batchTerm } from './batch-term.ts';
import { recordAction } from '../record-change.ts';

/** Undoes a change of courses and teachers in all its batches: as long as none was edited since and nothing depends on it. */
export async function undoOfferings(tx: Tx, actor: Actor, changeId: number): Promise<{ batchId: number }> {
  const mine = and(
    inArray(offeringChanges.institutionId, institutionsWhere(actor, 'structure.edit')),
    eq(offeringChanges.id, changeId),
  );
  const [found] = await tx.select({ batchIds: offeringChanges.batchIds }).from(offeringChanges).where(mine);
  if (!found) throw new NotFound('change');
  const batches = [];
  for (const id of found.batchIds.toSorted((one, other) => one - other))
    batches.push(await lockBatchOfOpenSession(tx, actor, id));
  // After the batches, as in the form: the second of two undos at once finds it done.
  const [change] = await tx.select().from(offeringChanges).where(mine).for('no key update');
  const { institutionId, parts, undoneAt } = change!;
  if (undoneAt) throw new Conflict('This change has already been undone.');
  const [used] = await usedOfferings(tx, institutionId, addedBy(parts));
  if (used) throw new Conflict(`${used.title} has ${used.use}, so this can’t be undone.`);
  for (const batch of batches) {
    const own = parts.filter(({ batchId }) => batchId === batch.id);
    const now = await readOffered(tx, batch);
    if (!isUnchanged(now, own)) throw new Conflict(`${batch.name} was edited since. Edit it instead.`);
    await writeOfferings(tx, actor, batch, now, reverted(now, own));
  }
  await tx
    .update(offeringChanges)
    .set({ undoneAt: sql`now()` })
    .where(mine);
  return { batchId: found.batchIds[0]! };
}

export interface LastChange {
  id: number;
  by: string | null;
  at: string;
  /** How many class arms it changed. */
  batches: number;
}

/** The latest change of a batch's courses, if it can still be undone. */
export async function undoableChange(db: Db, actor: Actor, batchId: number): Promise<LastChange | null> {
  const [row] = await db
    .select({
      id: offeringChanges.id,
      at: offeringChanges.createdAt,
      by: accounts.name,
      batches: sql<number>`cardinality(${offeringChanges.batchIds})`,
      isUsed: sql<boolean>`exists (select from jsonb_to_recordset(${offeringChanges.parts})
          as part("batchId" bigint, "courseId" bigint, before jsonb, after jsonb)
        cross join lateral (select coalesce(jsonb_typeof(part.before), 'null') = 'null' as is_new,
          coalesce(jsonb_typeof(part.after), 'null') = 'null' as is_gone) was
        left join ${courseOfferings} o on o.institution_id = ${offeringChanges.institutionId}
          and o.batch_id = part."batchId" and o.course_id = part."courseId"
        where (o.id is null) <> was.is_gone
          or o.id is not null and (o.employee_id is distinct from (part.after ->> 'employeeId')::bigint
            or o.term_position is distinct from (part.after ->> 'termPosition')::int)
          or was.is_new and exists (select from offering_uses u
            where (u.institution_id, u.batch_id, u.course_id) = (o.institution_id, o.batch_id, o.course_id)))`,
    })
    .from(offeringChanges)
    .leftJoin(accounts, eq(accounts.id, offeringChanges.accountId))
    .where(
      and(
        inArray(offeringChanges.institutionId, institutionsWhere(actor, 'structure.edit')),
        sql`${offeringChanges.batchIds} @> array[${batchId}]::bigint[]`,
        isNull(offeringChanges.undoneAt),
      ),
    )
    .orderBy(desc(offeringChanges.id))
    .limit(1);
  if (!row || row.isUsed) return null;
  const { isUsed: _, at, ...rest } = row;
  return { ...rest, at: at.toISOString() };
}

const addedBy = (parts: OfferingPart[]) => parts.filter(({ before, after }) => !before && after);

const isSame = (one: OfferedAs | null | undefined, other: OfferedAs | null) =>
  one && other
    ? one.employeeId === other.employeeId && one.termPosition === other.termPosition
    : Boolean(one) === Boolean(other);

const isUnchanged = (now: OfferingInput[], parts: OfferingPart[]) =>
  parts.every(({ courseId, after }) =>
    isSame(
      now.find((offer) => offer.courseId === courseId),
      after,
    ),
  );

const reverted = (now: OfferingInput[], parts: OfferingPart[]): OfferingInput[] => [
  ...now.filter(({ courseId }) => !parts.some((part) => part.courseId === courseId)),
  ...parts.flatMap(({ courseId, before }) => (before ? { courseId, ...before } : [])),
];

interface UsedOffering extends Record<string, unknown> {
  title: string;
  /** 'a mark sheet'. */
  use: string;
}

/** Which of these courses something depends on: a mark sheet, an elective that was chosen, a registration. */
export const usedOfferings = async (
  db: Db,
  institutionId: number,
  offered: readonly { batchId: number; courseId: number }[],
): Promise<UsedOffering[]> =>
  offered.length === 0
    ? []
    : query<UsedOffering>(db)`select k.title, min(u.use) as use
        from jsonb_to_recordset(${JSON.stringify(offered)}::jsonb) as asked ("batchId" bigint, "courseId" bigint)
        join offering_uses u on (u.institution_id, u.batch_id, u.course_id) = (${institutionId}, asked."batchId", asked."courseId")
        join courses k on (k.institution_id, k.id) = (u.institution_id, u.course_id)
        group by k.id, k.title order by k.title`;

/** The class teachers of a batch. */
export const teachersOf = async (db: Db, actor: Actor, batchId: number) => {
  const answer = await query<{ id: number; surname: string; firstName: string; hasLeft: boolean }>(db, render)`
    select e.id, e.surname, e.first_name as "firstName", e.left_on is not null as "hasLeft"
    from batch_teachers t join employees e on (e.institution_id, e.id) = (t.institution_id, t.employee_id)
    where ${inArray(sql`t.institution_id`, institutionsWhere(actor, 'structure.view'))} and t.batch_id = ${batchId}
    order by e.surname, e.first_name`;
  return answer;
};

/** A batch's courses and their teachers. */
export const offeringsOf = (db: Db, actor: Actor, batchId: number) =>
  db
    .select({
      ...pick(courses, 'id', 'code', 'title', 'creditUnits', 'electiveGroup', 'noExam', 'retiredAt'),
      employeeId: courseOfferings.employeeId,
      termPosition: courseOfferings.termPosition,
      term: terms.name,
      surname: employees.surname,
      firstName: employees.firstName,
    })
    .from(courseOfferings)
    .innerJoin(courses, hasKey(courses, courseOfferings.institutionId, courseOfferings.courseId))
    .innerJoin(batches, hasKey(batches, courseOfferings.institutionId, courseOfferings.batchId))
    .leftJoin(
      terms,
      and(
        eq(terms.institutionId, batches.institutionId),
        eq(terms.sessionId, batches.sessionId),
        eq(terms.position, courseOfferings.termPosition),
      ),
    )
    .leftJoin(employees, hasKey(employees, courseOfferings.institutionId, courseOfferings.employeeId))
    .where(
      and(
        inArray(courseOfferings.institutionId, institutionsWhere(actor, 'structure.view', 'students.assignBatch')),
        eq(courseOfferings.batchId, batchId),
      ),
    )
    .orderBy(sql`lower(${courses.title})`, asc(courses.code));

export type OfferingRow = Awaited<ReturnType<typeof offeringsOf>>[number];

export const CopyOfferings = z.object({
  from: z.coerce
    .number({ error: 'Choose where to copy from.' })
    .int('Choose where to copy from.')
    .positive('Choose where to copy from.'),
});

/** Copies the courses of another batch of the same class to this one. Returns the number added. */
export async function copyOfferings(tx: Tx, actor: Actor, batchId: number, { from }: z.infer<typeof CopyOfferings>) {
  const batch = await lockBatchOfOpenSession(tx, actor, batchId);
  const { institutionId, name } = batch;
  const source = await query<{ name: string }>(tx, render)`
    select name from batches where institution_id = ${institutionId} and id = ${from} and class_id = ${batch.classId} and id <> ${batchId}`;
  if (!source[0])
    throw new ValidationError('from', `Choose a different ${batchTerm(actor, institutionId)} of the same class.`);
  const added = await insertOfferings(tx, institutionId, from, batchId);
  if (added) {
    const subject = { institutionId, type: 'batch', id: batchId } as const;
    await recordAction(
      tx,
      actor,
      'structure.copyOfferings',
      subject,
      `copied the courses of ${source[0].name} to ${name}`,
      { from, added },
    );
  }
  return { name, added };
}

/** Copies the courses of a batch, without retired courses and without teachers who have left. */
export async function insertOfferings(tx: Tx, institutionId: number, from: number, to: number): Promise<number> {
  await tx.execute(sql`select 1 from employees e where e.institution_id = ${institutionId} and e.id in (
    select employee_id from course_offerings where institution_id = ${institutionId} and batch_id = ${from}) order by e.id for share`);
  const answer = await tx.execute(sql`
    insert into course_offerings (institution_id, batch_id, course_id, employee_id, term_position)
    select o.institution_id, ${to}, o.course_id, e.id, o.term_position
    from course_offerings o
    join courses c on (c.institution_id, c.id) = (o.institution_id, o.course_id) and c.retired_at is null
    left join employees e on (e.institution_id, e.id) = (o.institution_id, o.employee_id) and ${eWorksHere}
    where o.institution_id = ${institutionId} and o.batch_id = ${from} and not o.is_carry_over
    on conflict (institution_id, batch_id, course_id) do nothing`);
  return answer.rowCount ?? 0;
}
