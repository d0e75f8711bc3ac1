import { and, eq } from 'drizzle-orm';
import { allow, institutionsWhere, type Actor } from '#kernel/actor.ts';
import { isOneOf, type Db, type Tx } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { gradingScales } from '../assessment.schema.ts';
import type { Scale } from './scale-fields.ts';

/** A scale for its form. */
export async function findScale(db: Db, actor: Actor, scaleId: number): Promise<Scale> {
  const [scale] = await db.select().from(gradingScales).where(isVisible(actor, scaleId));
  if (!scale) throw new NotFound('grading scale');
  allow(actor, 'assessment.edit', scale.institutionId);
  return scale;
}

export async function lockScale(tx: Tx, actor: Actor, scaleId: number): Promise<Scale> {
  const [scale] = await tx.select().from(gradingScales).where(isVisible(actor, scaleId)).for('no key update');
  if (!scale) throw new NotFound('grading scale');
  return scale;
}

const isVisible = (actor: Actor, scaleId: number) =>
  and(isOneOf(gradingScales.institutionId, institutionsWhere(actor, 'assessment.view')), eq(gradingScales.id, scaleId));
