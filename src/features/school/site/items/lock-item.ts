import { and, eq, inArray } from 'drizzle-orm';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { kindOf, type Kind } from '../lists.ts';
import { openSite } from '../open-site.ts';

export interface Item {
  institutionId: number;
  id: number;
  /** The title or name of the item. */
  title: string;
  values: Record<string, unknown>;
}

/** Locks the site, then the row: all changes of a site use this order. */
export async function lockItem(tx: Tx, actor: Actor, kind: Kind, id: number): Promise<Item> {
  const { table, noun, name } = kindOf(kind);
  const editable = and(inArray(table.institutionId, institutionsWhere(actor, 'site.edit')), eq(table.id, id));
  const [where] = await tx.select({ institutionId: table.institutionId }).from(table).where(editable);
  if (!where) throw new NotFound(noun);
  await openSite(tx, actor, Number(where.institutionId));
  const [row] = await tx.select().from(table).where(editable).for('no key update');
  if (!row) throw new NotFound(noun);
  // The search text is derived from the other columns.
  const { searchText: _, ...values } = row;
  return { institutionId: Number(row['institutionId']), id, title: String(row[name]), values };
}
