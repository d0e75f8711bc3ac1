import type { Feature } from '#web/feature.ts';
import { admissionEvents } from './admissions.events.ts';
import { admitRound } from './admit/admit-round.job.ts';
import { admitRoutes } from './admit/admit.routes.ts';
import { decisionRoutes } from './decisions/decisions.routes.ts';
import { decisionTours } from './decisions/decisions.tour.ts';
import { tellLapsedOffers } from './decisions/lapsed-offers.job.ts';
import { admissionPersonalData } from './admissions.personal-data.ts';
import { admissionPermissions } from './admissions.policy.ts';
import { applicationListRoutes } from './desk/applications.routes.ts';
import { reviewRoutes } from './desk/review.routes.ts';
import { deskTours } from './desk/desk.tour.ts';
import { examRoutes } from './exam/exam.routes.ts';
import { examTours } from './exam/exam.tour.ts';
import { marksRoutes } from './exam/marks.routes.ts';
import { admissionOverviewRoutes } from './overview/overview.routes.ts';
import { overviewTours } from './overview/overview.tour.ts';
import { tidyApplicationsNightly } from './tidy/tidy-applications.job.ts';
import { intakeRoutes } from './intakes/intakes.routes.ts';
import { intakeTours } from './intakes/intakes.tour.ts';
import { applicantRoutes } from './public/applicant.routes.ts';
import { applicationReports } from './admissions.reports.ts';
import { admissionPendingTasks } from './admissions.pending-tasks.ts';
import { institutionsInView } from '#kernel/actor.ts';
import type { ReadyDashlet } from '#kernel/contracts/dashlet.ts';
import { applicationStates } from './admissions.ts';
import { countsByState } from './states.queries.ts';

const byState: ReadyDashlet = {
  key: 'applications.by_state',
  label: 'Applications by status',
  place: 100,
  size: 'small',
  may: ['admissions.view'],
  description: 'Applications for sessions that haven’t ended, excluding drafts.',
  empty: 'No applications yet.',
  async load(db, actor, wanted) {
    const ids = institutionsInView(actor, wanted, 'admissions.view');
    const rows = await countsByState(db, ids);
    const countOf = (state: string) => rows.reduce((sum, row) => sum + (row.state === state ? row.count : 0), 0);
    const points = Object.entries(applicationStates).flatMap(([state, label]) => {
      const value = countOf(state);
      return value > 0 ? [{ label, value, href: `/applications?status=${state}` }] : [];
    });
    return points.length ? { as: 'donut', href: '/applications', points } : null;
  },
};

const admissionDashlets: readonly ReadyDashlet[] = [byState];

export const admissionFeature = {
  name: 'admissions',
  events: admissionEvents,
  permissions: admissionPermissions,
  roles: {
    admission_officer: [
      'admissions.view',
      'admissions.review',
      'admissions.decide',
      'admissions.admit',
      'admissions.edit',
      'admissions.export',
    ],
    registrar: [
      'admissions.view',
      'admissions.review',
      'admissions.decide',
      'admissions.admit',
      'admissions.edit',
      'admissions.export',
    ],
    principal: ['admissions.view', 'admissions.decide'],
  },
  nouns: { admissions: 'Admissions' },
  routes: [
    admissionOverviewRoutes,
    intakeRoutes,
    applicationListRoutes,
    reviewRoutes,
    examRoutes,
    marksRoutes,
    decisionRoutes,
    admitRoutes,
    applicantRoutes,
  ],
  jobs: [admitRound, tidyApplicationsNightly, tellLapsedOffers],
  menuSections: [
    {
      key: 'admissions',
      label: 'Admissions',
      icon: 'user-plus',
      place: 25,
      bar: 4,
      groups: { applications: 'Applications', intakes: 'Intakes', pins: 'Pins' },
    },
  ],
  menu: [
    {
      section: 'admissions',
      place: 10,
      label: 'Applications',
      href: '/applications',
      may: ['admissions.view'],
      group: 'applications',
      also: 'applicants candidates entrance examination',
    },
    {
      section: 'admissions',
      place: 15,
      label: 'Overview',
      href: '/admissions',
      may: ['admissions.view'],
      group: 'applications',
      also: 'admissions overview funnel',
    },
    {
      section: 'admissions',
      place: 20,
      label: 'Intakes',
      href: '/intakes',
      may: ['admissions.view'],
      group: 'intakes',
      also: 'admission forms entry',
    },
  ],
  tours: [...overviewTours, ...deskTours, ...examTours, ...intakeTours, ...decisionTours],
  demo: async () => (await import('./load.demo.ts')).steps,
  personalData: admissionPersonalData,
  dashlets: admissionDashlets,
  reports: applicationReports,
  pendingTasks: admissionPendingTasks,
} satisfies Feature;
