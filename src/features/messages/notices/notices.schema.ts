import { bigint, pgTable, text } from 'drizzle-orm/pg-core';
import { day, flag, identity, institutionId, moment, rowId } from '#kernel/tables.ts';

export type NoticeState = 'draft' | 'published' | 'withdrawn';

export const notices = pgTable('notices', {
  institutionId: institutionId(),
  id: identity(),
  title: text().notNull(),
  body: text().notNull(),
  toEmployees: flag(),
  toStudents: flag(),
  toGuardians: flag(),
  /** Without any, all students and their guardians. */
  batchIds: bigint({ mode: 'number' }).array().notNull().default([]),
  classIds: bigint({ mode: 'number' }).array().notNull().default([]),
  /** Without any, all employees. */
  departments: text().array().notNull().default([]),
  fromDay: day().notNull(),
  untilDay: day(),
  isPinned: flag(),
  isPublic: flag(),
  state: text().$type<NoticeState>().notNull().default('draft'),
  publishedAt: moment(),
  announcedAt: moment(),
  /** When SMS and e-mails were written, once ever. */
  toldAt: moment(),
  /** Who published it may overspend, and said so: its SMS are sent whatever the credit is. */
  overspends: flag(),
  author: text().notNull(),
  accountId: rowId(),
  createdAt: moment().notNull().defaultNow(),
  updatedAt: moment().notNull().defaultNow(),
});

export const noticeFiles = pgTable('notice_files', {
  institutionId: institutionId(),
  id: identity(),
  noticeId: rowId().notNull(),
  fileId: rowId().notNull(),
  title: text().notNull(),
});

export const noticeReads = pgTable('notice_reads', {
  institutionId: institutionId(),
  noticeId: rowId().notNull(),
  accountId: rowId().notNull(),
  readAt: moment().notNull().defaultNow(),
});
