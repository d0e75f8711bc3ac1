import { and, eq } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { lockPost } from './lock-post.ts';
import { sitePosts } from '../site.schema.ts';

/** Deletes a post and returns its title. Its text stays in the log. */
export async function deletePost(tx: Tx, actor: Actor, id: number): Promise<string> {
  const post = await lockPost(tx, actor, id);
  await tx.delete(sitePosts).where(and(eq(sitePosts.institutionId, post.institutionId), eq(sitePosts.id, id)));
  await record(tx, actor, 'site.deletePost', {
    institutionId: post.institutionId,
    summary: `deleted the post ${post.title}`,
    subject: { type: 'site post', id },
    details: { was: post },
  });
  return post.title;
}
