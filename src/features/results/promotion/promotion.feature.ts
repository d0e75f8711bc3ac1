import type { Feature } from '#web/feature.ts';
import { promotionApproval } from './decisions/approve-promotion.ts';
import { verifyPromotionNightly } from './decisions/withdraw-approval.ts';
import { promotionPrintRoutes } from './print/print.routes.ts';
import { promotionPersonalData } from './promotion.personal-data.ts';
import { promotionRoutes } from './promotion.routes.ts';
import { promotionTours } from './promotion.tour.ts';
import { promotionRuleRoutes } from './rules/rules.routes.ts';
import { undecidedStudents } from './promotion.unfinished.ts';

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
