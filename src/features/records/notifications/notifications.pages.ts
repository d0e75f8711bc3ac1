import type { PropsOfList } from '#kernel/list/declare-list.ts';
import { page } from '#web/page.ts';
import type { notificationList } from './notifications.queries.ts';

export const notificationListPage = page<PropsOfList<typeof notificationList>>('notifications/notification-list');
