import { boolean, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { identity, institutionId, moment, rowId } from '#kernel/tables.ts';
import type { PlainAudience } from './audience/audience.ts';

/** Texts that are used again. */
export const messageTemplates = pgTable('message_templates', {
  institutionId: institutionId(),
  id: identity(),
  name: text().notNull(),
  subject: text(),
  body: text().notNull(),
  accountId: rowId(),
  createdAt: moment().notNull().defaultNow(),
  updatedAt: moment().notNull().defaultNow(),
});

/** Recipients that are chosen again, by rules: who joins a batch joins the group of it. */
export const messageGroups = pgTable('message_groups', {
  institutionId: institutionId(),
  id: identity(),
  name: text().notNull(),
  audience: jsonb().$type<PlainAudience>().notNull(),
  /** Otherwise its author’s alone. */
  isShared: boolean().notNull().default(true),
  accountId: rowId(),
  createdAt: moment().notNull().defaultNow(),
  updatedAt: moment().notNull().defaultNow(),
});
