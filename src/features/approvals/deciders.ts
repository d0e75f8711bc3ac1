import { sql, type SQL } from 'drizzle-orm';
import { can, membershipIn, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import type { Permission } from '#kernel/permissions.ts';

interface Question {
  institutionId: number;
  permission: string;
  askedBy: number;
  subjectType: string;
  subjectId: number;
}

/** Neither the person who asks nor the person it is about. */
const isOutside = (accountId: number | null, { askedBy, subjectType, subjectId }: Question) =>
  accountId !== null && accountId !== askedBy && !(subjectType === 'account' && subjectId === accountId);

export const mayDecide = (actor: Actor, question: Question): boolean =>
  isOutside(actor.accountId, question) && can(actor, question.permission as Permission, question.institutionId);

/** During the wait that stands in for a second person, any other owner may also stop it. */
export const mayStop = (actor: Actor, question: Question & { waitsUntil: unknown }): boolean =>
  mayDecide(actor, question) ||
  (question.waitsUntil !== null &&
    actor.accountId !== question.askedBy &&
    Boolean(membershipIn(actor, question.institutionId)?.isOwner));

/** Everybody who can sign in and decide: by a role of the institution, or as a group administrator. */
export const decidersOf = ({ institutionId, permission, askedBy, subjectType, subjectId }: Question): SQL =>
  sql`select a.id from accounts a join credentials c on c.account_id = a.id
    where a.disabled_at is null and c.password_hash is not null and a.id <> ${askedBy}
      and not (${subjectType} = 'account' and a.id = ${subjectId})
      and (a.is_group_administrator or exists (
        select from memberships m join roles r on (r.institution_id, r.id) = (m.institution_id, m.role_id)
        where m.account_id = a.id and m.institution_id = ${institutionId} and m.suspended_at is null
          and (r.key = 'owner' or r.permissions @> array[${permission}::text])))`;

export const ownersOf = (institutionId: number): SQL =>
  sql`select m.account_id from memberships m join roles r on (r.institution_id, r.id) = (m.institution_id, m.role_id)
    where m.institution_id = ${institutionId} and m.suspended_at is null and r.key = 'owner'`;

export async function isAnybodyThere(tx: Tx, deciders: SQL): Promise<boolean> {
  const { rows } = await tx.execute<{ found: boolean }>(sql`select exists (${deciders}) as found`);
  return rows[0]!.found;
}
