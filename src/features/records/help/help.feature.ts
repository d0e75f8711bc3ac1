import type { Feature } from '#web/feature.ts';
import { helpRoutes } from './help.routes.ts';

export const helpFeature = {
  name: 'help',
  routes: [helpRoutes],
} satisfies Feature;
