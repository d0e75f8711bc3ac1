import { and, eq, ne, sql, type Column } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Tx } from '#kernel/database.ts';

interface Place {
  institutionId: number;
  /** The record that is changed may keep its own. */
  except?: number | undefined;
  /** Only beside these: the classes of one program. */
  within?: readonly [Column, number];
}

/** What another record of the institution has in this column, in whatever capitals; undefined when none has it. */
export async function sameWord(
  tx: Tx,
  table: PgTable & Record<'institutionId' | 'id', Column>,
  column: Column,
  word: string,
  { institutionId, except = 0, within }: Place,
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
