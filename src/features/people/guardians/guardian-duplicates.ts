import { and, asc, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { bounded } from '#kernel/database/bounded.ts';
import type { Db, Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { readPhone } from '#kernel/phone.ts';
import { hasSameName, lockName, type PossibleDuplicate, type NewPerson } from '#features/records/people/duplicates.ts';
import { guardians } from '#features/records/people/people.schema.ts';
import { calledGuardian } from './guardian-fields.ts';
import { visibleTo } from './guardians.policy.ts';

const shown = 5;

/** Guardians with the same telephone first, then those with the same name. */
export async function findDuplicateGuardians(db: Db, actor: Actor, asked: PossibleDuplicate) {
  const { institution_id: institutionId, except, surname, first_name: firstName } = asked;
  const phone = asked.phone && readPhone(asked.phone, membershipIn(actor, institutionId)?.countryId ?? 'NG');
  const samePhone = phone ? or(inArray(guardians.mobile, [phone]), inArray(guardians.phone, [phone])) : undefined;
  const isAlike = or(samePhone, hasSameName(guardians, { surname, firstName }));
  if (!isAlike) return { people: [], isMore: false };
  const hasSamePhone = samePhone ? sql<boolean>`coalesce(${samePhone}, false)` : sql<boolean>`false`;
  const { rows, isMore } = await bounded(shown, (limit) =>
    db
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
      .limit(limit),
  );
  return { people: rows.map((row) => ({ ...row, name: calledGuardian(row), href: `/guardians/${row.id}` })), isMore };
}

type NewGuardian = Omit<NewPerson, 'birthDate'> & Record<'mobile' | 'phone' | 'email', string | null>;

/**
 * Asks for confirmation before a second record with the same name and a shared phone or e-mail, or if neither record has
 * any. Forms sent at once are serialised.
 */
export async function refuseDuplicateGuardian(
  tx: Tx,
  actor: Actor,
  person: NewGuardian,
  isConfirmed: boolean,
): Promise<void> {
  await tx.execute(lockName(person.institutionId, person));
  if (isConfirmed) return;
  const { mobile, phone, email } = guardians;
  const phones = [person.mobile, person.phone].filter((one) => one !== null);
  const isReachedAlike =
    phones.length || person.email
      ? or(inArray(mobile, phones), inArray(phone, phones), inArray(email, person.email ? [person.email] : []))
      : and(isNull(mobile), isNull(phone), isNull(email));
  const [duplicate] = await tx
    .select({ title: guardians.title, surname: guardians.surname, firstName: guardians.firstName })
    .from(guardians)
    .where(and(visibleTo(actor, guardians, person.institutionId), hasSameName(guardians, person), isReachedAlike))
    .limit(1);
  if (!duplicate) return;
  const shared = phones.length || person.email ? ' with the same phone or e-mail' : '';
  throw new ValidationError(
    'confirm_alike',
    `${calledGuardian(duplicate)} already exists${shared}. If this is a different person, tick “This is a different person” and save again.`,
  );
}
