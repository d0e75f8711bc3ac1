import { z } from 'zod';
import { allow, can } from '#kernel/actor.ts';
import { openedOf } from '#kernel/edit/edit.ts';
import { nextAddress } from '#kernel/list/cursor.ts';
import { viewFields } from '#kernel/list/view-fields.ts';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { accountFormPage, accountPage, accountsPage } from '../books.pages.ts';
import { accountLines, AccountPeriod } from './account-lines.queries.ts';
import { accountsOf, booksInView } from './accounts.queries.ts';
import {
  archiveAccount,
  CreateAccount,
  createAccount,
  findAccount,
  EditAccount,
  editAccount,
} from './change-accounts.ts';

const params = z.object({ id });
const viewing = may('ledger.view');
const config = may('ledger.edit');
const View = z.object(viewFields);

/** The chart of accounts. */
export function accountRoutes(app: App): void {
  app.get('/ledger/accounts', { config: viewing, schema: { querystring: View } }, async (request, reply) => {
    const props = await request.read(async (db, actor) => {
      const { institutionId, institutions, currency } = booksInView(actor, request.query.institution_id);
      const rows = await accountsOf(db, institutionId);
      return { institutionId, institutions, currency, rows, can: { edit: can(actor, 'ledger.edit', institutionId) } };
    });
    return reply.page(accountsPage, props);
  });

  app.get(
    '/ledger/accounts/:id',
    { config: viewing, schema: { params, querystring: AccountPeriod } },
    async (request, reply) => {
      const { from, to } = request.query;
      const { head, rows, after, mayEdit } = await request.read(async (db, actor) => {
        const lines = await accountLines(db, actor, request.params.id, request.query);
        return { ...lines, mayEdit: can(actor, 'ledger.edit', lines.head.institutionId) };
      });
      return reply.page(accountPage, {
        account: head,
        can: { edit: mayEdit },
        rows: rows.map((row) => ({ ...row, institutionId: head.institutionId })),
        next: nextAddress(request.url, after),
        filter: { from, to },
      });
    },
  );

  changeRoutes(app);
}

function changeRoutes(app: App): void {
  app.get('/ledger/accounts/new', { config, schema: { querystring: View } }, async (request, reply) => {
    const { institutionId, institutions } = await request.read(async (_, actor) =>
      booksInView(actor, request.query.institution_id, 'ledger.edit'),
    );
    return reply.page(accountFormPage, { institutionId, institutions, account: null });
  });

  app.post('/ledger/accounts', { config, schema: { body: CreateAccount } }, async (request, reply) => {
    await request.write((tx, actor) => createAccount(tx, actor, request.body));
    return reply.flash(`${request.body.name} was added.`).seeOther('/ledger/accounts');
  });

  app.get('/ledger/accounts/:id/edit', { config, schema: { params } }, async (request, reply) => {
    const account = await request.read(async (db, actor) => {
      const found = await findAccount(db, actor, request.params.id);
      allow(actor, 'ledger.edit', found.institutionId);
      return found;
    });
    const { institutionId } = account;
    return reply.page(accountFormPage, {
      institutionId,
      institutions: [],
      account,
      opened: openedOf(EditAccount, account),
    });
  });

  app.post('/ledger/accounts/:id', { config, schema: { params, body: EditAccount } }, async (request, reply) => {
    await request.write((tx, actor) => editAccount(tx, actor, request.params.id, request.body));
    return reply.flash(`${request.body.name} was saved.`).seeOther('/ledger/accounts');
  });

  app.post('/ledger/accounts/:id/archive', { config, schema: { params } }, async (request, reply) => {
    const name = await request.write((tx, actor) => archiveAccount(tx, actor, request.params.id, true));
    const undo = { action: `/ledger/accounts/${request.params.id}/restore` };
    return reply.flash({ message: `${name} was archived.`, tone: 'good', undo }).seeOther('/ledger/accounts');
  });

  app.post('/ledger/accounts/:id/restore', { config, schema: { params } }, async (request, reply) => {
    const name = await request.write((tx, actor) => archiveAccount(tx, actor, request.params.id, false));
    return reply.redirectOrJson(`${name} was restored.`, '/ledger/accounts');
  });
}
