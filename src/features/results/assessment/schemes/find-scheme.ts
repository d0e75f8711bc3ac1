import { and, eq } from 'drizzle-orm';
import { allow, institutionsWhere, type Actor } from '#kernel/actor.ts';
import { isOneOf, type Db, type Tx } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { assessmentSchemes } from '../assessment.schema.ts';
import type { Scheme } from './scheme-fields.ts';

/** A scheme for its form. */
export async function findScheme(db: Db, actor: Actor, schemeId: number): Promise<Scheme> {
  const [scheme] = await db.select().from(assessmentSchemes).where(isVisible(actor, schemeId));
  if (!scheme) throw new NotFound('assessment scheme');
  allow(actor, 'assessment.edit', scheme.institutionId);
  return scheme;
}

export async function lockScheme(tx: Tx, actor: Actor, schemeId: number): Promise<Scheme> {
  const [scheme] = await tx.select().from(assessmentSchemes).where(isVisible(actor, schemeId)).for('no key update');
  if (!scheme) throw new NotFound('assessment scheme');
  return scheme;
}

const isVisible = (actor: Actor, schemeId: number) =>
  and(
    isOneOf(assessmentSchemes.institutionId, institutionsWhere(actor, 'assessment.view')),
    eq(assessmentSchemes.id, schemeId),
  );
