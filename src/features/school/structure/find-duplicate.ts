import { and, eq, ne, sql, type Column } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Tx } from '#kernel/database.ts';

interface Scope {
  institutionId: number;
  /** The record being edited, which is ignored. */
  except?: number | undefined;
  /** Limits the search, such as to the classes of one program. */
  within?: readonly [Column, number];
}

/** The same value in another record of the institution, ignoring case; undefined if there is none. */
export async function findDuplicate(
  tx: Tx,
  table: PgTable & Record<'institutionId' | 'id', Column>,
  column: Column,
  word: string,
  { institutionId, except = 0, within }: Scope,
): Promise<string | undefined> {
  const [found] = await tx
    .select({ word: sql<string>`${column}` })
    .from(table)
    .where(
      and(
        eq(table.institutionId, institutionId),
        sql`lower(${column}) = lower(${word})`,
        ne(table.id, except),
        within && eq(...within),
      ),
    )
    .limit(1);
  return found?.word;
}
