import { and, eq, inArray } from 'drizzle-orm';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { openSite } from '../open-site.ts';
import { sitePosts } from '../site.schema.ts';

/** Locks the site, then the post. */
export async function lockPost(tx: Tx, actor: Actor, id: number) {
  const editable = and(inArray(sitePosts.institutionId, institutionsWhere(actor, 'site.edit')), eq(sitePosts.id, id));
  const [where] = await tx.select({ institutionId: sitePosts.institutionId }).from(sitePosts).where(editable);
  if (!where) throw new NotFound('post');
  await openSite(tx, actor, where.institutionId);
  const [post] = await tx.select().from(sitePosts).where(editable).for('no key update');
  if (!post) throw new NotFound('post');
  // The search text is derived from the other columns.
  const { searchText: _, ...own } = post;
  return own;
}
