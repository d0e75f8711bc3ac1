import { and, eq, or } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { payments } from '../payments.schema.ts';
import { visiblePayments } from '../payments.access.ts';

/** A payment that the actor can see; NotFound otherwise. */
export async function findPayment(tx: Tx, actor: Actor, id: number) {
  const [row] = await tx
    .select()
    .from(payments)
    .where(and(or(...visiblePayments(payments)(actor).map(({ where }) => where)), eq(payments.id, id)));
  if (!row) throw new NotFound('payment');
  return row;
}
export type FoundPayment = Awaited<ReturnType<typeof findPayment>>;
