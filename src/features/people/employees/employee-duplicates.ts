import { and, eq, ne, or, sql } from 'drizzle-orm';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { bounded } from '#kernel/database/bounded.ts';
import type { Db, Tx } from '#kernel/database.ts';
import { NotFound, ValidationError } from '#kernel/errors.ts';
import { groupsSeen } from '#kernel/contracts/field-groups.ts';
import { readPhone } from '#kernel/phone.ts';
import {
  hasSameName,
  bornAs,
  isDuplicate,
  lockName,
  type PossibleDuplicate,
  type NewPerson,
} from '#features/records/people/duplicates.ts';
import { employees } from '#features/records/people/people.schema.ts';
import { employeeGroups, visibleTo } from './employees.policy.ts';

const shown = 5;

/**
 * Possible duplicates of an employee in a form: same name, same surname and date of birth, or same phone; the likeliest
 * first. The date of birth is private: it is compared only for users who can see it, and never returned.
 */
export async function findDuplicateEmployees(db: Db, actor: Actor, asked: PossibleDuplicate) {
  const { institution_id: institutionId, except } = asked;
  const membership = membershipIn(actor, institutionId);
  if (!membership) throw new NotFound('institution');
  const birthDate = seesBirths(actor, institutionId) ? asked.birth_date : undefined;
  const named = { surname: asked.surname, firstName: asked.first_name };
  const phone = asked.phone ? readPhone(asked.phone, membership.countryId) : null;
  const likenesses = [
    hasSameName(employees, named),
    bornAs(employees, named, birthDate),
    phone ? or(eq(employees.phone, phone), eq(employees.mobile, phone)) : undefined,
  ].filter((one) => one !== undefined);
  if (likenesses.length === 0) return { rows: [], isMore: false };
  const isBorn = sql`coalesce(${employees.birthDate} = ${birthDate ?? null}::date, false)`;
  return bounded(shown, (limit) =>
    db
      .select({
        id: employees.id,
        surname: employees.surname,
        firstName: employees.firstName,
        middleName: employees.middleName,
        number: employees.employeeNumber,
        place: employees.department,
        sameBirth: sql<boolean>`${isBorn}`,
      })
      .from(employees)
      .where(
        and(
          visibleTo(actor, employees, institutionId),
          or(...likenesses),
          except === undefined ? undefined : ne(employees.id, except),
        ),
      )
      .orderBy(sql`${isBorn} desc`, employees.sortName, employees.id)
      .limit(limit),
  );
}

/** Asks for confirmation before a second record with the same name, and date of birth for users who can see it. */
export async function refuseDuplicateEmployee(
  tx: Tx,
  actor: Actor,
  person: NewPerson,
  isConfirmed: boolean,
): Promise<void> {
  await tx.execute(lockName(person.institutionId, person));
  if (isConfirmed) return;
  const isSame = seesBirths(actor, person.institutionId)
    ? isDuplicate(employees, person, person.birthDate)
    : hasSameName(employees, person);
  const [duplicate] = await tx
    .select({ surname: employees.surname, firstName: employees.firstName, number: employees.employeeNumber })
    .from(employees)
    .where(and(visibleTo(actor, employees, person.institutionId), isSame))
    .limit(1);
  if (!duplicate) return;
  throw new ValidationError(
    'confirm_alike',
    `${duplicate.firstName} ${duplicate.surname} already exists, with employee number ${duplicate.number}. If this is a different person, tick “This is a different person” and save again.`,
  );
}

const seesBirths = (actor: Actor, institutionId: number) =>
  groupsSeen(actor, institutionId, employeeGroups).includes('private');
