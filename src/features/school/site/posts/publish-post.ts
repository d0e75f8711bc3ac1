import { and, eq } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { lockPost } from './lock-post.ts';
import { sitePosts } from '../site.schema.ts';

/** Publishes a post, or reverts it to a draft; returns its title. */
export async function publishPost(tx: Tx, actor: Actor, id: number, isOut: boolean): Promise<string> {
  const { institutionId, title, status, publishAt } = await lockPost(tx, actor, id);
  const wasOut = status === 'published' && publishAt !== null && publishAt <= new Date();
  if (isOut ? wasOut : status === 'draft') return title;
  await tx
    .update(sitePosts)
    .set({
      ...(isOut ? { status: 'published', publishAt: new Date() } : { status: 'draft', publishAt: null }),
      updatedAt: new Date(),
    })
    .where(and(eq(sitePosts.institutionId, institutionId), eq(sitePosts.id, id)));
  await record(tx, actor, isOut ? 'site.publishPost' : 'site.unpublishPost', {
    institutionId,
    summary: isOut ? `published the post ${title}` : `reverted the post ${title} to a draft`,
    subject: { type: 'site post', id },
    details: { wasToComeOutAt: publishAt },
  });
  return title;
}
