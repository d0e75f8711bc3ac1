import { z } from 'zod';
import { institutionsInView, institutionsWhere, type Actor, institutionChoice } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { openedOf } from '#kernel/edit/edit.ts';
import { viewFields } from '#kernel/list/view-fields.ts';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { waitingChanges } from '#features/records/approvals/waiting-changes.queries.ts';
import {
  AddBankAccount,
  EditBankAccount,
  formOf,
  bankAccountRows,
  bankLedgerAccounts,
  findBankAccount,
  addBankAccount,
  archiveBankAccount,
  bankAccountChange,
  editBankAccount,
} from './bank-accounts.ts';
import { bankAccountFormPage, bankAccountListPage } from '../bank.pages.ts';

const params = z.object({ id });
const config = may('payments.place');
const sensitive = { ...config, confirm: true };
const querystring = z.object(viewFields);

/** The school's accounts at banks. */
export function bankAccountRoutes(app: App): void {
  app.get('/bank-accounts', { config, schema: { querystring } }, async (request, reply) =>
    reply.page(
      bankAccountListPage,
      await request.read(async (db, actor) => {
        const wanted = request.query.institution_id;
        const [accounts, changes] = await Promise.all([
          bankAccountRows(db, actor, wanted),
          waitingChanges(db, actor, institutionsInView(actor, wanted, 'payments.place'), [bankAccountChange]),
        ]);
        return { accounts, changes };
      }),
    ),
  );

  app.get('/bank-accounts/new', { config, schema: { querystring } }, async (request, reply) => {
    const props = await request.read(async (db, actor) => {
      const choice = institutionChoice(actor, request.query.institution_id, 'payments.place');
      const all = choice.institutions.map(({ id: institutionId }) => institutionId);
      return { ...choice, account: null, ledgerAccounts: await ledgerChoices(db, all) };
    });
    return reply.page(bankAccountFormPage, props);
  });

  app.post('/bank-accounts', { config: sensitive, schema: { body: AddBankAccount } }, async (request, reply) => {
    const asked = await request.write((tx, actor) => addBankAccount(tx, actor, request.body));
    return reply.flash(asked.message).seeOther('/bank-accounts');
  });

  app.get('/bank-accounts/:id/edit', { config, schema: { params } }, async (request, reply) => {
    const { account, ledgerAccounts } = await request.read(async (db, actor) => {
      const [found, choices] = await Promise.all([
        findBankAccount(db, actor, request.params.id),
        ledgerChoices(db, institutionsWhere(actor as Actor, 'payments.place')),
      ]);
      return { account: found, ledgerAccounts: choices };
    });
    const form = formOf(account);
    return reply.page(bankAccountFormPage, {
      account: { id: account.id, ...form },
      institutionId: account.institutionId,
      institutions: [],
      ledgerAccounts: ledgerAccounts.filter(({ institutionId }) => institutionId === account.institutionId),
      opened: openedOf(EditBankAccount, form),
    });
  });

  app.post(
    '/bank-accounts/:id',
    { config: sensitive, schema: { params, body: EditBankAccount } },
    async (request, reply) => {
      const asked = await request.write((tx, actor) => editBankAccount(tx, actor, request.params.id, request.body));
      return reply.flash(asked?.message ?? `${request.body.name} was saved.`).seeOther('/bank-accounts');
    },
  );

  for (const act of ['archive', 'restore'] as const)
    app.post(
      `/bank-accounts/:id/${act}`,
      { config: act === 'restore' ? sensitive : config, schema: { params } },
      async (request, reply) => {
        const { name, asked } = await request.write((tx, actor) =>
          archiveBankAccount(tx, actor, request.params.id, act === 'archive'),
        );
        return reply.flash(asked?.message ?? `${name} was ${act}d.`).seeOther('/bank-accounts');
      },
    );
}

const ledgerChoices = async (db: Db, institutionIds: number[]) =>
  (await bankLedgerAccounts(db, institutionIds))
    .filter(({ kind, role }) => kind === 'asset' && (role === null || role === 'bank'))
    .map(({ id: accountId, institutionId, code, name, role }) => ({
      id: accountId,
      institutionId,
      label: `${code} ${name}`,
      isUsual: role === 'bank',
    }));
