import type { OpenedValues } from '#kernel/edit/edit.ts';
import type { PropsOfList } from '#kernel/list/declare-list.ts';
import type { PrintedFile } from '#kernel/print/printed-files.ts';
import { page } from '#web/page.ts';
import type { boardOf, openOnBoard } from './board/board.queries.ts';
import type { sentList, MessageCosts } from './costs/sent.list.ts';
import type { noticeFormChoices, NoticeRecord, noticePageProps } from './editing/notice.queries.ts';
import type { letterList } from './letters/letters.list.ts';
import type { letterPageProps } from './letters/make-letters.ts';
import type { noticeList } from './editing/notices.list.ts';

export const noticeListPage = page<PropsOfList<typeof noticeList>>('notices/notice-list');

interface NoticeFormProps extends Awaited<ReturnType<typeof noticeFormChoices>> {
  institutionId: number;
  institutions: { id: number; name: string }[];
  opened?: OpenedValues;
  notice: NoticeRecord | null;
}
export const noticeFormPage = page<NoticeFormProps>('notices/notice-form');

export const noticePage = page<Awaited<ReturnType<typeof noticePageProps>>>('notices/notice');

export const boardPage = page<Awaited<ReturnType<typeof boardOf>>>('notices/board');

export const boardNoticePage = page<{ notice: Awaited<ReturnType<typeof openOnBoard>> }>('notices/board-notice');

export const costsPage = page<MessageCosts>('notices/message-costs');
export const sentPage = page<PropsOfList<typeof sentList>>('notices/sent-messages');

export const letterListPage = page<PropsOfList<typeof letterList>>('notices/letter-list');
export const letterPage = page<Awaited<ReturnType<typeof letterPageProps>>>('notices/letter');
export const letterFilePage = page<{ file: PrintedFile }>('notices/letter-file');

interface LetterFormProps {
  institutionId: number;
  institutions: { id: number; name: string }[];
  batches: { id: number; name: string }[];
  fields: { key: string; label: string }[];
  author: string;
}
export const letterFormPage = page<LetterFormProps>('notices/letter-form');
