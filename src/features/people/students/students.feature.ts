import type { Feature } from '#web/feature.ts';
import { contactsApproval } from '#features/records/people/contacts/change-contacts.ts';
import { studentKind } from './student-kind.ts';
import { studentPermissions } from './students.policy.ts';
import { studentRoutes } from './students.routes.ts';
import { studentReports } from './students.reports.ts';
import { studentTours } from './students.tour.ts';
import { studentPersonalData } from './students.personal-data.ts';
import { studentDashlets } from './students.dashlets.ts';
import { studentWaiting } from './students.waiting.ts';
import { studentsInside } from './students.unfinished.ts';

const restricted = ['students.viewHealth', 'students.viewReligion', 'students.viewPrivate'] as const;

export const studentFeature = {
  name: 'students',
  permissions: studentPermissions,
  roles: {
    ict_administrator: ['students.view', 'students.create', 'students.import', 'students.export'],
    principal: ['students.view', ...restricted, 'students.changeStatus', 'students.export'],
    registrar: [
      'students.view',
      ...restricted,
      'students.create',
      'students.edit',
      'students.changeStatus',
      'students.assignBatch',
      'students.import',
      'students.export',
    ],
    admission_officer: ['students.view', ...restricted, 'students.create'],
    bursar: ['students.view'],
    cashier: ['students.view'],
    // Exports of children's records are restricted: teachers start without this permission.
    teacher: ['students.viewOwn'],
    student: ['students.viewSelf'],
    guardian: ['students.viewSelf'],
  },
  nouns: { students: 'Students', certificates: 'Certificates' },
  routes: [studentRoutes],
  menuSections: [
    {
      key: 'students',
      label: 'Students',
      icon: 'users',
      place: 10,
      bar: 1,
      groups: { students: 'Students', guardians: 'Guardians', attendance: 'Attendance' },
    },
  ],
  menu: [
    {
      section: 'mine',
      place: 5,
      label: 'Student record',
      href: '/students',
      may: ['students.viewSelf'],
      of: ['studentIds', 'guardianIds'],
    },
    {
      section: 'students',
      place: 10,
      label: 'Students',
      href: '/students',
      may: ['students.view', 'students.viewOwn'],
      group: 'students',
      usedBy: ['students.create', 'students.edit', 'students.changeStatus', 'students.viewOwn', 'fees.edit'],
      also: 'all students pupils learners children',
    },
    {
      section: 'students',
      place: 30,
      label: 'Without a batch',
      word: 'batch',
      after: ' assignment',
      href: '/students/batch-assignment',
      may: ['students.assignBatch'],
      group: 'students',
      also: 'unassigned class arm placement',
    },
    {
      section: 'students',
      place: 40,
      label: 'Certificates',
      href: '/students/certificates',
      may: ['students.changeStatus'],
      group: 'students',
      also: 'leaving testimonial transfer certificate',
    },
  ],
  tours: studentTours,
  approvals: [contactsApproval(studentKind)],
  demo: async () => (await import('./load.demo.ts')).steps,
  personalData: studentPersonalData,
  reports: studentReports,
  dashlets: studentDashlets,
  unfinished: [studentsInside],
  waiting: studentWaiting,
} satisfies Feature;
