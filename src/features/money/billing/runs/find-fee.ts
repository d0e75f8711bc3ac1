import { and, eq, inArray } from 'drizzle-orm';
import { allow, institutionsWhere, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import type { Permission } from '#kernel/permissions.ts';
import { fees } from '#features/money/fees/fees.schema.ts';

/** A fee that the actor can bill; NotFound where the actor sees no fees. */
export async function findFee(db: Db, actor: Actor, id: number, permission: Permission = 'fees.bill') {
  const [fee] = await db
    .select({
      institutionId: fees.institutionId,
      id: fees.id,
      title: fees.title,
      sessionId: fees.sessionId,
      endedAt: fees.endedAt,
    })
    .from(fees)
    .where(and(eq(fees.id, id), inArray(fees.institutionId, institutionsWhere(actor, 'fees.view'))));
  if (!fee) throw new NotFound('fee');
  allow(actor, permission, fee.institutionId);
  return fee;
}
export type FoundFee = Awaited<ReturnType<typeof findFee>>;
