import { and, eq, inArray } from 'drizzle-orm';
import { allow, institutionsWhere, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { bankStatements } from '../bank.schema.ts';

/** Locks a statement; NotFound outside the institutions whose statements the actor matches. */
export async function lockStatement(tx: Tx, actor: Actor, statementId: number) {
  const [found] = await tx
    .select()
    .from(bankStatements)
    .where(
      and(
        inArray(
          bankStatements.institutionId,
          actor.institutions.map(({ id }) => id),
        ),
        eq(bankStatements.id, statementId),
      ),
    )
    .for('no key update');
  if (!found) throw new NotFound('bank statement');
  allow(actor, 'payments.place', found.institutionId);
  return found;
}

export const mayMatch = (actor: Actor) => institutionsWhere(actor, 'payments.place');
