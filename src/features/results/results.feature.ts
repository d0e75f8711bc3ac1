import type { Feature } from '#web/feature.ts';
import { broadsheetRoutes } from './broadsheet/broadsheet.routes.ts';
import { cardRoutes } from './cards/cards.routes.ts';

/** Term results of classes, read from the marks: broadsheets and report cards. */
export const resultFeature = {
  name: 'results',
  permissions: {},
  roles: {},
  nouns: {},
  routes: [broadsheetRoutes, cardRoutes],
} satisfies Feature;
