import type { Feature } from '#web/feature.ts';
import { contactsApproval } from '#features/records/people/contacts/change-contacts.ts';
import { employeeKind } from './create-employee.ts';
import { employeePermissions, groupVisibleTo, maySeeEmployees, visibleTo } from './employees.policy.ts';
import { employeeRoutes } from './employees.routes.ts';
import { employeeTours } from './employees.tour.ts';
import { employeePersonalData } from './employees.personal-data.ts';
import { employeeReports } from './employees.reports.ts';
import type { PendingTaskKind, ReadyDashlet } from '#kernel/contracts/dashlet.ts';
import { expiringWork, expiringCount } from '#features/records/people/documents/expiring-count.ts';
import { and, sql } from 'drizzle-orm';
import { birthdaysAhead } from '#features/records/people/birthdays.ts';
import { employees } from '#features/records/people/people.schema.ts';
import { worksHere } from '#features/records/people/serve-choices.ts';
import type { Actor } from '#kernel/actor.ts';

/** Whose documents are looked at: employees whose private data the actor can see, as long as they work here. */
const expiringDocuments = (actor: Actor, wanted: number | undefined) => ({
  from: sql`${employees}`,
  id: sql`${employees.id}`,
  href: '/employees',
  visible: and(visibleTo(actor, employees, wanted), groupVisibleTo(actor, employees, 'private'), worksHere())!,
});

/** Dates of birth and documents are private. */
const birthdays: ReadyDashlet = {
  key: 'employees.birthdays',
  label: 'Employees’ birthdays',
  place: 151,
  size: 'small',
  may: ['employees.viewPrivate'],
  description: 'Employees with a birthday today or in the next six days.',
  empty: 'No birthdays in the next seven days.',
  load: (db, actor, wanted) =>
    birthdaysAhead(db, actor, wanted, {
      table: employees,
      from: sql`${employees}`,
      href: '/employees/',
      may: maySeeEmployees,
      visible: and(visibleTo(actor, employees, wanted), groupVisibleTo(actor, employees, 'private'), worksHere())!,
    }),
};

const papers: ReadyDashlet = {
  key: 'employees.papers',
  label: 'Employees’ expiring documents',
  place: 161,
  size: 'small',
  may: ['employees.viewPrivate'],
  description: 'Employees’ documents that expire within a month or have expired.',
  empty: 'No documents expire soon.',
  load: (db, actor, wanted) => expiringCount(db, 'employee', expiringDocuments(actor, wanted)),
};

const employeeDashlets: readonly ReadyDashlet[] = [birthdays, papers];

const employeePendingTasks: readonly PendingTaskKind[] = [
  {
    place: 76,
    may: ['employees.edit'],
    load: (db, actor, wanted) => expiringWork(db, 'employee', expiringDocuments(actor, wanted)),
  },
];

export const employeeFeature = {
  name: 'employees',
  permissions: employeePermissions,
  roles: {
    ict_administrator: [
      'employees.view',
      'employees.viewSelf',
      'employees.create',
      'employees.import',
      'employees.export',
    ],
    principal: ['employees.view', 'employees.viewSelf', 'employees.viewPrivate', 'employees.export'],
    registrar: ['employees.view', 'employees.viewSelf'],
    admission_officer: ['employees.viewSelf'],
    bursar: ['employees.viewSelf'],
    cashier: ['employees.viewSelf'],
    hr_officer: [
      'employees.view',
      'employees.viewSelf',
      'employees.viewPrivate',
      'employees.viewHealth',
      'employees.viewReligion',
      'employees.create',
      'employees.edit',
      'employees.changeStatus',
      'employees.import',
      'employees.export',
    ],
    teacher: ['employees.viewSelf'],
    employee: ['employees.viewSelf'],
  },
  nouns: { employees: 'Employees' },
  routes: [employeeRoutes],
  menuSections: [
    {
      key: 'employees',
      label: 'Employees',
      icon: 'briefcase',
      place: 20,
      bar: 5,
      groups: { employees: 'Employees', leave: 'Leave', register: 'Staff register' },
    },
  ],
  menu: [
    {
      section: 'employees',
      place: 10,
      label: 'Employees',
      href: '/employees',
      may: ['employees.view'],
      group: 'employees',
      usedBy: ['employees.create', 'employees.edit', 'leave.approve'],
      also: 'all employees staff teachers',
    },
    {
      section: 'mine',
      place: 10,
      label: 'My record',
      href: '/employees/me',
      may: ['employees.viewSelf'],
      of: ['employeeIds'],
    },
  ],
  tours: employeeTours,
  approvals: [contactsApproval(employeeKind)],
  demo: async () => (await import('./load.demo.ts')).steps,
  personalData: employeePersonalData,
  dashlets: employeeDashlets,
  reports: employeeReports,
  pendingTasks: employeePendingTasks,
} satisfies Feature;
