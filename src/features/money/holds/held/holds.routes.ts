import { institutionsInView, type Actor } from '#kernel/actor.ts';
import { batchChoices, chosenBatches } from '#features/school/structure/choices.queries.ts';
import { defer } from '#web/page.ts';
import { may, type App } from '#web/routes.ts';
import { holdListPage } from '../holds.pages.ts';
import { holdList } from './holds.list.ts';
import { holdTotals, ruleChoices, heldRows } from './family-holds.ts';
import { or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { NotAllowed } from '#kernel/errors.ts';
import type { ExportColumn } from '#kernel/export/columns.ts';
import { cellsOf, type ExportedTable } from '#kernel/export/export-table.ts';
import { withheld } from '../holds.ts';
import { stillWithheld } from './held-students.ts';

/** Students who are held today. */
export function holdRoutes(app: App): void {
  app.get('/holds', { config: may('fees.view'), schema: { querystring: holdList.Filter } }, async (request, reply) => {
    const { institution_id: wanted, batch, class: of } = request.query;
    const props = await holdList.props(request, async (db, actor) => {
      const lifting = institutionsInView(actor, wanted, 'fees.holds');
      const exporting = institutionsInView(actor, wanted, 'fees.export');
      return { rules: await ruleChoices(db, actor, wanted), can: { export: exporting.length > 0, lift: lifting } };
    });
    return reply.page(holdListPage, {
      ...props,
      totals: defer(() => request.read((db, actor) => holdTotals(db, actor, request.query))),
      choices: defer(async () => {
        const [offered, chosen] = await request.read((db, actor) =>
          Promise.all([
            batchChoices(db, actor, wanted),
            batch || of ? chosenBatches(db, actor, { batch, class: of }) : [],
          ]),
        );
        return { batches: offered.isMore ? chosen : offered.rows, moreBatches: offered.isMore };
      }),
    });
  });

  for (const format of ['csv', 'xlsx'] as const)
    app.get(
      `/holds/export.${format}`,
      { config: may('fees.export'), schema: { querystring: ExportHolds }, exposeHeadRoute: false },
      (request, reply) => reply.table(format, (actor) => exportHolds(actor, request.query)),
    );
}

const ExportHolds = holdList.Filter.omit({ after: true });

const text = (header: string, width: number): ExportColumn => ({ header, kind: 'text', width });
const amount = (header: string): ExportColumn => ({ header, kind: 'number', width: 16 });
const columns: ExportColumn[] = [
  text('Institution', 28),
  text('Admission number', 18),
  text('Student', 32),
  text('Class', 20),
  text('Rules', 28),
  text('Withheld', 32),
  text('Currency', 9),
  ...['Owed', 'Overdue', 'To pay'].map(amount),
  { header: 'Overdue since', kind: 'day', width: 14 },
  { header: 'Lifted until', kind: 'day', width: 14 },
];

/** Everybody whom the list shows, by name; amounts with two decimals. */
function exportHolds(actor: Actor, filter: z.infer<typeof ExportHolds>): ExportedTable {
  const institutionIds = institutionsInView(actor, filter.institution_id, 'fees.export').filter((id) =>
    institutionsInView(actor, filter.institution_id, 'fees.view').includes(id),
  );
  if (institutionIds.length === 0) throw new NotAllowed();
  const cells = cellsOf([
    sql`(select i.name from institutions i where i.id = students.institution_id)`,
    sql`students.admission_number`,
    sql`concat_ws(', ', students.surname, concat_ws(' ', students.first_name, students.middle_name))`,
    sql`students.batch_name`,
    sql`array_to_string(h.rules, ', ')`,
    sql`(select string_agg(coalesce(${JSON.stringify(withheld)}::jsonb ->> w, w), ', ') from unnest(${stillWithheld}) w)`,
    sql`(select i.currency from institutions i where i.id = students.institution_id)`,
    ...['d.owed', 'd.overdue', 'h.to_pay'].map((column) => sql`round(${sql.raw(column)} / 100.0, 2)`),
    sql`d.since`,
    sql`l.until`,
  ]);
  return {
    title: 'Holds',
    counted: (rows) => `${rows} ${rows === 1 ? 'student' : 'students'}`,
    action: 'fees.exportHolds',
    filter,
    institutionIds,
    columns,
    of: 'student',
    rows: sql`select students.institution_id as "institutionId", students.id, ${cells} ${heldRows}
      where ${or(...holdList.conditions(actor, filter))}
        and students.institution_id = any (${sql.param(institutionIds)}::int[])
      order by students.sort_name, students.id`,
  };
}
