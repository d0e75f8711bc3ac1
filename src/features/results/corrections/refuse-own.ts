import { sql } from 'drizzle-orm';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { rowsOf, type Db } from '#kernel/database.ts';
import { NotAllowed } from '#kernel/errors.ts';

/** Nobody asks for a correction of the own marks or a child’s, or agrees to one. */
export async function refuseOwn(
  db: Db,
  actor: Actor,
  institutionId: number,
  studentIds: readonly number[],
): Promise<void> {
  if (await isConcerned(db, actor, institutionId, studentIds))
    throw new NotAllowed('These are your own marks, or those of your child. Ask a colleague.');
}

export async function isConcerned(
  db: Db,
  actor: Actor,
  institutionId: number,
  studentIds: readonly number[],
): Promise<boolean> {
  const { studentIds: own, guardianIds } = membershipIn(actor, institutionId)!;
  if (studentIds.some((id) => own.includes(id))) return true;
  if (guardianIds.length === 0) return false;
  const [child] = await rowsOf<{ id: number }>(
    db,
    sql`select g.student_id::int as id from student_guardians g where g.institution_id = ${institutionId}
      and g.guardian_id = any (${sql.param(guardianIds)}::bigint[])
      and g.student_id = any (${sql.param([...studentIds])}::bigint[]) limit 1`,
  );
  return child !== undefined;
}
