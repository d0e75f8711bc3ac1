import { z } from 'zod';
import { id, said } from '#kernel/schemas.ts';
import { Requested } from '#features/approvals/request-approval.ts';
import type { Entity } from '#features/people/people.schema.ts';
import { may, type App } from '#web/routes.ts';
import { entities, mergeEntities } from './entities.ts';
import { mergePreview } from './merge-preview.queries.ts';
import { MergePeople, mergePeople } from './merge-people.ts';
import { mergeList } from './merges.list.ts';
import { mergeListPage, mergePage, mergeStart } from './merges.pages.ts';
import { candidate, candidates } from './merges.queries.ts';
import { movedTo } from './moved-to.ts';
import { undoMerge } from './undo-merge.ts';

const params = z.object({ id });
const MergeQuery = z.object({
  with: said(id),
  q: z.string().trim().max(100).default(''),
  institution_id: z.unknown().optional(),
  academic_session: z.unknown().optional(),
});
/** One record of two, for students, employees and guardians alike. */
export function mergeRoutes(app: App): void {
  for (const entity of entities) routesFor(app, entity);

  app.get(
    '/merges',
    { config: may('people.merge'), schema: { querystring: mergeList.Filter } },
    async (request, reply) => reply.page(mergeListPage, await mergeList.props(request)),
  );

  app.post('/merges/:id/undo', { config: may('people.merge'), schema: { params } }, async (request, reply) => {
    const { kept, merged } = await request.write((tx, actor) => undoMerge(tx, actor, request.params.id));
    return reply.send({ message: `${merged} and ${kept} are two records again.` });
  });

  app.movedTo = (request) => movedTo((work) => request.read(work), request.url);
}

function routesFor(app: App, entity: Entity): void {
  const { table, declared } = mergeEntities[entity];
  const address = `/${table}/:id/merge` as const;
  const config = may(declared);

  // It writes down that restricted values were shown.
  app.get(
    address,
    { config, schema: { params, querystring: MergeQuery }, exposeHeadRoute: false },
    async (request, reply) => {
      const { with: otherId, q } = request.query;
      const path = `/${table}`;
      const kept = await request.read((db, actor) => candidate(db, actor, entity, request.params.id));
      if (!otherId) {
        const { rows: found, isMore } = await request.read((db, actor) => candidates(db, actor, entity, kept, q));
        return reply.page(mergeStart, { entity, path, kept, q, found, isMore });
      }
      const preview = await request.write((tx, actor) => mergePreview(tx, actor, entity, kept.id, otherId));
      const other = await request.read((db, actor) => candidate(db, actor, entity, otherId));
      return reply.page(mergePage, { entity, path, kept, other, ...preview });
    },
  );

  app.post(address, { config, schema: { params, body: MergePeople } }, async (request, reply) => {
    const done = await request.write((tx, actor) => mergePeople(tx, actor, entity, request.params.id, request.body));
    if (done instanceof Requested)
      return reply.flash({ message: done.message, tone: 'info' }).go(`/${table}/${request.params.id}`);
    const { mergeId, kept, merged } = done;
    return reply
      .flash({
        message: `${merged} is now part of ${kept}. It can be taken back for 30 days.`,
        tone: 'good',
        undo: { action: `/merges/${mergeId}/undo` },
      })
      .go(`/${table}/${request.params.id}`);
  });
}
