import { z } from 'zod';
import { allow, institutionsInView } from '#kernel/actor.ts';
import { openedOf } from '#kernel/edit/edit.ts';
import { id, queryParam } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { chooseInstitution, currencyOf } from '../choose-institution.ts';
import { categoryFormPage, categoryListPage } from '../fees.pages.ts';
import {
  CreateCategory,
  createCategory,
  findCategory,
  incomeAccounts,
  listCategories,
  archiveCategory,
  EditCategory,
  editCategory,
} from './categories.ts';

const params = z.object({ id });
const View = z.object({ institution_id: queryParam(id), academic_session: queryParam(id) });
const editing = may('fees.edit');

export function categoryRoutes(app: App): void {
  app.get('/fee-categories', { config: may('fees.view'), schema: { querystring: View } }, async (request, reply) => {
    const { institution_id: wanted } = request.query;
    return reply.page(
      categoryListPage,
      await request.read(async (db, actor) => ({
        rows: await listCategories(db, actor, wanted),
        can: { edit: institutionsInView(actor, wanted, 'fees.edit').length > 0 },
      })),
    );
  });

  app.get('/fee-categories/new', { config: editing, schema: { querystring: View } }, async (request, reply) =>
    reply.page(categoryFormPage, {
      ...(await request.read(async (db, actor) => {
        const place = chooseInstitution(actor, request.query.institution_id);
        return { ...place, accounts: await incomeAccounts(db, place.institutionId) };
      })),
      category: null,
    }),
  );

  app.post('/fee-categories', { config: editing, schema: { body: CreateCategory } }, async (request, reply) => {
    await request.write((tx, actor) => createCategory(tx, actor, request.body));
    return reply.flash('The category was added.').seeOther('/fee-categories');
  });

  app.get('/fee-categories/:id/edit', { config: editing, schema: { params } }, async (request, reply) => {
    const [category, currency, accounts] = await request.snapshot(async (db, actor) => {
      const found = await findCategory(db, actor, request.params.id);
      allow(actor, 'fees.edit', found.institutionId);
      const choices = await incomeAccounts(db, found.institutionId);
      return [found, currencyOf(actor, found.institutionId), choices] as const;
    });
    return reply.page(categoryFormPage, {
      institutionId: category.institutionId,
      institutions: [],
      currency,
      accounts,
      category,
      opened: openedOf(EditCategory, category),
    });
  });

  app.post(
    '/fee-categories/:id',
    { config: editing, schema: { params, body: EditCategory } },
    async (request, reply) => {
      await request.write((tx, actor) => editCategory(tx, actor, request.params.id, request.body));
      return reply.flash('The category was saved.').seeOther('/fee-categories');
    },
  );

  app.post('/fee-categories/:id/archive', { config: editing, schema: { params } }, async (request, reply) => {
    const name = await request.write((tx, actor) => archiveCategory(tx, actor, request.params.id, true));
    const undo = { action: `/fee-categories/${request.params.id}/restore` };
    return reply.flash({ message: `${name} was archived.`, tone: 'good', undo }).seeOther('/fee-categories');
  });

  app.post('/fee-categories/:id/restore', { config: editing, schema: { params } }, async (request, reply) => {
    const name = await request.write((tx, actor) => archiveCategory(tx, actor, request.params.id, false));
    return reply.redirectOrJson(`${name} was restored.`, '/fee-categories');
  });
}
