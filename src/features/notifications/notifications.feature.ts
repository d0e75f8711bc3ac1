import type { Feature } from '#web/feature.ts';
import { notificationRoutes } from './notifications.routes.ts';

export const notificationFeature = {
  name: 'notifications',
  routes: [notificationRoutes],
} satisfies Feature;
