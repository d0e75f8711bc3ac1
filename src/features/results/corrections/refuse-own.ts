import type { Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { NotAllowed } from '#kernel/errors.ts';
import { ownFamily } from '#kernel/own-family/own-family.ts';

/** Nobody asks for a correction of marks in the own family, or agrees to one. */
export async function refuseOwn(
  db: Db,
  actor: Actor,
  institutionId: number,
  studentIds: readonly number[],
): Promise<void> {
  if (await isConcerned(db, actor, institutionId, studentIds))
    throw new NotAllowed('These are your own marks, or those of your family. Ask a colleague.');
}

/** Whether students are of the actor's own family. */
export async function isConcerned(
  db: Db,
  { accountId }: Actor,
  institutionId: number,
  studentIds: readonly number[],
): Promise<boolean> {
  const { students: family } = await ownFamily(db, accountId, institutionId);
  return studentIds.some((id) => family.has(id));
}
