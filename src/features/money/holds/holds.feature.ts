import type { Feature } from '#web/feature.ts';
import { clearanceRoutes } from './clearance/clearance.routes.ts';
import { holdRoutes } from './held/holds.routes.ts';
import { holdPersonalData } from './holds.personal-data.ts';
import { holdPermissions, maySeeClearance } from './holds.policy.ts';
import { holdTours } from './holds.tour.ts';
import { liftRoutes } from './lifts/lifts.routes.ts';
import { ruleRoutes } from './rules/rules.routes.ts';

/** Results and clearance that are withheld from students who owe. */
export const holdFeature = {
  name: 'holds',
  permissions: holdPermissions,
  roles: { bursar: ['fees.holds'] },
  personalData: holdPersonalData,
  routes: [holdRoutes, ruleRoutes, liftRoutes, clearanceRoutes],
  tours: holdTours,
  menu: [
    {
      section: 'fees',
      group: 'debts',
      place: 75,
      label: 'Holds',
      href: '/holds',
      may: ['fees.view'],
      also: 'withheld results debt',
    },
    {
      section: 'fees',
      group: 'debts',
      place: 77,
      label: 'Clearance',
      href: '/holds/clearance',
      may: maySeeClearance,
      also: 'clearance lists cleared for examination',
    },
  ],
  demo: async () => (await import('./load.demo.ts')).steps,
} satisfies Feature;
