import { z } from 'zod';
import { institutionsInView, type Actor } from '#kernel/actor.ts';
import { nextAddress } from '#kernel/list/cursor.ts';
import { id } from '#kernel/schemas.ts';
import { defer } from '#web/page.ts';
import { may, type App } from '#web/routes.ts';
import { balancesPage as balancesScreen } from './balances.pages.ts';
import { maySeeFees } from './fees-visible.ts';
import {
  balancesPage,
  balanceTotals,
  agesOf,
  balancesOf,
  keyOf,
  BalanceFilter,
  balanceFilters,
  balanceChoices,
} from './owed/balances.queries.ts';
import { printedStatement, StatementPeriod } from './statement/printed-statement.ts';
import { sql } from 'drizzle-orm';
import { NotAllowed } from '#kernel/errors.ts';
import { ageLabels } from '#features/money/invoices/dues/ages.ts';
import type { Permission } from '#kernel/permissions.ts';
import type { ExportColumn } from '#kernel/export/columns.ts';
import type { ExportedTable } from '#kernel/export/export-table.ts';

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
    const [page, totals, can] = await request.read((db, actor) => {
      const where = (permission: Permission) => institutionsInView(actor, filter.institution_id, permission);
      // First, because it refuses an institution in the address before anything is asked.
      const [only, ...others] = where('fees.view');
      const acts = {
        export: where('fees.export').length > 0,
        // The sheet is of one institution: it would not be that of a list of several.
        print:
          others.length === 0 && where('payments.export').includes(only!) && where('payments.view').includes(only!),
        message: where('messages.send').length > 0,
      };
      return Promise.all([balancesPage(db, actor, request.query), balanceTotals(db, actor, request.query), acts]);
    });
    return reply.page(balancesScreen, {
      rows: page.rows,
      next: nextAddress(request.url, page.after),
      filter,
      totals,
      can,
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

const amount = (header: string): ExportColumn => ({ header, kind: 'number', width: 16 });
const columns: ExportColumn[] = [
  { header: 'Institution', kind: 'text', width: 28 },
  { header: 'Admission number', kind: 'text', width: 18 },
  { header: 'Student', kind: 'text', width: 32 },
  { header: 'Class', kind: 'text', width: 20 },
  { header: 'Currency', kind: 'text', width: 9 },
  ...['Owed', 'Credit', ...Object.values(ageLabels)].map(amount),
];

/** All balances of the address as a table, the largest first; amounts with two decimals. */
function exportBalances(actor: Actor, filter: BalanceFilter): ExportedTable {
  const institutionIds = institutionsInView(actor, filter.institution_id, 'fees.export').filter((id) =>
    institutionsInView(actor, filter.institution_id, 'fees.view').includes(id),
  );
  if (institutionIds.length === 0) throw new NotAllowed();
  const { from, where } = balancesOf(actor, filter);
  const cells = ['p.owed', 'p.credit', 'a."notDue"', 'a.days30', 'a.days60', 'a.days90', 'a.older'].map(
    (column) => `round(coalesce(${column}, 0) / 100.0, 2)`,
  );
  return {
    title: 'Balances',
    counted: (rows) => `${rows} ${rows === 1 ? 'balance' : 'balances'}`,
    action: 'fees.exportBalances',
    filter,
    institutionIds,
    columns,
    of: 'student',
    rows: sql`with page as materialized (
        select b.institution_id, b.student_id, b.owed, b.credit, ${keyOf(filter)} as key from ${from}
        where ${where} and b.institution_id = any (${sql.param(institutionIds)}::int[])),
      ${agesOf(sql`page`)}
      select p.institution_id as "institutionId", p.student_id as id, json_build_array(n.name, s.admission_number,
          concat_ws(', ', s.surname, concat_ws(' ', s.first_name, s.middle_name)), t.name, n.currency,
          ${sql.raw(cells.join(', '))})::text as cells
      from page p join students s on (s.institution_id, s.id) = (p.institution_id, p.student_id)
      join institutions n on n.id = p.institution_id
      left join batches t on (t.institution_id, t.id) = (s.institution_id, s.batch_id)
      left join age a on a.student_id = p.student_id
      order by p.key desc, p.student_id`,
  };
}
