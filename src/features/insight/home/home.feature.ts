import type { Feature } from '#web/feature.ts';
import { homeRoutes } from './home.routes.ts';
import { homeTours } from './home.tour.ts';

export const homeFeature = {
  name: 'home',
  routes: [homeRoutes],
  tours: homeTours,
  home: ({ institutions }) => (institutions.length ? '/home' : null),
  demo: async () => (await import('./load.demo.ts')).steps,
} satisfies Feature;
