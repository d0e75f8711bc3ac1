import { sql } from 'drizzle-orm';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { rowsOf, type Tx } from '#kernel/database.ts';
import { Refused } from '#kernel/errors.ts';
import { ownFamily } from '#features/students/own-family.ts';

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
  const family = [...(await ownFamily(tx, actor.accountId, institutionId))];
  return rowsOf<{ id: number; name: string }>(
    tx,
    sql`
    with contact as (
      select unnest(array[e.phone, e.mobile]) as phone, lower(e.email) as email from memberships m
        join employees e on (e.institution_id, e.id) = (m.institution_id, m.employee_id)
        where m.institution_id = ${institutionId} and m.account_id = ${actor.accountId}::bigint
      union all select unnest(array[g.phone, g.mobile]), lower(g.email) from memberships m
        join guardians g on (g.institution_id, g.id) = (m.institution_id, m.guardian_id)
        where m.institution_id = ${institutionId} and m.account_id = ${actor.accountId}::bigint
      union all select c.phone, lower(c.email) from accounts c where c.id = ${actor.accountId}::bigint)
    select a.id, concat_ws(' ', a.first_name, a.surname) as name from applications a
    where a.institution_id = ${institutionId} and a.id = any (${sql.param([...ids])}::bigint[])
      and (a.returning_student_id = any (${sql.param(family)}::bigint[]) or exists (
        select from contact c where c.phone = a.phone or c.email = lower(a.email) or exists (
          select from jsonb_array_elements(coalesce(a.answers -> 'guardians', '[]')) g
          where g ->> 'mobile' = c.phone or lower(g ->> 'email') = c.email)))
    order by a.id`,
  );
}
