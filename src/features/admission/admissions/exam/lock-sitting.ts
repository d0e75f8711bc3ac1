import { and, eq, inArray } from 'drizzle-orm';
import { allow, institutionsWhere, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { examSittings } from '../decisions.schema.ts';
import { lockIntake } from '../lock-applications.ts';

/** Locks the intake of a sitting, then the sitting. */
export async function lockSitting(tx: Tx, actor: Actor, sittingId: number) {
  const wanted = and(
    inArray(examSittings.institutionId, institutionsWhere(actor, 'admissions.view')),
    eq(examSittings.id, sittingId),
  );
  const [found] = await tx.select({ intakeId: examSittings.intakeId }).from(examSittings).where(wanted);
  if (!found) throw new NotFound('sitting');
  const intake = await lockIntake(tx, actor, found.intakeId);
  allow(actor, 'admissions.review', intake.institutionId);
  const [sitting] = await tx.select().from(examSittings).where(wanted).for('no key update');
  if (!sitting) throw new NotFound('sitting');
  return sitting;
}
