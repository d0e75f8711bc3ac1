import type { Feature } from '#web/feature.ts';
import { cardRoutes } from './cards.routes.ts';

export const cardFeature = {
  name: 'cards',
  routes: [cardRoutes],
} satisfies Feature;
