import type { Opened } from '#kernel/edit/edit.ts';
import type { PropsOfList } from '#kernel/list/declare-list.ts';
import { page } from '#web/page.ts';
import type { boardOf, openOnBoard } from './board/board.queries.ts';
import type { MessageCosts } from './costs/costs.queries.ts';
import type { sentList } from './costs/sent.list.ts';
import type { noticeFormChoices, NoticeRecord, noticePageProps } from './editing/notice.queries.ts';
import type { noticeList } from './editing/notices.list.ts';

export const noticeListPage = page<PropsOfList<typeof noticeList>>('notices/notice-list');

export interface NoticeFormProps extends Awaited<ReturnType<typeof noticeFormChoices>> {
  institutionId: number;
  institutions: { id: number; name: string }[];
  opened?: Opened;
  notice: NoticeRecord | null;
}
export const noticeFormPage = page<NoticeFormProps>('notices/notice-form');

export const noticePage = page<Awaited<ReturnType<typeof noticePageProps>>>('notices/notice');

export const boardPage = page<Awaited<ReturnType<typeof boardOf>>>('notices/board');

export const boardNoticePage = page<{ notice: Awaited<ReturnType<typeof openOnBoard>> }>('notices/board-notice');

export const costsPage = page<MessageCosts>('notices/message-costs');
export const sentPage = page<PropsOfList<typeof sentList>>('notices/sent-messages');

export interface LettersProps {
  institutionId: number;
  institutions: { id: number; name: string }[];
  batches: { id: number; name: string }[];
  fields: { key: string; label: string }[];
  author: string;
}
export const lettersPage = page<LettersProps>('notices/letters');
