import type { Feature } from '#web/feature.ts';
import { assessmentPersonalData } from './assessment.personal-data.ts';
import { assessmentPermissions } from './assessment.policy.ts';
import { assessmentTours } from './assessment.tour.ts';
import { remindTeachersDaily } from './deadlines/remind-teachers.job.ts';
import { electiveRoutes } from './electives/electives.routes.ts';
import { marksRoutes } from './marks/marks.routes.ts';
import { assessmentSetupRoutes } from './setup.routes.ts';
import { sheetRoutes } from './sheets/sheets.routes.ts';
import { assessmentDashlets } from './assessment.dashlets.ts';
import { assessmentPendingTasks } from './assessment.pending-tasks.ts';
import { sql } from 'drizzle-orm';
import type { UnfinishedWork } from '#kernel/contracts/unfinished-work.ts';

/** Class arms with students whose results of a term are not published, opened or not. */
const unpublishedSheets: UnfinishedWork = {
  kind: 'sheets',
  place: 10,
  one: 'mark sheet not published',
  many: 'mark sheets not published',
  href: () => '/mark-sheets',
  may: ['marks.view'],
  found: ({ institutionId, id }) => sql`select b.name || ', ' || t.name as name
        from terms t join batches b on (b.institution_id, b.session_id) = (t.institution_id, t.session_id)
          and exists (select from enrolments e where (e.institution_id, e.batch_id) = (b.institution_id, b.id))
        left join mark_sheets s on (s.institution_id, s.term_id, s.batch_id) = (b.institution_id, t.id, b.id)
        where t.institution_id = ${institutionId} and t.session_id = ${id} and coalesce(s.state, 'draft') <> 'published'`,
};

export const assessmentFeature = {
  name: 'assessment',
  permissions: assessmentPermissions,
  roles: {
    ict_administrator: ['assessment.view', 'assessment.edit'],
    principal: ['assessment.view', 'marks.view', 'marks.approve'],
    registrar: ['assessment.view', 'assessment.edit', 'marks.view', 'marks.enter', 'marks.open'],
    teacher: ['marks.viewOwn', 'marks.enterOwn'],
  },
  nouns: { assessment: 'Assessment', marks: 'Marks' },
  routes: [assessmentSetupRoutes, electiveRoutes, sheetRoutes, marksRoutes],
  jobs: [remindTeachersDaily],
  menuSections: [
    {
      key: 'results',
      label: 'Results',
      icon: 'book',
      place: 35,
      groups: { marks: 'Marks', results: 'Results', promotion: 'Promotion', transcripts: 'Transcripts' },
    },
  ],
  menu: [
    {
      section: 'results',
      place: 10,
      label: 'Enter marks',
      actOf: ['marks.enterOwn'],
      href: '/my-marks',
      may: ['marks.enterOwn'],
      group: 'marks',
      also: 'continuous assessment scores CA exam',
    },
    {
      section: 'results',
      place: 20,
      label: 'Sheets',
      href: '/mark-sheets',
      may: ['marks.view', 'marks.open', 'marks.approve'],
      group: 'marks',
      also: 'marks mark sheets scores report cards broadsheets',
    },
    {
      section: 'settings',
      place: 34,
      label: 'Assessment',
      href: '/assessment',
      may: ['assessment.view'],
      group: 'school',
      about: 'Schemes of marks, grades, traits and promotion rules.',
      also: 'grading GPA',
    },
  ],
  tours: assessmentTours,
  confirmations: { assessment: { what: 'Assessment and marks', nouns: ['assessment', 'marks'] } },
  demo: async () => (await import('./load.demo.ts')).steps,
  personalData: assessmentPersonalData,
  dashlets: assessmentDashlets,
  unfinished: [unpublishedSheets],
  pendingTasks: assessmentPendingTasks,
} satisfies Feature;
