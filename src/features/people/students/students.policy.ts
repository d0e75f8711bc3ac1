import { and, eq, inArray, isNull, or, sql, type SQL } from 'drizzle-orm';
import { institutionsInView, membershipIn, type Actor } from '#kernel/actor.ts';
import type { GroupPermissions, RestrictedGroup } from '#kernel/contracts/field-groups.ts';
import type { PermissionLabels } from '#kernel/permissions.ts';
import { studentGuardians } from '#features/records/people/people.schema.ts';
import { batchTeachers, courseOfferings } from '#features/school/structure/structure.schema.ts';
import type { findableStudents, students } from './students.schema.ts';

export const studentPermissions = {
  'students.view': 'View all students',
  'students.viewOwn': 'View students in their own {batches} and {courses}',
  'students.viewSelf': 'View their own record, or their children’s',
  'students.viewHealth': 'View students’ health data: blood group, genotype',
  'students.viewReligion': 'View students’ religion',
  'students.viewPrivate': 'View students’ documents and private fields',
  'students.create': 'Add students',
  'students.edit': 'Edit student records',
  'students.changeStatus': 'Suspend, withdraw, transfer, graduate and readmit students',
  'students.assignBatch': 'Assign students to {batches}',
  'students.import': 'Import students from files',
  'students.export': 'Export lists of students',
} satisfies PermissionLabels<string>;

declare module '#kernel/permissions.ts' {
  interface Permissions extends Record<keyof typeof studentPermissions, true> {}
}

/** The permissions that show students. `visibleTo` says which ones each shows. */
export const maySeeStudents = ['students.view', 'students.viewOwn', 'students.viewSelf'] as const;

export const studentGroups: GroupPermissions = {
  health: 'students.viewHealth',
  religion: 'students.viewReligion',
  private: 'students.viewPrivate',
};

type StudentTable = typeof students | typeof findableStudents;

/** The rows that the actor can see. Every query on students starts here. */
export const visibleTo = (actor: Actor, table: StudentTable, wanted?: number): SQL =>
  or(...visibleByInstitution(actor, table, wanted)) ?? sql`false`;

/** The same as one condition for each institution, so that each is read in order from its own index. */
export function visibleByInstitution(actor: Actor, table: StudentTable, wanted?: number): SQL[] {
  return institutionsInView(actor, wanted, ...maySeeStudents).flatMap((id) => {
    const { employeeIds, studentIds, guardianIds, permissions } = membershipIn(actor, id)!;
    const here = and(eq(table.institutionId, id), isNull(table.mergedIntoId))!;
    if (permissions.has('students.view')) return [here];
    const own: SQL[] = [];
    if (permissions.has('students.viewOwn') && employeeIds.length)
      own.push(inArray(table.batchId, batchesTaughtBy(id, employeeIds)));
    if (permissions.has('students.viewSelf')) {
      if (studentIds.length) own.push(inArray(table.id, studentIds));
      if (guardianIds.length) own.push(inArray(table.id, childrenOf(id, guardianIds)));
    }
    return own.length ? [and(here, or(...own))!] : [];
  });
}

/**
 * The students whose fields of a restricted group the actor can see: by permission, and their own and their children's.
 * Always used together with `visibleTo`.
 */
export function groupVisibleTo(actor: Actor, table: StudentTable, group: RestrictedGroup): SQL {
  const ways = actor.institutions.flatMap(({ id, permissions, studentIds, guardianIds }) => {
    const here = eq(table.institutionId, id);
    if (permissions.has(studentGroups[group])) return [here];
    if (!permissions.has('students.viewSelf')) return [];
    return [
      ...(studentIds.length ? [and(here, inArray(table.id, studentIds))!] : []),
      ...(guardianIds.length ? [and(here, inArray(table.id, childrenOf(id, guardianIds)))!] : []),
    ];
  });
  return or(...ways) ?? sql`false`;
}

/** The institutions in view if all students of each are visible; otherwise null. */
export function seenWhole(actor: Actor, wanted?: number): number[] | null {
  const inView = institutionsInView(actor, wanted, ...maySeeStudents);
  return inView.every((id) => membershipIn(actor, id)!.permissions.has('students.view')) ? inView : null;
}

/** The children of a guardian. */
export const childrenOf = (institutionId: number, guardianIds: number[]) => sql`(
  select ${studentGuardians.studentId} from ${studentGuardians}
  where ${studentGuardians.institutionId} = ${institutionId} and ${inArray(studentGuardians.guardianId, guardianIds)})`;

/** The batches in which an employee is class teacher or teaches a subject. */
export const batchesTaughtBy = (institutionId: number, employeeIds: number[]) => sql`(
  select ${batchTeachers.batchId} from ${batchTeachers}
  where ${batchTeachers.institutionId} = ${institutionId} and ${inArray(batchTeachers.employeeId, employeeIds)}
  union select ${courseOfferings.batchId} from ${courseOfferings}
  where ${courseOfferings.institutionId} = ${institutionId} and ${inArray(courseOfferings.employeeId, employeeIds)})`;
