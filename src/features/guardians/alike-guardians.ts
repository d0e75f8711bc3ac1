import { and, asc, inArray, ne, or, sql } from 'drizzle-orm';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { readPhone } from '#kernel/phone.ts';
import { bearsName, type Alike } from '#features/people/alike.ts';
import { guardians } from '#features/people/people.schema.ts';
import { calledGuardian } from './guardian-fields.ts';
import { visibleTo } from './guardians.policy.ts';

/** Guardians with the same telephone first, then those with the same name. */
export async function alikeGuardians(db: Db, actor: Actor, asked: Alike) {
  const { institution_id: institutionId, except, surname, first_name: firstName } = asked;
  const phone = asked.phone && readPhone(asked.phone, membershipIn(actor, institutionId)?.countryId ?? 'NG');
  const samePhone = phone ? or(inArray(guardians.mobile, [phone]), inArray(guardians.phone, [phone])) : undefined;
  const isAlike = or(samePhone, bearsName(guardians, { surname, firstName }));
  if (!isAlike) return [];
  const hasSamePhone = samePhone ? sql<boolean>`coalesce(${samePhone}, false)` : sql<boolean>`false`;
  const found = await db
    .select({
      id: guardians.id,
      title: guardians.title,
      surname: guardians.surname,
      firstName: guardians.firstName,
      middleName: guardians.middleName,
      number: sql<string | null>`coalesce(${guardians.mobile}, ${guardians.phone}, ${guardians.email})`,
      hasSamePhone,
    })
    .from(guardians)
    .where(and(visibleTo(actor, guardians, institutionId), except ? ne(guardians.id, except) : undefined, isAlike))
    .orderBy(sql`(${hasSamePhone})::int desc`, asc(guardians.sortName), asc(guardians.id))
    .limit(5);
  return found.map((row) => ({ ...row, name: calledGuardian(row), href: `/guardians/${row.id}` }));
}
