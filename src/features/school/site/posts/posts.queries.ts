import { accountNameOf } from '#kernel/account-name.ts';
import { and, eq, inArray, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { declareList } from '#kernel/list/declare-list.ts';
import { inInstitutions } from '#kernel/list/visible-parts.ts';
import { filterBy } from '#kernel/list/filters.ts';
import { searchIn } from '#kernel/list/search.ts';
import { withTable } from '#kernel/database/with-table.ts';
import { chosenPicture } from '../pictures/pictures.queries.ts';
import { sitePosts } from '../site.schema.ts';

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
        id: sitePosts.id,
        institutionId: sitePosts.institutionId,
        title: sitePosts.title,
        slug: sitePosts.slug,
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
      id: sitePosts.id,
      institutionId: sitePosts.institutionId,
      title: sitePosts.title,
      slug: sitePosts.slug,
      summary: sitePosts.summary,
      body: sitePosts.body,
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
