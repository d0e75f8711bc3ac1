import { institutionsInView } from '#kernel/actor.ts';
import { batchChoices, chosenBatches } from '#features/school/structure/choices.queries.ts';
import { defer } from '#web/page.ts';
import { may, type App } from '#web/routes.ts';
import { holdListPage } from '../holds.pages.ts';
import { ExportHolds, exportHolds } from './export-holds.ts';
import { holdList } from './holds.list.ts';
import { holdTotals, ruleChoices } from './holds.queries.ts';

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
