import { and, eq, ne, or, sql } from 'drizzle-orm';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { bounded } from '#kernel/database/bounded.ts';
import type { Db, Tx } from '#kernel/database.ts';
import { formatDay } from '#kernel/dates.ts';
import { NotFound, ValidationError } from '#kernel/errors.ts';
import { readPhone } from '#kernel/phone.ts';
import {
  hasSameName,
  bornAs,
  isDuplicate,
  lockName,
  type PossibleDuplicate,
  type NewPerson,
} from '#features/records/people/duplicates.ts';
import { visibleTo } from '../students.policy.ts';
import { findableStudents, students } from '../students.schema.ts';

const shown = 5;
const columns = (table: typeof students | typeof findableStudents) => ({
  id: table.id,
  surname: table.surname,
  firstName: table.firstName,
  middleName: table.middleName,
  birthDate: table.birthDate,
  number: table.admissionNumber,
  place: table.batchName,
});

/**
 * Possible duplicates of a student in a form: same name, same surname and date of birth, or same phone; the likeliest
 * first.
 */
export async function findDuplicateStudents(db: Db, actor: Actor, asked: PossibleDuplicate) {
  const { institution_id: institutionId, birth_date: birthDate, except } = asked;
  const membership = membershipIn(actor, institutionId);
  if (!membership) throw new NotFound('institution');
  const named = { surname: asked.surname, firstName: asked.first_name };
  const phone = asked.phone ? readPhone(asked.phone, membership.countryId) : null;
  const table = findableStudents;
  const likenesses = [
    hasSameName(table, named),
    bornAs(table, named, birthDate),
    // The search index finds the number; the columns confirm that it matches in full.
    phone
      ? and(sql`${table.searchText} like ${`%${phone.slice(1)}%`}`, or(eq(table.phone, phone), eq(table.mobile, phone)))
      : undefined,
  ].filter((one) => one !== undefined);
  if (likenesses.length === 0) return { rows: [], isMore: false };
  const isBorn = sql`coalesce(${table.birthDate} = ${birthDate ?? null}::date, false)`;
  return bounded(shown, (limit) =>
    db
      .select({ ...columns(table), sameBirth: sql<boolean>`${isBorn}` })
      .from(table)
      .where(
        and(
          visibleTo(actor, table, institutionId),
          or(...likenesses),
          except === undefined ? undefined : ne(table.id, except),
        ),
      )
      .orderBy(sql`${isBorn} desc`, table.sortName, table.id)
      .limit(limit),
  );
}

/**
 * Asks for confirmation before a second record with the same name and date of birth. Forms sent at once are serialised.
 */
export async function refuseDuplicateStudent(
  tx: Tx,
  actor: Actor,
  person: NewPerson,
  isConfirmed: boolean,
): Promise<void> {
  await tx.execute(lockName(person.institutionId, person));
  if (isConfirmed) return;
  const [duplicate] = await tx
    .select(columns(students))
    .from(students)
    .where(and(visibleTo(actor, students, person.institutionId), isDuplicate(students, person, person.birthDate)))
    .limit(1);
  if (!duplicate) return;
  const born = duplicate.birthDate ? `, born ${formatDay(duplicate.birthDate)},` : '';
  throw new ValidationError(
    'confirm_alike',
    `${duplicate.firstName} ${duplicate.surname}${born} already exists, with admission number ${duplicate.number}. If this is a different person, tick “This is a different person” and save again.`,
  );
}
