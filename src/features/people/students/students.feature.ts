import type { Feature } from '#web/feature.ts';
import { contactsApproval } from '#features/records/people/contacts/change-contacts.ts';
import { studentKind } from './student-kind.ts';
import { studentPermissions } from './students.policy.ts';
import { studentRoutes } from './students.routes.ts';
import { studentReports } from './students.reports.ts';
import { studentTours } from './students.tour.ts';
import { studentPersonalData } from './students.personal-data.ts';
import { studentDashlets } from './students.dashlets.ts';
import { sql } from 'drizzle-orm';
import type { UnfinishedWork } from '#kernel/contracts/unfinished-work.ts';
import { can, institutionsInView } from '#kernel/actor.ts';
import type { PendingTaskKind } from '#kernel/contracts/dashlet.ts';
import { pendingTask } from '#kernel/pending-task.ts';
import { expiringWork } from '#features/records/people/documents/expiring-count.ts';
import { expiringDocuments } from './expiring-documents.ts';
import { duplicateGroups } from './possible-duplicates.ts';
import { countUnassigned, unassignedStudents } from './unassigned.queries.ts';

const unassigned: PendingTaskKind = {
  place: 35,
  may: ['students.assignBatch'],
  async load(db, actor, wanted) {
    const ids = institutionsInView(actor, wanted, 'students.assignBatch').filter((id) =>
      can(actor, 'students.view', id),
    );
    return pendingTask(await countUnassigned(db, ids), {
      one: 'student without a class arm',
      many: 'students without a class arm',
      href: unassignedStudents,
      action: 'Assign',
    });
  },
};

const duplicates: PendingTaskKind = {
  place: 80,
  may: ['people.merge'],
  async load(db, actor, wanted) {
    const [first] = await duplicateGroups(db, actor, wanted);
    return pendingTask(first?.all ?? 0, {
      one: 'possible duplicate student record',
      many: 'possible duplicate student records',
      href: `/students?q=${encodeURIComponent(first?.name ?? '')}`,
      action: 'Compare',
    });
  },
};

const papers: PendingTaskKind = {
  place: 75,
  may: ['students.edit'],
  load: (db, actor, wanted) => expiringWork(db, 'student', expiringDocuments(actor, wanted)),
};

const studentPendingTasks: readonly PendingTaskKind[] = [unassigned, duplicates, papers];

/** Students who neither moved on nor left. */
const studentsInside: UnfinishedWork = {
  kind: 'students',
  place: 30,
  one: 'student still enrolled in the session',
  many: 'students still enrolled in the session',
  href: ({ id }) => `/batches?academic_session=${id}`,
  may: ['students.view'],
  found: ({ institutionId, id }) => sql`select s.surname || ' ' || s.first_name as name
        from enrolments e join students s on (s.institution_id, s.id) = (e.institution_id, e.student_id)
        where e.institution_id = ${institutionId} and e.session_id = ${id} and e.to_date is null`,
};

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
  pendingTasks: studentPendingTasks,
} satisfies Feature;
