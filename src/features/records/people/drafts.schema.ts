import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { identity, institutionId, moment, rowId } from '#kernel/tables.ts';

/** Unsaved input of long forms. */
export const formDrafts = pgTable('form_drafts', {
  institutionId: institutionId(),
  accountId: rowId().notNull(),
  form: text().notNull(),
  content: jsonb().$type<Record<string, unknown>>().notNull(),
  updatedAt: moment().notNull().defaultNow(),
});

/** Photos uploaded before their record exists. Adding the record attaches them; unused ones are deleted nightly. */
export const waitingPhotos = pgTable('waiting_photos', {
  institutionId: institutionId(),
  id: identity(),
  accountId: rowId().notNull(),
  photoId: rowId().notNull(),
  photoSmallId: rowId().notNull(),
  createdAt: moment().notNull().defaultNow(),
});
