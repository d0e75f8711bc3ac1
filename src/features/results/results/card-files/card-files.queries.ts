import { and, eq, inArray, or, sql } from 'drizzle-orm';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { findPrintedFile } from '#kernel/print/printed-files.ts';
import { seeingResults } from '../term-results/find-sheet.ts';
import { cardFiles } from './card-files.schema.ts';

/** A file of report cards and how far it is: the own ones, and all for people who see all marks. */
export const cardFileRow = (db: Db, actor: Actor, id: number) =>
  findPrintedFile(db, cardFiles, {
    total: sql`${cardFiles.cardCount}`,
    where: and(
      eq(cardFiles.id, id),
      inArray(cardFiles.institutionId, institutionsWhere(actor, ...seeingResults)),
      or(
        eq(cardFiles.accountId, actor.accountId ?? 0),
        inArray(cardFiles.institutionId, institutionsWhere(actor, 'marks.view')),
      ),
    ),
  });
