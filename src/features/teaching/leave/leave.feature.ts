import type { Feature } from '#web/feature.ts';
import { sql } from 'drizzle-orm';
import { leaveSource, leaveTab } from './own-leave.ts';
import { leavePersonalData } from './leave.personal-data.ts';
import { leavePermissions } from './leave.policy.ts';
import { leaveRoutes } from './leave.routes.ts';
import { leaveTours } from './leave.tour.ts';
import { staffRoutes } from './days/staff.routes.ts';
import { requestRoutes } from './requests/requests.routes.ts';
import { institutionsInView, membershipIn } from '#kernel/actor.ts';
import type { PendingTaskKind } from '#kernel/contracts/dashlet.ts';
import { query } from '#kernel/database.ts';
import { pendingTask } from '#kernel/pending-task.ts';

const leavePendingTasks: readonly PendingTaskKind[] = [
  {
    place: 63,
    may: ['leave.approve'],
    async load(db, actor, wanted) {
      const ids = institutionsInView(actor, wanted, 'leave.approve');
      // One's own wait for somebody else.
      const own = ids.flatMap((id) => membershipIn(actor, id)!.employeeIds);
      const [row] = await query<{ count: number }>(db)`
        select count(*)::int as count from leave_requests r where r.institution_id = any (${sql.param(ids)}::int[])
          and r.state = 'asked' and not r.employee_id = any (${sql.param(own)}::bigint[])`;
      return pendingTask(row!.count, {
        one: 'leave request to decide',
        many: 'leave requests to decide',
        href: '/leave-requests?state=asked',
        action: 'Review',
      });
    },
  },
];

/** Employees' leave, and their daily register. */
export const leaveFeature = {
  name: 'leave',
  permissions: leavePermissions,
  roles: {
    ict_administrator: ['leave.request'],
    principal: ['leave.request', 'leave.approve', 'staffAttendance.take', 'staffAttendance.view'],
    registrar: ['leave.request'],
    admission_officer: ['leave.request'],
    bursar: ['leave.request'],
    cashier: ['leave.request'],
    hr_officer: ['leave.request', 'leave.approve', 'leave.edit', 'staffAttendance.take', 'staffAttendance.view'],
    teacher: ['leave.request'],
    employee: ['leave.request'],
  },
  nouns: { leave: 'Leave', staffAttendance: 'Attendance of employees' },
  routes: [leaveRoutes, requestRoutes, staffRoutes],
  menu: [
    {
      section: 'mine',
      place: 20,
      label: 'My leave and attendance',
      href: '/leave',
      may: ['leave.request'],
      also: 'days off holiday',
      of: ['employeeIds'],
    },
    {
      section: 'employees',
      place: 50,
      label: 'Staff register',
      href: '/staff-attendance',
      may: ['staffAttendance.take', 'staffAttendance.view'],
      group: 'register',
      also: 'daily register employees attendance',
    },
    {
      section: 'employees',
      place: 60,
      label: 'Leave requests',
      href: '/leave-requests',
      may: ['leave.approve'],
      group: 'leave',
      also: 'days off',
    },
    {
      section: 'settings',
      group: 'school',
      place: 45,
      label: 'Leave types',
      href: '/leave-types',
      about: 'Types of leave, with their days per year.',
      may: ['leave.edit'],
    },
  ],
  tours: leaveTours,
  confirmations: { leave: { what: 'Leave and attendance of employees', nouns: ['leave', 'staffAttendance'] } },
  profileTabs: [leaveTab],
  calendarSources: [leaveSource],
  pendingTasks: leavePendingTasks,
  personalData: leavePersonalData,
  seed: (tx, institutionId) => tx.execute(sql`select akada_usual_leave_types(${institutionId})`),
  demo: async () => (await import('./load.demo.ts')).steps,
} satisfies Feature;
