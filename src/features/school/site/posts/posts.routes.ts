import { z } from 'zod';
import { id } from '#kernel/schemas.ts';
import { openedOf } from '#kernel/edit/edit.ts';
import { may, type App } from '#web/routes.ts';
import * as posts from './posts.ts';
import { View, chooseInstitution, ofRecord } from '../edit-site.ts';
import { postForm, postListPage } from '../site.pages.ts';
import { findSites, slugsOf } from '../site.queries.ts';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { type Tx, hasKey } from '#kernel/database.ts';
import { sitePosts } from '../site.schema.ts';

const config = may('site.edit');
const params = z.object({ id });

/** The news of the site. */
export function postRoutes(app: App): void {
  app.get('/site/posts', { config, schema: { querystring: posts.postList.Filter } }, async (request, reply) =>
    reply.page(
      postListPage,
      await posts.postList.props(request, async (db, actor) => ({ slugs: slugsOf(await findSites(db, actor)) })),
    ),
  );
  app.get('/site/posts/new', { config, schema: { querystring: View } }, async (request, reply) => {
    const { choice, timeZone, site } = await request.read(async (db, actor) => {
      const chosen = chooseInstitution(actor, request.query.institution_id);
      const [found] = await findSites(db, actor, chosen.institutionId);
      return { choice: chosen, timeZone: membershipIn(actor, chosen.institutionId)!.timeZone, site: found };
    });
    return reply.page(postForm, { ...choice, timeZone, slug: site?.slug ?? null, post: null });
  });
  app.get('/site/posts/:id/edit', { config, schema: { params } }, async (request, reply) => {
    const [post, sites] = await request.read((db, actor) =>
      Promise.all([posts.findPost(db, actor, request.params.id), findSites(db, actor)]),
    );
    const { institutionId } = post;
    const { timeZone } = membershipIn(request.actor, institutionId)!;
    return reply.page(postForm, {
      ...ofRecord(institutionId),
      timeZone,
      slug: slugsOf(sites)[institutionId] ?? null,
      post,
      opened: openedOf(posts.EditPost, posts.postInForm(post)),
    });
  });

  app.post('/site/posts', { config, schema: { body: posts.CreatePost } }, async (request, reply) => {
    await request.write((tx, actor) => posts.createPost(tx, actor, request.body));
    return reply.flash(savedMessage(request.body)).seeOther('/site/posts');
  });
  app.post('/site/posts/:id', { config, schema: { params, body: posts.EditPost } }, async (request, reply) => {
    await request.write((tx, actor) => posts.editPost(tx, actor, request.params.id, request.body));
    return reply.flash(savedMessage(request.body)).seeOther('/site/posts');
  });
  for (const isOut of [true, false])
    app.post(
      `/site/posts/:id/${isOut ? 'publish' : 'draft'}`,
      { config, schema: { params } },
      async (request, reply) => {
        const title = await request.write((tx, actor) => posts.publishPost(tx, actor, request.params.id, isOut));
        return reply
          .flash(isOut ? `${title} was published.` : `${title} was reverted to a draft.`)
          .seeOther('/site/posts');
      },
    );
  app.post('/site/posts/:id/delete', { config, schema: { params } }, async (request, reply) => {
    const title = await request.write((tx, actor) => deletePost(tx, actor, request.params.id));
    return reply.flash(`The post ${title} was deleted.`).seeOther('/site/posts');
  });
}

const savedMessage = ({ title, state }: { title: string; state: 'draft' | 'now' | 'at' }) =>
  state === 'draft'
    ? `${title} was saved as a draft.`
    : state === 'now'
      ? `${title} was published.`
      : `${title} was saved.`;

/** Deletes a post and returns its title. Its text stays in the log. */
async function deletePost(tx: Tx, actor: Actor, id: number): Promise<string> {
  const post = await posts.lockPost(tx, actor, id);
  await tx.delete(sitePosts).where(hasKey(sitePosts, post.institutionId, id));
  await record(tx, actor, 'site.deletePost', {
    institutionId: post.institutionId,
    summary: `deleted the post ${post.title}`,
    subject: { type: 'site post', id },
    details: { was: post },
  });
  return post.title;
}
