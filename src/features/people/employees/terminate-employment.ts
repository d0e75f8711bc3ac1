import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { type Tx, hasKey } from '#kernel/database.ts';
import { formatDay, today } from '#kernel/dates.ts';
import { NotAllowed, ValidationError } from '#kernel/errors.ts';
import { accounts, memberships } from '#kernel/identity.schema.ts';
import { day, emptyIsNull, id, line } from '#kernel/schemas.ts';
import { holds, managesAccess } from '#features/access/accounts/accounts.policy.ts';
import { refuseLastOwner } from '#features/access/accounts/roles/last-owner.ts';
import { endSessions } from '#features/access/accounts/sign-in/open-session.ts';
import { employees } from '#features/records/people/people.schema.ts';
import { isOwn } from './employees.policy.ts';
import { employeeMoves } from './employees.schema.ts';
import { rolesEnding } from './reinstate-employee.ts';
import { lockEmployee } from './create-employee.ts';
import { worksHere } from '#features/records/people/serve-choices.ts';
import {
  academicSessions,
  batchTeachers,
  batches,
  courseOfferings,
  courses,
} from '#features/school/structure/structure.schema.ts';

export const TerminateEmployment = z.object({
  left_on: day,
  reason: line(300, 'The reason'),
  /** Takes over the employee's classes and subjects. */
  successor_id: emptyIsNull(id),
});

/**
 * Ends the employment: keeps the record, removes the roles here and ends their sessions. An account without any other
 * institution is disabled. Open classes lose this teacher; closed ones keep the name.
 */
export async function terminateEmployment(
  tx: Tx,
  actor: Actor,
  employeeId: number,
  input: z.infer<typeof TerminateEmployment>,
) {
  const employee = await lockEmployee(tx, actor, employeeId, input.successor_id);
  const { institutionId } = employee;
  allow(actor, 'employees.changeStatus', institutionId);
  const name = `${employee.firstName} ${employee.surname}`;
  if (employee.leftOn) throw new ValidationError('form', `${name} has already left.`);
  if (isOwn(actor, employee))
    throw new ValidationError('form', 'You can’t record your own exit. Ask a colleague to do it.');
  checkDay(input.left_on, employee.employedOn, membershipIn(actor, institutionId)!.timeZone);
  const { ended, disabled } = await endRoles(tx, actor, institutionId, employeeId);
  const givenUp = await handOver(tx, { institutionId, employeeId, successorId: input.successor_id });
  await tx
    .update(employees)
    .set({ leftOn: input.left_on, leavingReason: input.reason, updatedAt: sql`now()` })
    .where(hasKey(employees, institutionId, employeeId));
  const endedRoles = ended.map(({ accountId, roleId, role }) => ({
    accountId,
    roleId,
    role,
    ...(disabled.has(accountId) && { wasShut: true }),
  }));
  await tx.insert(employeeMoves).values({
    institutionId,
    employeeId,
    kind: 'left',
    onDate: input.left_on,
    reason: input.reason,
    endedRoles,
    givenUp,
    accountId: actor.accountId,
  });
  await record(tx, actor, 'employees.leave', {
    institutionId,
    summary: `recorded the exit of ${name} on ${formatDay(input.left_on)}`,
    subject: { type: 'employee', id: employeeId },
    details: {
      reason: input.reason,
      roles: ended.map(({ role }) => role),
      givenUp,
      ...(input.successor_id && { successor: input.successor_id }),
    },
  });
  return { name, roles: ended.length };
}

function checkDay(leftOn: string, employedOn: string | null, timeZone: string) {
  if (leftOn > today(timeZone))
    throw new ValidationError('left_on', 'This date is in the future. Record the exit on the day itself.');
  if (employedOn && leftOn < employedOn)
    throw new ValidationError('left_on', 'This date is before the date of employment.');
}

/** Removes the employee's roles here and what depends on them. Refused for an employee who has more permissions than the actor. */
async function endRoles(tx: Tx, actor: Actor, institutionId: number, employeeId: number) {
  const ending = await rolesEnding(tx, institutionId, employeeId);
  for (const role of ending) {
    if (role.isGroupAdministrator && !actor.isGroupAdministrator)
      throw new NotAllowed('This employee is a group administrator. Ask another group administrator.');
    if (managesAccess(role) && !holds(actor, institutionId, role.permissions))
      throw new NotAllowed(
        `This employee holds the role ${role.role}, which has more permissions than you. Ask an owner.`,
      );
  }
  for (const owner of new Set(ending.filter(({ key }) => key === 'owner').map(({ accountId }) => accountId)))
    await refuseLastOwner(tx, owner, [institutionId]);
  const disabled = new Set<number>();
  if (ending.length === 0) return { ended: ending, disabled };
  await tx.delete(memberships).where(
    and(
      eq(memberships.institutionId, institutionId),
      inArray(
        memberships.id,
        ending.map(({ membershipId }) => membershipId),
      ),
    ),
  );
  for (const accountId of new Set(ending.map((one) => one.accountId))) {
    await endSessions(tx, accountId);
    const closed = await tx
      .update(accounts)
      .set({ disabledAt: sql`now()` })
      .where(
        and(
          eq(accounts.id, accountId),
          isNull(accounts.disabledAt),
          eq(accounts.isGroupAdministrator, false),
          sql`cardinality(akada_institutions_of(${accounts.id})) = 0`,
        ),
      );
    if (closed.rowCount) disabled.add(accountId);
  }
  return { ended: ending, disabled };
}

interface HandOver {
  institutionId: number;
  employeeId: number;
  successorId: number | null;
}

/** Assigns an employee's open classes and subjects to a successor, or to no one yet. Returns them as text. */
async function handOver(tx: Tx, { institutionId, employeeId, successorId }: HandOver): Promise<string[]> {
  if (successorId !== null) await checkSuccessor(tx, institutionId, employeeId, successorId);
  const open = tx
    .select({ id: batches.id })
    .from(batches)
    .innerJoin(academicSessions, hasKey(academicSessions, batches.institutionId, batches.sessionId))
    .where(and(eq(batches.institutionId, institutionId), isNull(batches.closedAt), isNull(academicSessions.closedAt)));
  const left = await tx
    .delete(batchTeachers)
    .where(
      and(
        eq(batchTeachers.institutionId, institutionId),
        eq(batchTeachers.employeeId, employeeId),
        inArray(batchTeachers.batchId, open),
      ),
    )
    .returning({ batchId: batchTeachers.batchId });
  if (successorId !== null && left.length)
    await tx
      .insert(batchTeachers)
      .values(left.map(({ batchId }) => ({ institutionId, batchId, employeeId: successorId })))
      .onConflictDoNothing();
  const taught = await tx
    .update(courseOfferings)
    .set({ employeeId: successorId })
    .where(
      and(
        eq(courseOfferings.institutionId, institutionId),
        eq(courseOfferings.employeeId, employeeId),
        inArray(courseOfferings.batchId, open),
      ),
    )
    .returning({ batchId: courseOfferings.batchId, courseId: courseOfferings.courseId });
  return inWords(tx, institutionId, left, taught);
}

async function checkSuccessor(tx: Tx, institutionId: number, employeeId: number, successorId: number) {
  const found = await tx.$count(
    employees,
    and(eq(employees.institutionId, institutionId), eq(employees.id, successorId), worksHere()),
  );
  if (!found || successorId === employeeId)
    throw new ValidationError('successor_id', 'Choose another current employee of the same institution.');
}

async function inWords(
  tx: Tx,
  institutionId: number,
  left: { batchId: number }[],
  taught: { batchId: number; courseId: number }[],
): Promise<string[]> {
  const batchIds = [...left, ...taught].map(({ batchId }) => batchId);
  if (batchIds.length === 0) return [];
  const names = await tx
    .select({ id: batches.id, name: batches.name })
    .from(batches)
    .where(and(eq(batches.institutionId, institutionId), inArray(batches.id, batchIds)));
  const titles = await tx
    .select({ id: courses.id, title: courses.title })
    .from(courses)
    .where(
      and(
        eq(courses.institutionId, institutionId),
        taught.length
          ? inArray(
              courses.id,
              taught.map(({ courseId }) => courseId),
            )
          : sql`false`,
      ),
    );
  const batch = (id: number) => names.find((one) => one.id === id)?.name ?? '';
  return [
    ...left.map(({ batchId }) => `led ${batch(batchId)}`),
    ...taught.map(
      ({ batchId, courseId }) =>
        `taught ${titles.find((one) => one.id === courseId)?.title ?? ''} to ${batch(batchId)}`,
    ),
  ].toSorted();
}
