import type { Feature } from '#web/feature.ts';
import { promotionApproval } from './decisions/approve-promotion.ts';
import { verifyPromotionNightly } from './decisions/withdraw-approval.ts';
import { promotionPrintRoutes } from './print/print.routes.ts';
import { promotionPersonalData } from './promotion.personal-data.ts';
import { promotionRoutes } from './promotion.routes.ts';
import { promotionTours } from './promotion.tour.ts';
import { promotionRuleRoutes } from './rules/rules.routes.ts';
import { sql } from 'drizzle-orm';
import type { UnfinishedWork } from '#kernel/contracts/unfinished-work.ts';

/** Students of the session for whom nothing is approved. */
const undecidedStudents: UnfinishedWork = {
  kind: 'decisions',
  place: 20,
  one: 'student without an approved promotion decision',
  many: 'students without an approved promotion decision',
  href: ({ id }) => `/promotion?session=${id}`,
  may: ['students.changeStatus'],
  found: ({ institutionId, id }) => sql`select s.surname || ' ' || s.first_name as name
        from enrolments e join students s on (s.institution_id, s.id) = (e.institution_id, e.student_id)
        where e.institution_id = ${institutionId} and e.session_id = ${id} and e.to_date is null and not exists (
          select from promotion_decisions d where (d.institution_id, d.session_id, d.student_id)
            = (e.institution_id, e.session_id, e.student_id) and d.approved_at is not null)`,
};

/** What follows a session: who goes on, repeats, graduates or leaves; proposed by rules, approved, carried out. */
export const promotionFeature = {
  name: 'promotion',
  nouns: { promotion: 'Promotion' },
  routes: [promotionRoutes, promotionRuleRoutes, promotionPrintRoutes],
  menu: [
    {
      section: 'results',
      place: 40,
      label: 'Promotion',
      href: '/promotion',
      may: ['students.changeStatus'],
      group: 'promotion',
      also: 'next class rollover end of session',
    },
  ],
  tours: promotionTours,
  approvals: [promotionApproval],
  jobs: [verifyPromotionNightly],
  demo: async () => (await import('./load.demo.ts')).steps,
  unfinished: [undecidedStudents],
  personalData: promotionPersonalData,
} satisfies Feature;
