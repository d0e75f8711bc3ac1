import { and, eq, inArray, sql, type SQL } from 'drizzle-orm';
import { type Actor, institutionsWhere, membershipIn } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { type Tx, type Db, hasKey, pick } from '#kernel/database.ts';
import { sitePosts } from '../site.schema.ts';
import { NotFound, refuseDuplicate } from '#kernel/errors.ts';
import { openSite } from '../site.queries.ts';
import { edits } from '#kernel/edit/edit.ts';
import { editRecord } from '#kernel/edit/edit-record.ts';
import { addressTaken } from '../address-taken.ts';
import { textChanges } from '../changes-of-text.ts';
import { checkPicture, nameOfPicture } from '../pictures/change-pictures.ts';
import { accountNameOf } from '#kernel/account-name.ts';
import { z } from 'zod';
import { declareList, inInstitutions } from '#kernel/list/declare-list.ts';
import { filterBy, searchIn } from '#kernel/list/filters.ts';
import { withTable } from '#kernel/database/with-table.ts';
import { chosenPicture } from '../pictures/pictures.queries.ts';
import { emptyIsNull, id, line, localMoment } from '#kernel/schemas.ts';
import { lines, optionalPicture, slug } from '../site-fields.ts';

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

const PostFields = z
  .object({
    title: line(120, 'The title'),
    slug: slug(1, 80),
    summary: line(300, 'The summary'),
    body: lines(50_000, 'The text'),
    pictureId: optionalPicture,
    /** 'now' keeps the publication time of a published post; 'at' can also be in the past. */
    state: z.enum(['draft', 'now', 'at'], { error: 'Choose a status.' }),
    publishAt: emptyIsNull(localMoment),
  })
  .refine(({ state, publishAt }) => state !== 'at' || publishAt !== null, {
    path: ['publishAt'],
    error: 'Enter the date and time to publish the post.',
  });
export const CreatePost = PostFields.safeExtend({ institutionId: id });

type Moment = Pick<z.infer<typeof PostFields>, 'state' | 'publishAt'>;

/** The publication time, calculated in the institution's time zone. */
function publication(
  { state, publishAt }: Moment,
  timeZone: string,
  before?: { status: string; publishAt: Date | null },
): { status: 'draft' | 'published'; publishAt: SQL | Date | null } {
  if (state === 'draft') return { status: 'draft', publishAt: null };
  if (state === 'at')
    return { status: 'published', publishAt: sql`(${publishAt})::timestamp at time zone ${timeZone}` };
  const isOut = before?.status === 'published' && before.publishAt !== null && before.publishAt <= new Date();
  return { status: 'published', publishAt: isOut ? before.publishAt : sql`now()` };
}

const shownStates = ['draft', 'scheduled', 'published'] as const;
export type ShownState = (typeof shownStates)[number];

const state = sql<ShownState>`case when ${sitePosts.status} = 'draft' then 'draft' when ${sitePosts.publishAt} > now() then 'scheduled' else 'published' end`;
/** The author's name and account, for staff. */
const writer = accountNameOf(
  sitePosts.author,
  sql`(select e.username from audit_entries e where e.institution_id = ${sitePosts.institutionId} and e.subject_type = 'site post'
    and e.subject_id = ${sitePosts.id} and e.action = 'site.createPost' limit 1)`,
);

/** Posts, newest first. */
export const postList = declareList({
  id: sitePosts.id,
  visible: inInstitutions(sitePosts.institutionId, 'site.edit'),
  filters: { q: searchIn(sitePosts.title), state: filterBy(z.enum(shownStates), (one) => sql`${state} = ${one}`) },
  select: (db) =>
    db
      .select({
        ...pick(sitePosts, 'id', 'institutionId', 'title', 'slug'),
        state,
        publishAt: moment(sitePosts.publishAt),
        updatedAt: moment(sitePosts.updatedAt),
        author: writer,
      })
      .from(sitePosts),
});
export type PostRow = Awaited<ReturnType<typeof postList.readPage>>['rows'][number];

/** The initial values of the post form, with the publication time in the institution's time zone. */
export const findPost = async (db: Db, actor: Actor, postId: number) => {
  const local: SQL<string | null> =
    sql`(select to_char(${withTable(sitePosts.publishAt)} at time zone i.time_zone, 'YYYY-MM-DD"T"HH24:MI') from institutions i where i.id = ${withTable(sitePosts.institutionId)})`;
  const [row] = await db
    .select({
      ...pick(sitePosts, 'id', 'institutionId', 'title', 'slug', 'summary', 'body'),
      state,
      publishAt: local,
      author: writer,
      picture: chosenPicture(sitePosts),
    })
    .from(sitePosts)
    .where(and(inArray(sitePosts.institutionId, institutionsWhere(actor, 'site.edit')), eq(sitePosts.id, postId)));
  if (!row) throw new NotFound('post');
  return row;
};

const choiceOf = { draft: 'draft', scheduled: 'at', published: 'now' } as const;

/** A post as in its form. */
export const postInForm = ({ picture, ...post }: PostRecord) => ({
  ...post,
  pictureId: picture?.id ?? null,
  state: choiceOf[post.state],
  publishAt: post.state === 'scheduled' ? post.publishAt : null,
});

export type PostRecord = Awaited<ReturnType<typeof findPost>>;

/** A timestamp as in the page's JSON. */
const moment = (column: typeof sitePosts.publishAt | typeof sitePosts.updatedAt) =>
  sql<string | null>`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

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
    .where(hasKey(sitePosts, institutionId, id));
  await record(tx, actor, isOut ? 'site.publishPost' : 'site.unpublishPost', {
    institutionId,
    summary: isOut ? `published the post ${title}` : `reverted the post ${title} to a draft`,
    subject: { type: 'site post', id },
    details: { wasToComeOutAt: publishAt },
  });
  return title;
}

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
    .where(hasKey(sitePosts, institutionId, id));
  return { status, publishAt: row!.publishAt };
}
