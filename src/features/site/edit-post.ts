import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { changedFields } from '#kernel/changes.ts';
import type { Tx } from '#kernel/database.ts';
import { edits, mergeEdit } from '#kernel/edit.ts';
import { refuseDuplicate } from '#kernel/errors.ts';
import { textChanges } from './changes-of-text.ts';
import { checkPicture, nameOfPicture } from './check-picture.ts';
import { lockPost } from './lock-post.ts';
import { PostFields, publication } from './post-fields.ts';
import { findPost, postInForm } from './posts.queries.ts';
import { sitePosts } from './site.schema.ts';
import { addressTaken } from './write-item.ts';

export const EditPost = edits(PostFields);

/** Changes a post and when it comes out. */
export async function editPost(tx: Tx, actor: Actor, id: number, sent: z.infer<typeof EditPost>): Promise<void> {
  const before = await lockPost(tx, actor, id);
  const { institutionId } = before;
  const { input } = await mergeEdit(tx, actor, {
    fields: EditPost,
    sent,
    current: postInForm(await findPost(tx, actor, id)),
    subject: { institutionId, type: 'site post', id },
    together: [['state', 'publishAt']],
    words: { pictureId: (picture) => nameOfPicture(tx, institutionId, picture) },
  });
  const { state, publishAt, ...words } = input;
  await checkPicture(tx, institutionId, words.pictureId);
  const { timeZone } = membershipIn(actor, institutionId)!;
  const values = { ...words, ...publication({ state, publishAt }, timeZone, before) };
  const [after] = await refuseDuplicate(
    tx
      .update(sitePosts)
      .set({ ...(values as Partial<typeof before>), updatedAt: new Date() })
      .where(and(eq(sitePosts.institutionId, institutionId), eq(sitePosts.id, id)))
      .returning({ status: sitePosts.status, publishAt: sitePosts.publishAt }),
    addressTaken(words),
  );
  const changes = textChanges(before, { ...words, ...after });
  if (Object.keys(changes).length === 0) return;
  await record(tx, actor, 'site.editPost', {
    institutionId,
    summary: `changed ${changedFields(changes)} of the post ${before.title}`,
    subject: { type: 'site post', id },
    details: { changes },
  });
}
