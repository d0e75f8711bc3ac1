import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import { Conflict, NotFound } from '#kernel/errors.ts';
import type { Db, Tx } from '#kernel/database.ts';
import { accounts } from '#kernel/identity.schema.ts';
import { lockBatchOfOpenSession } from '../lock-rows.ts';
import { courseOfferings } from '../structure.schema.ts';
import { offeringChanges, type OfferedAs, type OfferingPart } from './offering-changes.schema.ts';
import { usedOfferings } from './used-offerings.ts';
import { readOffered, writeOfferings, type Offered } from './write-offerings.ts';

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

const isUnchanged = (now: Offered[], parts: OfferingPart[]) =>
  parts.every(({ courseId, after }) =>
    isSame(
      now.find((offer) => offer.courseId === courseId),
      after,
    ),
  );

const reverted = (now: Offered[], parts: OfferingPart[]): Offered[] => [
  ...now.filter(({ courseId }) => !parts.some((part) => part.courseId === courseId)),
  ...parts.flatMap(({ courseId, before }) => (before ? { courseId, ...before } : [])),
];
