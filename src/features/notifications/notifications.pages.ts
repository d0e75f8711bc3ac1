import type { Notice } from '#web/client/inbox.ts';
import { page } from '#web/page.ts';

export const notificationList = page<{ rows: Notice[]; next: string | null; show: 'unread' | null }>(
  'notifications/notification-list',
);
