import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { institutionId, moment, rowId, recordKey } from '#kernel/tables.ts';
import type { CardDesign, CardLayout } from './card-design.ts';

/** How report cards look: of the institution, or of a programme. */
export const cardDesigns = pgTable('card_designs', {
  ...recordKey(),
  layout: text().$type<CardLayout>().notNull(),
  programId: rowId(),
  version: integer().notNull().default(1),
  content: jsonb().$type<CardDesign>().notNull(),
  updatedAt: moment().notNull().defaultNow(),
  /** The programme uses the institution’s design again. */
  retiredAt: moment(),
});

/** Every version of a design, as published results name them. */
export const cardDesignVersions = pgTable('card_design_versions', {
  institutionId: institutionId(),
  designId: rowId().notNull(),
  version: integer().notNull(),
  content: jsonb().$type<CardDesign>().notNull(),
  createdAt: moment().notNull().defaultNow(),
});
