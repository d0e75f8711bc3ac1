import type { Feature } from '#web/feature.ts';
import { notificationRoutes } from './notifications.routes.ts';
import { notificationPersonalData } from './notifications.personal-data.ts';

export const notificationFeature = {
  name: 'notifications',
  routes: [notificationRoutes],
  personalData: notificationPersonalData,
} satisfies Feature;
