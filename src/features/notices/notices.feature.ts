import type { Feature } from '#web/feature.ts';
import { messageTabs } from './history/history-tabs.ts';
import { historyRoutes } from './history/history.routes.ts';

/** What was sent to each person. */
export const noticeFeature = {
  name: 'notices',
  routes: [historyRoutes],
  profileTabs: messageTabs,
} satisfies Feature;
