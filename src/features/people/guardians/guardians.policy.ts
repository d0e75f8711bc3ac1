import { and, eq, inArray, isNull, or, sql, type SQL } from 'drizzle-orm';
import { institutionsInView, membershipIn, type Actor } from '#kernel/actor.ts';
import { fieldGroups, groupsSeen, type FieldGroup, type RestrictedGroup } from '#kernel/contracts/field-groups.ts';
import type { PermissionLabels } from '#kernel/permissions.ts';
import { type guardians, studentGuardians, type findableGuardians } from '#features/records/people/people.schema.ts';
import { students } from '#features/people/students/students.schema.ts';
import { studentGroups, visibleTo as visibleStudents } from '#features/people/students/students.policy.ts';

export const guardianPermissions = {
  'guardians.view': 'View all guardians',
  'guardians.viewOwn': 'View guardians of students in their own {batches} and {courses}',
  'guardians.viewSelf': 'View their own guardian record',
  'guardians.edit': 'Add guardians, edit their records and link them to students',
  'guardians.invite': 'Invite guardians to create an account',
  'guardians.import': 'Import guardians from files',
  'guardians.export': 'Export lists of guardians',
} satisfies PermissionLabels<string>;

declare module '#kernel/permissions.ts' {
  interface Permissions extends Record<keyof typeof guardianPermissions, true> {}
}

/** The permissions that show guardians. `visibleTo` says which ones each shows. */
export const maySeeGuardians = ['guardians.view', 'guardians.viewOwn', 'guardians.viewSelf'] as const;

type GuardianTable = typeof guardians | typeof findableGuardians;

/** The rows that the actor can see. Every query on guardians starts here. */
export const visibleTo = (actor: Actor, table: GuardianTable, wanted?: number): SQL =>
  or(...visibleByInstitution(actor, table, wanted)) ?? sql`false`;

/** The same as one condition for each institution, so that each is read in order from its own index. */
export function visibleByInstitution(actor: Actor, table: GuardianTable, wanted?: number): SQL[] {
  return institutionsInView(actor, wanted, ...maySeeGuardians).flatMap((id) => {
    const { guardianIds, permissions } = membershipIn(actor, id)!;
    const here = and(eq(table.institutionId, id), isNull(table.mergedIntoId))!;
    if (permissions.has('guardians.view')) return [here];
    const own: SQL[] = [];
    if (permissions.has('guardians.viewOwn')) own.push(inArray(table.id, guardiansOfVisible(actor, id)));
    if (permissions.has('guardians.viewSelf') && guardianIds.length) own.push(inArray(table.id, guardianIds));
    return own.length ? [and(here, or(...own))!] : [];
  });
}

/**
 * Guardians have no separate permissions for restricted fields: the students' permissions apply. A guardian's restricted
 * data (documents, custom fields) is kept for the child, so users trusted with the child's data can see it, and a school
 * can't grant one and forget the other. Guardians see their own.
 */
export const guardianGroups = studentGroups;

/** The groups of a guardian's fields that the actor can see. */
export const groupsOf = (actor: Actor, guardian: { institutionId: number; id: number }): FieldGroup[] =>
  isOwn(actor, guardian) ? [...fieldGroups] : groupsSeen(actor, guardian.institutionId, guardianGroups);

export const isOwn = (actor: Actor, { institutionId, id }: { institutionId: number; id: number }) => {
  const membership = membershipIn(actor, institutionId);
  return Boolean(membership?.permissions.has('guardians.viewSelf') && membership.guardianIds.includes(id));
};

/** The guardians whose fields of a restricted group the actor can see. Always used together with `visibleTo`. */
export function groupVisibleTo(actor: Actor, table: GuardianTable, group: RestrictedGroup): SQL {
  const ways = actor.institutions.flatMap(({ id, permissions, guardianIds }) => {
    const here = eq(table.institutionId, id);
    if (permissions.has(guardianGroups[group])) return [here];
    const isSelf = permissions.has('guardians.viewSelf') && guardianIds.length > 0;
    return isSelf ? [and(here, inArray(table.id, guardianIds))!] : [];
  });
  return or(...ways) ?? sql`false`;
}

/** Guardians of the students that the actor can see in the institution. */
const guardiansOfVisible = (actor: Actor, institutionId: number) => sql`(
  select ${studentGuardians.guardianId} from ${studentGuardians} join ${students}
    on ${students.institutionId} = ${studentGuardians.institutionId} and ${students.id} = ${studentGuardians.studentId}
  where ${studentGuardians.institutionId} = ${institutionId} and ${visibleStudents(actor, students, institutionId)})`;
