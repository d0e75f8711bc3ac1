import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { viewFields } from '#kernel/list/view-fields.ts';
import { id, queryParam } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { addDashlet, AddDashlet } from './boards/add-dashlet.ts';
import {
  ChooseBoard,
  orderDashlets,
  OrderDashlets,
  ownerIn,
  removeDashlet,
  resetBoard,
  resizeDashlet,
  ResizeDashlet,
  restoreDashlet,
  startBoard,
  dashletForm,
  readBoard,
} from './boards/change-board.ts';
import type { BoardOwner } from './boards/boards.ts';
import { arrangePage, dashletFormPage, dashletListPage } from './dashlets.pages.ts';
import { namedDashlets, offerOf, readDashlets } from './show/load-dashlets.ts';

const config = may('dashlets.create', 'dashlets.arrange');
const View = z.object({ ...viewFields, role: queryParam(id) });
const params = z.object({ id });

/** A person's own dashlets, and those of each role. */
export function dashletRoutes(app: App): void {
  const ready = app.product.dashlets;

  app.get(
    '/dashlets',
    { config: { ...config, isHeavy: true }, schema: { querystring: View } },
    async (request, reply) => {
      const { items, ...board } = await request.read((db, actor) => readBoard(db, actor, ready, request.query));
      return reply.page(dashletListPage, {
        ...board,
        dashlets: await readDashlets(request, board.institutionId, items),
      });
    },
  );

  app.get('/dashlets/new', { config, schema: { querystring: View } }, async (request, reply) =>
    reply.page(dashletFormPage, await request.read((db, actor) => dashletForm(db, actor, ready, request.query))),
  );

  app.get('/dashlets/arrange', { config, schema: { querystring: View } }, async (request, reply) => {
    const { items, ...board } = await request.read((db, actor) => readBoard(db, actor, ready, request.query));
    // Until the arrangement is begun, those that its owner sees belong to another one.
    const own = board.isArranged ? items : [];
    return reply.page(arrangePage, { ...board, dashlets: namedDashlets(offerOf(request), own) });
  });

  app.post('/dashlets', { config: { ...config, once: true }, schema: { body: AddDashlet } }, (request, reply) =>
    reply.once(async (tx, actor) => {
      const { label, roleId } = await addDashlet(tx, actor, ready, request.body);
      return { flash: `${label} was added.`, go: listOf(request.body.institution_id, roleId) };
    }),
  );

  app.post('/dashlets/arrange', { config, schema: { body: ChooseBoard } }, async (request, reply) => {
    const owner = ownerIn(request.body);
    await request.write((tx, actor) => startBoard(tx, actor, ready, owner));
    return reply.seeOther(listOf(owner.institutionId, owner.roleId, '/dashlets/arrange'));
  });

  app.post('/dashlets/order', { config, schema: { body: OrderDashlets } }, async (request, reply) => {
    await request.write((tx, actor) => orderDashlets(tx, actor, ready, request.body));
    return reply.send({ saved: true });
  });

  app.post('/dashlets/reset', { config, schema: { body: ChooseBoard } }, async (request, reply) => {
    const owner = ownerIn(request.body);
    await request.write((tx, actor) => resetBoard(tx, actor, owner));
    return reply.flash('The default arrangement was restored.').seeOther(listOf(owner.institutionId, owner.roleId));
  });

  app.post('/dashlets/:id/size', { config, schema: { params, body: ResizeDashlet } }, async (request, reply) => {
    const { board } = await request.write((tx, actor) => resizeDashlet(tx, actor, request.params.id, request.body));
    return reply.seeOther(cameFrom(request, board));
  });

  app.post('/dashlets/:id/remove', { config, schema: { params } }, async (request, reply) => {
    const { board } = await request.write((tx, actor) => removeDashlet(tx, actor, request.params.id));
    return reply
      .flash({
        message: 'The card was removed.',
        tone: 'good',
        undo: { action: `/dashlets/${request.params.id}/restore` },
      })
      .seeOther(cameFrom(request, board));
  });

  app.post('/dashlets/:id/restore', { config, schema: { params } }, async (request, reply) => {
    const { board } = await request.write((tx, actor) => restoreDashlet(tx, actor, request.params.id));
    return reply.flash('The card was restored.').seeOther(cameFrom(request, board));
  });
}

/** A person's own dashlets are on the home page. */
function listOf(institutionId: number, roleId: number | null | undefined, path?: string): string {
  if (!roleId) return `${path ?? '/home'}?institution_id=${institutionId}`;
  return `${path ?? '/dashlets'}?institution_id=${institutionId}&role=${roleId}`;
}

/** The page with the button: dashlets are on several. */
function cameFrom({ headers }: FastifyRequest, { institutionId, roleId }: BoardOwner): string {
  const path = URL.parse(String(headers['x-xhr-referer'] ?? ''))?.pathname;
  return listOf(
    institutionId,
    roleId,
    ['/dashlets', '/dashlets/arrange'].find((one) => one === path),
  );
}
