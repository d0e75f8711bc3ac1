import { pgTable } from 'drizzle-orm/pg-core';
import { institutionId, moment } from '#kernel/tables.ts';

export const dismissedChecklists = pgTable('dismissed_checklists', {
  institutionId: institutionId(),
  dismissedAt: moment().notNull().defaultNow(),
});
