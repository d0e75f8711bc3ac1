import { z } from 'zod';
import { id, queryParam } from '#kernel/schemas.ts';
import { Requested } from '#features/records/approvals/request-approval.ts';
import type { PersonalDataRegistry } from '#kernel/personal-data/personal-data.ts';
import type { Entity } from '#features/records/people/people.schema.ts';
import { may, type App } from '#web/routes.ts';
import { findCandidate, listCandidates } from './candidates.queries.ts';
import { mergePreview } from './merge-preview.queries.ts';
import { MergeRecords, mergeRecords } from './merge-records.ts';
import { mergeList } from './merges.list.ts';
import { mergeListPage, mergePage, mergeStart } from './merges.pages.ts';
import { unmerge } from './unmerge.ts';
import { and, eq, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { render, type Db, query } from '#kernel/database.ts';

const params = z.object({ id });
const MergeQuery = z.object({
  with: queryParam(id),
  q: z.string().trim().max(100).default(''),
  institution_id: z.unknown().optional(),
  academic_session: z.unknown().optional(),
});

/** Merging and unmerging records of students, employees and guardians. */
export function mergeRoutes(app: App): void {
  const { personalData } = app.product;
  for (const { entity } of personalData.kinds) routesFor(app, personalData, entity);

  app.get(
    '/merges',
    { config: may('people.merge'), schema: { querystring: mergeList.Filter } },
    async (request, reply) => reply.page(mergeListPage, await mergeList.props(request)),
  );

  app.post('/merges/:id/undo', { config: may('people.merge'), schema: { params } }, async (request, reply) => {
    const { kept, merged } = await request.write((tx, actor) => unmerge(tx, actor, personalData, request.params.id));
    return reply.send({ message: `${merged} was unmerged from ${kept}.` });
  });

  app.movedTo = (request) => findKeptRecord((work) => request.read(work), personalData, request.url);
}

function routesFor(app: App, personalData: PersonalDataRegistry, entity: Entity): void {
  const kind = personalData.kindOf(entity);
  const record = (id: number) => `/${kind.people}/${id}`;
  const address = `/${kind.people}/:id/merge` as const;
  const config = may(kind.mergeRoute);

  // It writes to the access log that restricted values were shown.
  app.get(
    address,
    { config, schema: { params, querystring: MergeQuery }, exposeHeadRoute: false },
    async (request, reply) => {
      const { with: otherId, q } = request.query;
      const path = `/${kind.people}`;
      const kept = await request.read((db, actor) => findCandidate(db, actor, kind, request.params.id));
      if (!otherId) {
        const { rows: found, isMore } = await request.read((db, actor) => listCandidates(db, actor, kind, kept, q));
        return reply.page(mergeStart, { entity, path, kept, q, found, isMore });
      }
      const preview = await request.write((tx, actor) =>
        mergePreview(tx, actor, personalData, entity, kept.id, otherId),
      );
      const other = await request.read((db, actor) => findCandidate(db, actor, kind, otherId));
      return reply.page(mergePage, { entity, path, kept, other, ...preview });
    },
  );

  app.post(address, { config, schema: { params, body: MergeRecords } }, async (request, reply) => {
    const { id: keptId } = request.params;
    const done = await request.write((tx, actor) =>
      mergeRecords(tx, actor, personalData, entity, keptId, request.body),
    );
    if (done instanceof Requested) return reply.flash({ message: done.message, tone: 'info' }).seeOther(record(keptId));
    const { mergeId, kept, merged } = done;
    return reply
      .flash({
        message: `${merged} was merged into ${kept}. You can unmerge the records for 30 days.`,
        tone: 'good',
        undo: { action: `/merges/${mergeId}/undo` },
      })
      .seeOther(record(keptId));
  });
}

type Read = <T>(work: (db: Db, actor: Actor) => Promise<T>) => Promise<T>;

/** The address of the record that a merged one leads to, if the actor may see it; null for any other address. */
async function findKeptRecord(read: Read, { kinds }: PersonalDataRegistry, url: string): Promise<string | null> {
  const [, people, id, rest] = /^\/(students|employees|guardians)\/(\d{1,16})(?=\/|\?|$)(.*)$/.exec(url) ?? [];
  const kind = kinds.find((one) => one.people === people);
  if (!kind) return null;
  const name = sql.identifier(kind.people);
  const kept = await read(async (db, actor) => {
    const here = sql.param(actor.institutions.map((institution) => institution.id));
    const rows = await query<{ id: number }>(db, render)`
      with recursive way as (
        select institution_id, id, merged_into_id from ${name} where institution_id = any(${here}::int[]) and id = ${Number(id)}
        union select n.institution_id, n.id, n.merged_into_id from ${name} n
          join way w on (n.institution_id, n.id) = (w.institution_id, w.merged_into_id))
      select id from way where merged_into_id is null and id <> ${Number(id)}`;
    return rows[0] ? Number(rows[0].id) : null;
  });
  if (kept === null) return null;
  const seen = await read((db, actor) => db.$count(kind.table, and(kind.visibleTo(actor), eq(kind.table.id, kept))));
  return seen ? `/${people}/${kept}${rest}` : null;
}
