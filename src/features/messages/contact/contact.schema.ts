import { boolean, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { flag, identity, institutionId, moment, rowId } from '#kernel/tables.ts';

export const contactSettings = pgTable('contact_settings', {
  institutionId: institutionId(),
  dueDays: smallint().notNull().default(3),
  overdueDays: smallint().notNull().default(7),
  birthdayHour: smallint().notNull().default(8),
  /** Balance and result by SMS. */
  answersBalance: flag(),
  answersResult: flag(),
});

/** What was written about, once for each step. */
export const toldEvents = pgTable('told_events', {
  institutionId: institutionId(),
  event: text().notNull(),
  /** An invoice, a payment or a person. */
  sourceId: rowId().notNull(),
  step: text().notNull().default(''),
  toldAt: moment().notNull().defaultNow(),
});

export type IncomingKind = 'reply' | 'stop' | 'start' | 'wrong' | 'balance' | 'result';

export const incomingMessages = pgTable('incoming_messages', {
  institutionId: institutionId(),
  id: identity(),
  channel: text().$type<'sms' | 'whatsapp'>().notNull(),
  /** E.164. */
  address: text().notNull(),
  body: text().notNull(),
  kind: text().$type<IncomingKind>().notNull().default('reply'),
  machine: text().notNull(),
  providerMessageId: text(),
  /** The last message that went to this number. */
  outboxId: rowId(),
  /** Of a question: whether it got the answer. */
  isAnswered: boolean(),
  receivedAt: moment().notNull().defaultNow(),
  /** Who wrote the message that it answers. */
  senderId: rowId(),
  readAt: moment(),
  readBy: rowId(),
});

/** What was written back, and by whom. */
export const contactAnswers = pgTable('contact_answers', {
  institutionId: institutionId(),
  outboxId: rowId().notNull(),
  incomingId: rowId().notNull(),
  accountId: rowId(),
});
