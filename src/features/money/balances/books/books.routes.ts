import { join } from 'node:path';
import { z } from 'zod';
import { can, institutionsInView } from '#kernel/actor.ts';
import { today } from '#kernel/dates.ts';
import { viewFields } from '#kernel/list/view-fields.ts';
import { day, id, queryParam } from '#kernel/schemas.ts';
import { defer } from '#web/page.ts';
import { may, type App } from '#web/routes.ts';
import { accountRoutes } from './accounts/accounts.routes.ts';
import { accountsOf, booksInView } from './accounts/accounts.queries.ts';
import { writeJournal, exportLedger, LedgerPeriod } from './export/export-ledger.ts';
import { entryOf } from './journal/entry.queries.ts';
import { journal } from './journal/journal.list.ts';
import { manualRoutes } from './manual/manual.routes.ts';
import { periodRoutes } from './periods/periods.routes.ts';
import { entryPage, journalPage, trialBalancePage } from './books.pages.ts';

const params = z.object({ id });
const config = may('ledger.view');
const AsOf = z.object({ ...viewFields, as_of: queryParam(day) });

/** The books: journal, accounts, trial balance, and their files. */
export function bookRoutes(app: App): void {
  app.get('/ledger', { config, schema: { querystring: journal.Filter } }, async (request, reply) => {
    const { institution_id: wanted } = request.query;
    const props = await journal.props(request, (_, actor) => ({
      can: {
        export: institutionsInView(actor, wanted, 'ledger.export').length > 0,
        edit: institutionsInView(actor, wanted, 'ledger.edit').length > 0,
      },
    }));
    return reply.page(journalPage, {
      ...props,
      accounts: defer(() =>
        request.read(async (db, actor) => {
          const rows = await accountsOf(db, booksInView(actor, wanted).institutionId);
          return rows.map(({ id: accountId, code, name }) => ({ id: accountId, name: `${code} ${name}` }));
        }),
      ),
    });
  });

  app.get('/ledger/entries/:id', { config, schema: { params } }, async (request, reply) =>
    reply.page(
      entryPage,
      await request.read(async (db, actor) => {
        const entry = await entryOf(db, actor, request.params.id);
        const isReversible = entry.source === 'manual' && !entry.reverses && !entry.reversedBy;
        return { entry, can: { reverse: isReversible && can(actor, 'ledger.edit', entry.institutionId) } };
      }),
    ),
  );

  app.get('/ledger/trial-balance', { config, schema: { querystring: AsOf } }, async (request, reply) => {
    const props = await request.read(async (db, actor) => {
      const { institutionId, institutions, currency, timeZone } = booksInView(actor, request.query.institution_id);
      const asOf = request.query.as_of ?? today(timeZone);
      const rows = await accountsOf(db, institutionId, asOf);
      return { institutionId, institutions, currency, asOf, rows: rows.filter(({ balance }) => balance !== 0) };
    });
    return reply.page(trialBalancePage, props);
  });

  accountRoutes(app);
  manualRoutes(app);
  periodRoutes(app);
  exportRoutes(app);
}

function exportRoutes(app: App): void {
  const schema = { querystring: LedgerPeriod };
  const exporting = may('ledger.export');
  for (const format of ['csv', 'xlsx'] as const)
    app.get(`/ledger/export.${format}`, { config: exporting, schema, exposeHeadRoute: false }, (request, reply) =>
      reply.table(format, (actor) => exportLedger(actor, request.query)),
    );

  app.get(
    '/ledger/export.journal',
    { config: { ...exporting, isHeavy: true }, schema, exposeHeadRoute: false },
    async (request, reply) => {
      const folder = join(app.services.environment.dataFolder, 'exports');
      const { file, size } = await request.snapshot((tx, actor) => writeJournal(tx, actor, folder, request.query));
      return reply
        .type('text/plain; charset=utf-8')
        .header('Content-Length', size)
        .header('Content-Disposition', 'attachment; filename="books.journal"')
        .header('Cache-Control', 'no-store')
        .send(file.createReadStream({ start: 0 }));
    },
  );
}
