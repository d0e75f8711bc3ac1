import { sql, type SQL } from 'drizzle-orm';
import { institutionsInView, membershipIn, type Actor, type ActorInstitution } from '#kernel/actor.ts';
import type { PermissionLabels } from '#kernel/permissions.ts';

export const calendarPermissions = {
  'calendar.view': 'View the calendar',
  'calendar.edit': 'Edit the calendar: school days, holidays and events',
} satisfies PermissionLabels<string>;

declare module '#kernel/permissions.ts' {
  interface Permissions extends Record<keyof typeof calendarPermissions, true> {}
}

export const maySeeCalendar = ['calendar.view', 'calendar.edit'] as const;

/** The institutions whose calendar the actor sees, or the one in view. */
export const calendarsOf = (actor: Actor, wanted?: number): number[] =>
  institutionsInView(actor, wanted, ...maySeeCalendar);

/**
 * The calendar entries `e` that the actor sees in these institutions. Every query on them starts here. What makes a day
 * a school day or not is for everybody; events are for those whom they concern, and for editors.
 */
export function visibleEntries(actor: Actor, institutionIds: readonly number[]): SQL {
  const ways = institutionIds.map((id) => {
    const membership = membershipIn(actor, id)!;
    if (membership.permissions.has('calendar.edit')) return sql`e.institution_id = ${id}`;
    const concerned = sql.join([sql`e.kind <> 'event'`, ...concernedIn(membership)], sql` or `);
    return sql`(e.institution_id = ${id} and (${concerned}))`;
  });
  return ways.length ? sql`(${sql.join(ways, sql` or `)})` : sql`false`;
}

const anyOf = (ids: number[]) => sql`any (${sql.param(ids)}::bigint[])`;

/** Students who have left, and their guardians, are not concerned by what a class does. */
const ofClass = sql`s.status in ('active', 'suspended') and s.merged_into_id is null
  and (e.class_ids = '{}' or exists (select from batches b
    where (b.institution_id, b.id) = (s.institution_id, s.batch_id) and b.class_id = any (e.class_ids)))`;

function concernedIn({ isOwner, employeeIds, studentIds, guardianIds }: ActorInstitution): SQL[] {
  return [
    // Owners without an employee record see what is for employees.
    ...(isOwner || employeeIds.length ? [sql`'employee' = any (e.audiences)`] : []),
    ...(studentIds.length
      ? [
          sql`('student' = any (e.audiences) and exists (select from students s
            where s.institution_id = e.institution_id and s.id = ${anyOf(studentIds)} and ${ofClass}))`,
        ]
      : []),
    ...(guardianIds.length
      ? [
          sql`('guardian' = any (e.audiences) and exists (select from student_guardians g
            join students s on (s.institution_id, s.id) = (g.institution_id, g.student_id)
            where g.institution_id = e.institution_id and g.guardian_id = ${anyOf(guardianIds)} and ${ofClass}))`,
        ]
      : []),
  ];
}
