import { pgTable, text } from 'drizzle-orm/pg-core';
import { institutionId, moment } from '#kernel/tables.ts';

/** Until when people who wrote by WhatsApp may be answered freely. */
export const whatsappWindows = pgTable('whatsapp_windows', {
  institutionId: institutionId(),
  address: text().notNull(),
  openUntil: moment().notNull(),
});
