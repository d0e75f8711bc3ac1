import { z } from 'zod';
import { institutionsInView } from '#kernel/actor.ts';
import { nextAddress } from '#kernel/list/cursor.ts';
import { id } from '#kernel/schemas.ts';
import { defer } from '#web/page.ts';
import { may, type App } from '#web/routes.ts';
import { balancesPage as balancesScreen } from './balances.pages.ts';
import { maySeeFees } from './fees-visible.ts';
import { balanceChoices } from './owed/balance-choices.ts';
import { BalanceFilter, balanceFilters } from './owed/balance-filters.ts';
import { balancesPage, balanceTotals } from './owed/balances.queries.ts';
import { exportBalances } from './owed/export-balances.ts';
import { printedStatement, StatementPeriod } from './statement/printed-statement.ts';

const params = z.object({ id });
const Export = BalanceFilter.omit({ after: true });

/** What students owe: statements and balances. */
export function balanceRoutes(app: App): void {
  app.get(
    '/students/:id/statement.pdf',
    {
      config: { ...may(...maySeeFees), isHeavy: true },
      schema: { params, querystring: StatementPeriod },
      exposeHeadRoute: false,
    },
    async (request, reply) => {
      const { id: studentId } = request.params;
      const data = await request.write((tx, actor) =>
        printedStatement(tx, actor, app.services.files, studentId, request.query),
      );
      return reply.pdf({
        title: `statement ${data.student.admissionNumber} ${data.student.name}`,
        layout: new URL('./statement/statement.pdf.ts', import.meta.url),
        data,
      });
    },
  );

  app.get('/balances', { config: may('fees.view'), schema: { querystring: BalanceFilter } }, async (request, reply) => {
    const { after: _, ...filter } = request.query;
    const [page, totals, canExport, canMessage] = await request.read((db, actor) => {
      // First, because it refuses an institution in the address before anything is asked.
      const exporting = institutionsInView(actor, filter.institution_id, 'fees.export');
      return Promise.all([
        balancesPage(db, actor, request.query),
        balanceTotals(db, actor, request.query),
        exporting.length > 0,
        institutionsInView(actor, filter.institution_id, 'messages.send').length > 0,
      ]);
    });
    return reply.page(balancesScreen, {
      rows: page.rows,
      next: nextAddress(request.url, page.after),
      filter,
      totals,
      can: { export: canExport, message: canMessage },
      ...balanceFilters.narrowing(filter),
      choices: defer(() => request.read((db, actor) => balanceChoices(db, actor, request.query))),
    });
  });

  for (const format of ['csv', 'xlsx'] as const)
    app.get(
      `/balances/export.${format}`,
      { config: may('fees.export'), schema: { querystring: Export }, exposeHeadRoute: false },
      (request, reply) => reply.table(format, (actor) => exportBalances(actor, request.query)),
    );
}
