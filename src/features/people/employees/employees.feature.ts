import type { Feature } from '#web/feature.ts';
import { contactsApproval } from '#features/records/people/contacts/change-contacts.ts';
import { employeeKind } from './create-employee.ts';
import { employeePermissions } from './employees.policy.ts';
import { employeeRoutes } from './employees.routes.ts';
import { employeeTours } from './employees.tour.ts';
import { employeePersonalData } from './employees.personal-data.ts';
import { employeeDashlets } from './employees.dashlets.ts';
import { employeeReports } from './employees.reports.ts';
import { employeeWaiting } from './employees.waiting.ts';

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
  waiting: employeeWaiting,
} satisfies Feature;
