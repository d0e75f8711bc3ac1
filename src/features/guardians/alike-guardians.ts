import { and, asc, eq, inArray, ne, or, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { readPhone } from '#kernel/phone.ts';
import { id } from '#kernel/schemas.ts';
import { guardians } from '#features/people/people.schema.ts';
import { visibleTo } from './guardians.policy.ts';

const typed = z.string().trim().max(200).optional();

/** What has been typed of a guardian so far; `id` when a record is being changed. */
export const AlikeGuardian = z.object({
  institution_id: id,
  academic_session: z.unknown().optional(),
  id: id.optional(),
  surname: typed,
  firstName: typed,
  phone: typed,
  mobile: typed,
  email: typed,
});

/** Guardians with the same telephone or e-mail first, then those with the same name. */
export async function alikeGuardians(db: Db, actor: Actor, asked: z.infer<typeof AlikeGuardian>) {
  const countryId = membershipIn(actor, asked.institution_id)?.countryId ?? 'NG';
  const phones = [asked.mobile, asked.phone].flatMap((one) => (one && readPhone(one, countryId)) || []);
  const email = asked.email?.toLowerCase();
  const sameReach = or(
    phones.length ? or(inArray(guardians.mobile, phones), inArray(guardians.phone, phones)) : undefined,
    email ? eq(guardians.email, email) : undefined,
  );
  const name = sql`akada_searchable(${`${asked.surname} ${asked.firstName}`})`;
  // With or without a middle name behind: a range, which the index of names answers.
  const sameName =
    asked.surname && asked.firstName
      ? or(
          sql`${guardians.sortName} = ${name}`,
          sql`(${guardians.sortName} >= ${name} || ' ' and ${guardians.sortName} < ${name} || '!')`,
        )
      : undefined;
  const isAlike = or(sameReach, sameName);
  if (!isAlike) return [];
  const first: SQL = sameReach ? sql`case when ${sameReach} then 0 else 1 end` : sql`1`;
  return db
    .select({
      id: guardians.id,
      title: guardians.title,
      surname: guardians.surname,
      firstName: guardians.firstName,
      middleName: guardians.middleName,
      mobile: guardians.mobile,
      phone: guardians.phone,
      email: guardians.email,
      hasSameReach: sql<boolean>`${first} = 0`,
    })
    .from(guardians)
    .where(
      and(
        visibleTo(actor, guardians, asked.institution_id),
        asked.id ? ne(guardians.id, asked.id) : undefined,
        isAlike,
      ),
    )
    .orderBy(first, asc(guardians.sortName), asc(guardians.id))
    .limit(5);
}
