import { z } from 'zod';
import { and, asc, isNull } from 'drizzle-orm';
import { institutionsWhere, membershipIn, institutionInView } from '#kernel/actor.ts';
import { isOneOf, type Db } from '#kernel/database.ts';
import { openedOf } from '#kernel/edit/edit.ts';
import { viewFields } from '#kernel/list/view-fields.ts';
import { id } from '#kernel/schemas.ts';
import { programs } from '#features/school/structure/structure.schema.ts';
import { may, type App } from '#web/routes.ts';
import { kindFormPage } from '../pins.pages.ts';
import { placesOf } from '../stock/stock.queries.ts';
import { AddKind, addKind, archiveKind, EditKind, editKind, findKind, kindForm } from './kinds.ts';

const params = z.object({ id });
const config = may('pins.edit');
const stock = '/pins';

/** Types of pins: what is sold, at which price. */
export function kindRoutes(app: App): void {
  app.get('/pin-kinds/new', { config, schema: { querystring: z.object(viewFields) } }, async (request, reply) => {
    const props = await request.read(async (db, actor) => {
      const institutionId = institutionInView(actor, request.query.institution_id, 'pins.edit');
      const all = institutionsWhere(actor, 'pins.edit');
      const { currency } = membershipIn(actor, institutionId)!;
      const institutions = placesOf(actor, all);
      return { kind: null, institutionId, institutions, currency, programs: await programsOf(db, all) };
    });
    return reply.page(kindFormPage, props);
  });

  app.post('/pin-kinds', { config: { ...config, once: true }, schema: { body: AddKind } }, (request, reply) =>
    reply.once(async (tx, actor) => {
      await addKind(tx, actor, request.body);
      return { flash: `${request.body.name} was added. Make its pins next.`, go: stock };
    }),
  );

  app.get('/pin-kinds/:id/edit', { config, schema: { params } }, async (request, reply) => {
    const props = await request.read(async (db, actor) => {
      const [kind, all] = await Promise.all([
        findKind(db, actor, request.params.id),
        programsOf(db, institutionsWhere(actor, 'pins.edit')),
      ]);
      const form = kindForm(kind);
      return {
        kind: { id: kind.id, type: kind.type, ...form },
        institutionId: kind.institutionId,
        institutions: [],
        opened: openedOf(EditKind, form),
        currency: membershipIn(actor, kind.institutionId)!.currency,
        programs: all.filter(({ institutionId }) => institutionId === kind.institutionId),
      };
    });
    return reply.page(kindFormPage, props);
  });

  app.post('/pin-kinds/:id', { config, schema: { params, body: EditKind } }, async (request, reply) => {
    await request.write((tx, actor) => editKind(tx, actor, request.params.id, request.body));
    return reply.flash(`${request.body.name} was saved.`).seeOther(stock);
  });

  for (const act of ['archive', 'restore'] as const)
    app.post(`/pin-kinds/:id/${act}`, { config, schema: { params } }, async (request, reply) => {
      const name = await request.write((tx, actor) => archiveKind(tx, actor, request.params.id, act === 'archive'));
      return reply.flash(`${name} was ${act}d.`).seeOther(stock);
    });
}

const programsOf = (db: Db, institutionIds: number[]) =>
  db
    .select({ id: programs.id, institutionId: programs.institutionId, name: programs.name })
    .from(programs)
    .where(and(isOneOf(programs.institutionId, institutionIds), isNull(programs.retiredAt)))
    .orderBy(asc(programs.name));
