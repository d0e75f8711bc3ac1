import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { bytes, moment, rowId, recordKey } from '#kernel/tables.ts';
import type { PaperContent, PaperKind, PaperNames } from './papers/paper-content.ts';

/** Transcripts and statements of result as they were issued; each is sealed with the one before. */
export const academicPapers = pgTable('academic_papers', {
  ...recordKey(),
  seq: rowId().notNull(),
  kind: text().$type<PaperKind>().notNull(),
  number: text().notNull(),
  studentId: rowId().notNull(),
  content: jsonb().$type<PaperContent>().notNull(),
  names: jsonb().$type<PaperNames>(),
  contentDigest: bytes().notNull(),
  namesDigest: bytes().notNull(),
  seal: bytes().notNull(),
  code: text().notNull(),
  issuedAt: moment().notNull(),
  accountId: rowId(),
  revokedAt: moment(),
  revokeReason: text(),
});
