import type { Feature } from '#web/feature.ts';
import { homeRoutes } from './home.routes.ts';

export const homeFeature = {
  name: 'home',
  routes: [homeRoutes],
  home: ({ institutions }) => (institutions.length ? '/home' : null),
} satisfies Feature;
