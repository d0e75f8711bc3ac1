import { and, eq, ne, or, sql, asc, desc, isNull, type SQL, inArray, type Placeholder } from 'drizzle-orm';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { bounded } from '#kernel/database/bounded.ts';
import { type Db, type Tx, hasKey } from '#kernel/database.ts';
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
import {
  academicSessions,
  batchTeachers,
  batches,
  courseOfferings,
  courses,
} from '#features/school/structure/structure.schema.ts';
import { cachedQuery, recordId } from '#kernel/database/cached-query.ts';
import { accounts, credentials, memberships, roles } from '#kernel/identity.schema.ts';

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

/** The classes and subjects of an employee, latest session first. */
export const workOf = (db: Db, actor: Actor, employeeId: number) => workWhere(db, mine(actor, employeeId));
export type EmployeeWork = Awaited<ReturnType<typeof workOf>>;

/** The same for open batches only: the work to hand over. */
export const openWorkOf = (db: Db, actor: Actor, employeeId: number) =>
  workWhere(db, and(mine(actor, employeeId), isNull(batches.closedAt), isNull(academicSessions.closedAt))!);

const mine = (actor: Actor, employeeId: number) => and(visibleTo(actor, employees), eq(employees.id, employeeId))!;

async function workWhere(db: Db, where: SQL) {
  const [classes, taught] = await Promise.all([classesLed(db, where), coursesTaught(db, where)]);
  return { classes, courses: taught };
}

const classesLed = (db: Db, where: SQL) =>
  db
    .select({ batchId: batches.id, batch: batches.name, session: academicSessions.name, closedAt: batches.closedAt })
    .from(batchTeachers)
    .innerJoin(employees, hasKey(employees, batchTeachers.institutionId, batchTeachers.employeeId))
    .innerJoin(batches, hasKey(batches, batchTeachers.institutionId, batchTeachers.batchId))
    .innerJoin(academicSessions, hasKey(academicSessions, batches.institutionId, batches.sessionId))
    .where(where)
    .orderBy(desc(academicSessions.startsOn), asc(batches.name));

const coursesTaught = (db: Db, where: SQL) =>
  db
    .select({
      offeringId: courseOfferings.id,
      batchId: batches.id,
      batch: batches.name,
      session: academicSessions.name,
      code: courses.code,
      course: courses.title,
      closedAt: batches.closedAt,
    })
    .from(courseOfferings)
    .innerJoin(employees, hasKey(employees, courseOfferings.institutionId, courseOfferings.employeeId))
    .innerJoin(batches, hasKey(batches, courseOfferings.institutionId, courseOfferings.batchId))
    .innerJoin(courses, hasKey(courses, courseOfferings.institutionId, courseOfferings.courseId))
    .innerJoin(academicSessions, hasKey(academicSessions, batches.institutionId, batches.sessionId))
    .where(where)
    .orderBy(desc(academicSessions.startsOn), asc(batches.name), asc(courses.title));

/** Part of a query: the accounts linked to an employee. */
export const accountsOf = (institutionId: number, employeeId: number) => sql`(
  select account_id from ${memberships} where institution_id = ${institutionId} and employee_id = ${employeeId})`;

/**
 * The roles that an account holds as this employee: those linked to the record, and those linked to no record. Roles as
 * a parent, a student or another employee do not count.
 */
export const heldAs = (employeeId: number | Placeholder) =>
  or(
    eq(memberships.employeeId, employeeId),
    and(isNull(memberships.employeeId), isNull(memberships.studentId), isNull(memberships.guardianId)),
  )!;

const signIns = cachedQuery((db, actor) =>
  db
    .select({
      accountId: accounts.id,
      username: accounts.username,
      state: sql<'active' | 'invited' | 'disabled'>`case when ${accounts.disabledAt} is not null then 'disabled'
        when ${credentials.passwordHash} is null then 'invited' else 'active' end`,
      role: roles.name,
    })
    .from(employees)
    .innerJoin(memberships, and(eq(memberships.institutionId, employees.institutionId), heldAs(recordId)))
    .innerJoin(roles, hasKey(roles, memberships.institutionId, memberships.roleId))
    .innerJoin(accounts, eq(accounts.id, memberships.accountId))
    .leftJoin(credentials, eq(credentials.accountId, accounts.id))
    .where(
      and(
        visibleTo(actor, employees),
        eq(employees.id, recordId),
        inArray(
          memberships.accountId,
          sql`(select m.account_id from ${memberships} m where m.institution_id = ${employees.institutionId} and m.employee_id = ${recordId})`,
        ),
      ),
    )
    .orderBy(asc(accounts.id), asc(memberships.id)),
);

/** The accounts of an employee, with their roles. */
export async function signInsOf(db: Db, actor: Actor, employeeId: number) {
  const rows = await signIns(db, actor, {}, { id: employeeId });
  const all = new Map<
    number,
    { accountId: number; username: string; state: (typeof rows)[number]['state']; roles: string[] }
  >();
  for (const { role, ...account } of rows) {
    const known = all.get(account.accountId) ?? { ...account, roles: [] };
    if (!known.roles.includes(role)) known.roles.push(role);
    all.set(account.accountId, known);
  }
  return [...all.values()];
}
export type SignIn = Awaited<ReturnType<typeof signInsOf>>[number];
