import type { z } from 'zod';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { refuseDuplicate } from '#kernel/errors.ts';
import { checkPicture } from '../pictures/check-picture.ts';
import { openSite } from '../open-site.ts';
import { publication, type CreatePost } from './post-fields.ts';
import { sitePosts } from '../site.schema.ts';
import { addressTaken } from '../address-taken.ts';

/** Adds a post with its author's name. */
export async function createPost(tx: Tx, actor: Actor, input: z.infer<typeof CreatePost>): Promise<number> {
  const { institutionId, state, publishAt, ...words } = input;
  await openSite(tx, actor, institutionId);
  await checkPicture(tx, institutionId, words.pictureId);
  const { timeZone } = membershipIn(actor, institutionId)!;
  const values = { ...words, ...publication({ state, publishAt }, timeZone) };
  const [post] = await refuseDuplicate(
    tx
      .insert(sitePosts)
      .values({ institutionId, author: actor.name, ...values } as typeof sitePosts.$inferInsert)
      .returning({ id: sitePosts.id, publishAt: sitePosts.publishAt }),
    addressTaken(words),
  );
  await record(tx, actor, 'site.createPost', {
    institutionId,
    summary: `added the post ${words.title}`,
    subject: { type: 'site post', id: post!.id },
    details: { title: words.title, slug: words.slug, status: values.status, publishAt: post!.publishAt },
  });
  return post!.id;
}
