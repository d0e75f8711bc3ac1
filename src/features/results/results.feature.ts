import type { Feature } from '#web/feature.ts';
import { broadsheetRoutes } from './broadsheet/broadsheet.routes.ts';
import { cardRoutes } from './cards/cards.routes.ts';
import { ownSheetRoutes } from './own/own-sheets.routes.ts';
import { resultTours } from './results.tour.ts';

/** Term results of classes, read from the marks: broadsheets and report cards. */
export const resultFeature = {
  name: 'results',
  permissions: {},
  roles: {},
  nouns: {},
  routes: [ownSheetRoutes, broadsheetRoutes, cardRoutes],
  menu: [{ section: 'results', place: 15, label: 'Class results', href: '/class-results', may: ['marks.viewOwn'] }],
  tours: resultTours,
} satisfies Feature;
