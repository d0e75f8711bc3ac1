import type { WaitingWork } from '#kernel/contracts/dashlet.ts';
import { waitingItem } from '#kernel/waiting-item.ts';
import { unreadReplies, maySeeReplies } from './incoming/replies.list.ts';

export const contactWaiting: readonly WaitingWork[] = [
  {
    place: 61,
    may: maySeeReplies,
    load: async (db, actor, wanted) =>
      waitingItem(await unreadReplies(db, actor, wanted), {
        one: 'unread reply',
        many: 'unread replies',
        href: '/replies?state=unread',
        action: 'Read',
      }),
  },
];
