import { integer, numeric, pgTable, text } from 'drizzle-orm/pg-core';
import { institutionId, rowId } from '#kernel/tables.ts';

/** Where each student stands, of the latest published term. The results keep it (refreshSummaries). */
export const resultSummaries = pgTable('result_summaries', {
  institutionId: institutionId(),
  studentId: rowId().notNull(),
  session: text().notNull(),
  term: text().notNull(),
  system: text().$type<'average' | 'gpa'>().notNull(),
  average: numeric({ precision: 7, scale: 2 }),
  cumulative: numeric({ precision: 7, scale: 2 }),
  /** With the decimals that their scheme writes. */
  gpa: numeric(),
  cgpa: numeric(),
  position: integer(),
  positionOf: integer(),
  designation: text(),
  /** To sort and filter by: decimals of 30 places, and the place of the designation with the highest first. */
  averageExact: numeric(),
  cumulativeExact: numeric(),
  cgpaExact: numeric(),
  designationOrder: integer(),
});
