import type { Feature } from '#web/feature.ts';
import { geographyRoutes } from './geography.routes.ts';

export const geographyFeature = {
  name: 'geography',
  routes: [geographyRoutes],
} satisfies Feature;
