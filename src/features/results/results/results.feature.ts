import type { Feature } from '#web/feature.ts';
import { analysisRoutes } from './analysis/analysis.routes.ts';
import { annualRoutes } from './broadsheet/annual.routes.ts';
import { broadsheetRoutes } from './broadsheet/broadsheet.routes.ts';
import { remarkRoutes } from './remarks/remarks.routes.ts';
import { cardFileRoutes } from './card-files/card-files.routes.ts';
import { printCardsJob, tidyCardFiles } from './card-files/print-cards.job.ts';
import { cardRoutes } from './cards/cards.routes.ts';
import { pictureRoutes } from './designs/pictures.routes.ts';
import { designRoutes } from './designs/designs.routes.ts';
import { ownSheetRoutes } from './own/own-sheets.routes.ts';
import { semesterRoutes } from './semester/semester.routes.ts';
import { provideKind } from '#features/people/imports/kinds/all.ts';
import { pastResults } from './past/past-fields.ts';
import { correctionApproval } from './corrections/ask-correction.ts';
import { seeingCorrections } from './corrections/late-results.ts';
import { correctionRoutes } from './corrections/corrections.routes.ts';
import { resultTours } from './results.tour.ts';
import { publicResultRoutes } from './public/public-results.routes.ts';
import { publicationRoutes } from './publication/publication.routes.ts';
import { maySeeResults, studentResults } from './publication/published.queries.ts';
import { verifyResultsNightly } from './verification/verify-nightly.job.ts';
import { resultValueRoutes } from './summaries/result-values.ts';
import { resultCorrected, resultPublished } from './results.events.ts';
import { resultPersonalData } from './results.personal-data.ts';
import { resultPermissions } from './results.policy.ts';
import { resultDashlets } from './results.dashlets.ts';
import { resultReports } from './results.reports.ts';
import { sql, and, eq } from 'drizzle-orm';
import { institutionsInView, can, type Actor } from '#kernel/actor.ts';
import type { PendingTaskKind } from '#kernel/contracts/dashlet.ts';
import { query, isOneOf, type Db } from '#kernel/database.ts';
import { pendingTask } from '#kernel/pending-task.ts';
import { cachedStatement, recordId } from '#kernel/database/cached-query.ts';
import { holdsQuery, type Hold } from '#features/money/holds/held/held-students.ts';
import { seenWith } from '#features/people/students/seen-with.ts';
import type { ResultSummary, ResultFigures } from '#features/people/students/result-summary.ts';
import { students } from '#features/people/students/students.schema.ts';
import { isFamily } from './is-family.ts';

const summaryOf = cachedStatement(
  (actor) => sql`
  select r.institution_id as "institutionId", r.session, r.term, r.system, r.average::text as average,
    r.cumulative::text as cumulative, r.cgpa::text as cgpa, r.position, r.position_of as "positionOf", r.designation
  from students join result_summaries r on (r.institution_id, r.student_id) = (students.institution_id, students.id)
  where ${and(seenWith(actor, maySeeResults), eq(students.id, recordId))}`,
);
const holdFor = cachedStatement((actor) => holdsQuery(and(seenWith(actor, maySeeResults), eq(students.id, recordId))!));

/** Where a student stands, for the overview of the record. A hold on report cards leaves a family the words why. */
async function resultSummaryOf(db: Db, actor: Actor, studentId: number): Promise<ResultSummary | null> {
  const [[found], [hold]] = await Promise.all([
    query<ResultFigures & { institutionId: number }>(db, summaryOf(actor, { id: studentId })),
    isFamily(actor) ? query<Hold>(db, holdFor(actor, { id: studentId })) : [],
  ]);
  if (!found) return null;
  const { institutionId, ...figures } = found;
  if (can(actor, 'results.view', institutionId) || !hold?.remaining.includes('report_card')) return figures;
  return { isWithheld: true };
}

/** Sheets whose marks are approved and that families do not see yet. */
const resultPendingTasks: readonly PendingTaskKind[] = [
  {
    place: 25,
    may: ['results.publish'],
    async load(db, actor, wanted) {
      const ids = institutionsInView(actor, wanted, 'results.publish');
      const [row] = await query<{ count: number }>(db)`
        select count(*)::int as count from mark_sheets where ${isOneOf(sql`institution_id`, ids)} and state = 'approved'`;
      return pendingTask(row!.count, {
        one: 'class with results to publish',
        many: 'classes with results to publish',
        href: '/mark-sheets',
        action: 'Publish',
      });
    },
  },
];

// Imports come before results, so their kind is provided from here.
provideKind(pastResults);

/** Results of classes, read from the marks: broadsheets, report cards, and what is published of them. */
export const resultFeature = {
  name: 'results',
  permissions: resultPermissions,
  roles: {
    principal: ['results.view', 'results.publish'],
    registrar: ['results.view', 'results.publish'],
    student: ['results.viewSelf'],
    guardian: ['results.viewSelf'],
  },
  nouns: { results: 'Results' },
  events: [resultPublished, resultCorrected],
  routes: [
    ownSheetRoutes,
    broadsheetRoutes,
    annualRoutes,
    semesterRoutes,
    cardRoutes,
    cardFileRoutes,
    designRoutes,
    pictureRoutes,
    remarkRoutes,
    publicationRoutes,
    correctionRoutes,
    resultValueRoutes,
    publicResultRoutes,
    analysisRoutes,
  ],
  menu: [
    {
      section: 'results',
      place: 15,
      label: 'Class results',
      href: '/class-results',
      may: ['marks.viewOwn'],
      group: 'results',
      also: 'broadsheets report cards positions',
    },
    {
      section: 'results',
      place: 18,
      label: 'Analysis',
      href: '/result-analysis',
      may: ['marks.view', 'marks.viewOwn'],
      group: 'results',
      also: 'result analysis broadsheet pass rate',
    },
    {
      section: 'results',
      place: 25,
      label: 'Corrections',
      href: '/result-corrections',
      may: [...seeingCorrections],
      group: 'marks',
      also: 'result corrections',
    },
    {
      section: 'settings',
      place: 40,
      label: 'Import past results',
      href: '/imports/results',
      may: ['results.publish'],
      group: 'data',
      about: 'Results of terms before the school moved to Akada.',
      also: 'old results',
    },
  ],
  tours: resultTours,
  approvals: [correctionApproval],
  jobs: [printCardsJob, tidyCardFiles, verifyResultsNightly],
  confirmations: { results: { what: 'Published results', nouns: ['results'] } },
  profileOverviews: [{ of: 'student', prop: 'summary', load: resultSummaryOf }],
  profileTabs: [
    {
      of: 'student',
      name: 'results',
      label: 'Results',
      place: 8,
      may: maySeeResults,
      component: 'results/student-results',
      load: studentResults,
    },
  ],
  demo: async () => (await import('./load.demo.ts')).steps,
  personalData: resultPersonalData,
  dashlets: resultDashlets,
  reports: resultReports,
  pendingTasks: resultPendingTasks,
} satisfies Feature;
