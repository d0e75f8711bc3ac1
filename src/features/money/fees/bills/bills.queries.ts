import { and, eq, inArray, sql } from 'drizzle-orm';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { findPrintedFile } from '#kernel/print/printed-files.ts';
import { billFiles } from './bills.schema.ts';

/** A file of bills and how far it is. */
export const billFileRow = (db: Db, actor: Actor, id: number) =>
  findPrintedFile(db, billFiles, {
    total: sql`cardinality(${billFiles.invoiceIds})`,
    where: and(eq(billFiles.id, id), inArray(billFiles.institutionId, institutionsWhere(actor, 'fees.view'))),
  });
