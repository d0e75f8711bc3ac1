import { sql } from 'drizzle-orm';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { rowsOf, type Tx } from '#kernel/database.ts';
import { Refused } from '#kernel/errors.ts';
import { ownFamily } from '#kernel/own-family/own-family.ts';

/** Nobody decides alone about an own child: refuses if one of the applications names the actor as contact or guardian. */
export async function refuseOwn(tx: Tx, actor: Actor, institutionId: number, ids: readonly number[]): Promise<void> {
  const [own] = await ownAmong(tx, actor, institutionId, ids);
  if (own)
    throw new Refused(
      'form',
      `${own.name}’s application names you as a contact or guardian. Ask a colleague to decide about it.`,
    );
}

/** The applications among these that name the actor, or that are of the own family. Owners have none. */
export async function ownAmong(
  tx: Tx,
  actor: Actor,
  institutionId: number,
  ids: readonly number[],
): Promise<{ id: number; name: string }[]> {
  if (membershipIn(actor, institutionId)?.isOwner || actor.accountId === null) return [];
  const { students, contacts } = await ownFamily(tx, actor.accountId, institutionId);
  return rowsOf<{ id: number; name: string }>(
    tx,
    sql`select a.id, concat_ws(' ', a.first_name, a.surname) as name from applications a
      where a.institution_id = ${institutionId} and a.id = any (${sql.param([...ids])}::bigint[])
        and (a.returning_student_id = any (${sql.param([...students])}::bigint[])
          or a.phone = any (${sql.param(contacts)}::text[]) or lower(a.email) = any (${sql.param(contacts)}::text[])
          or exists (select from jsonb_array_elements(coalesce(a.answers -> 'guardians', '[]')) g
            where array[g ->> 'mobile', g ->> 'phone', lower(g ->> 'email')] && ${sql.param(contacts)}::text[]))
      order by a.id`,
  );
}
