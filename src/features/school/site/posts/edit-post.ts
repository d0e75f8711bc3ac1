import { and, eq, sql } from 'drizzle-orm';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { edits } from '#kernel/edit/edit.ts';
import { editRecord } from '#kernel/edit/edit-record.ts';
import { addressTaken } from '../address-taken.ts';
import { textChanges } from '../changes-of-text.ts';
import { checkPicture, nameOfPicture } from '../pictures/check-picture.ts';
import { lockPost } from './lock-post.ts';
import { PostFields, publication } from './post-fields.ts';
import { findPost, postInForm } from './posts.queries.ts';
import { sitePosts } from '../site.schema.ts';

export const EditPost = edits(PostFields);

/** Edits a post and its publication time. */
export const editPost = editRecord({
  action: 'site.editPost',
  type: 'site post',
  table: sitePosts,
  may: 'site.edit',
  fields: EditPost,
  lock: lockWithForm,
  inForm: ({ form }) => form,
  together: [['state', 'publishAt']],
  merging: (tx, { institutionId }) => ({
    words: { pictureId: (picture) => nameOfPicture(tx, institutionId, picture) },
  }),
  async read({ tx, actor, before, input: { state, publishAt, ...words } }) {
    const { timeZone } = membershipIn(actor, before.institutionId)!;
    return { ...words, ...(await dated(tx, before, publication({ state, publishAt }, timeZone, before))) };
  },
  compare: (before, values) => textChanges(before, values),
  check: ({ tx, before, values }) => checkPicture(tx, before.institutionId, values.pictureId),
  taken: ({ values }) => addressTaken(values),
  nameOf: ({ before }) => `the post ${before.title}`,
});

async function lockWithForm(tx: Tx, actor: Actor, id: number) {
  const post = await lockPost(tx, actor, id);
  return { ...post, form: postInForm(await findPost(tx, actor, id)) };
}

/** With the moment that the database reckons. */
async function dated(
  tx: Tx,
  { institutionId, id }: { institutionId: number; id: number },
  { status, publishAt }: ReturnType<typeof publication>,
) {
  const [row] = await tx
    .select({ publishAt: sql<Date | null>`(${publishAt})::timestamptz`.mapWith(sitePosts.publishAt) })
    .from(sitePosts)
    .where(and(eq(sitePosts.institutionId, institutionId), eq(sitePosts.id, id)));
  return { status, publishAt: row!.publishAt };
}
