import { sql, type SQL } from 'drizzle-orm';
import { institutionsInView, membershipIn, type Actor } from '#kernel/actor.ts';
import type { PermissionLabels } from '#kernel/permissions.ts';

export const leavePermissions = {
  'leave.request': 'Request their own leave',
  'leave.approve': 'View all leave, and approve or refuse other people’s requests',
  'leave.edit': 'Edit leave types, and how many days employees have',
  'staffAttendance.take': 'Take the daily register of employees',
  'staffAttendance.view': 'View the attendance of all employees',
} satisfies PermissionLabels<string>;

declare module '#kernel/permissions.ts' {
  interface Permissions extends Record<keyof typeof leavePermissions, true> {}
}

/** The leave requests `r` that the actor sees: all for those who decide, else their own. Every query starts here. */
export function visibleRequests(actor: Actor, wanted?: number): SQL {
  const ways = institutionsInView(actor, wanted, 'leave.approve', 'leave.request').flatMap((id) => {
    const { permissions, employeeIds } = membershipIn(actor, id)!;
    if (permissions.has('leave.approve')) return [sql`r.institution_id = ${id}`];
    return employeeIds.length
      ? [sql`(r.institution_id = ${id} and r.employee_id = any (${sql.param(employeeIds)}::bigint[]))`]
      : [];
  });
  return ways.length ? sql`(${sql.join(ways, sql` or `)})` : sql`false`;
}

export interface OwnEmployee {
  institutionId: number;
  employeeId: number;
}

/** The actor's own employee records where they may ask for leave. */
export const ownEmployees = (actor: Actor, wanted?: number): OwnEmployee[] =>
  institutionsInView(actor, wanted, 'leave.request').flatMap((institutionId) =>
    membershipIn(actor, institutionId)!.employeeIds.map((employeeId) => ({ institutionId, employeeId })),
  );

export const isOwnRecord = (actor: Actor, { institutionId, employeeId }: OwnEmployee): boolean =>
  membershipIn(actor, institutionId)?.employeeIds.includes(employeeId) ?? false;
