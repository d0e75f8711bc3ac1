import { and, eq, inArray } from 'drizzle-orm';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { kindOf, type Kind } from './lists.ts';
import { openSite } from './open-site.ts';

export interface Item {
  institutionId: number;
  id: number;
  /** What people call it. */
  title: string;
  values: Record<string, unknown>;
}

/** A row of a list, with its site locked before it: all changes of a site take the same way. */
export async function lockItem(tx: Tx, actor: Actor, kind: Kind, id: number): Promise<Item> {
  const { table, one, name } = kindOf(kind);
  const mine = and(inArray(table.institutionId, institutionsWhere(actor, 'site.edit')), eq(table.id, id));
  const [where] = await tx.select({ institutionId: table.institutionId }).from(table).where(mine);
  if (!where) throw new NotFound(one);
  await openSite(tx, actor, Number(where.institutionId));
  const [row] = await tx.select().from(table).where(mine).for('no key update');
  if (!row) throw new NotFound(one);
  // What a visitor's search reads says nothing new.
  const { searchText: _, ...values } = row;
  return { institutionId: Number(row['institutionId']), id, title: String(row[name]), values };
}
