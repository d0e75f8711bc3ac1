import type { PropsOfList } from '#kernel/list/declare-list.ts';
import { page } from '#web/page.ts';
import type { replyList } from './incoming/replies.list.ts';
import type { threadOf } from './incoming/write-back.ts';
import type { ownWishesProps } from './opt-outs/wishes.ts';
import type { wishList } from './opt-outs/wishes.list.ts';
import type { SwitchesProps } from './notification-settings/save-settings.ts';

export const switchesPage = page<SwitchesProps>('contact/switches');

export const replyListPage = page<PropsOfList<typeof replyList> & { unread: number }>('contact/replies');
export const replyThreadPage = page<Awaited<ReturnType<typeof threadOf>>>('contact/reply-thread');

export const ownMessagesPage = page<Awaited<ReturnType<typeof ownWishesProps>>>('contact/own-messages');

export const wishListPage = page<PropsOfList<typeof wishList> & { institutions: { id: number; name: string }[] }>(
  'contact/opt-outs',
);
