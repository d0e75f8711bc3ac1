import { may, type App } from '#web/routes.ts';
import { exportGiven } from './export-given.ts';
import { givenPage } from './given.pages.ts';
import { GivenFilter, givenProps } from './given.props.ts';

/** Who took what off debts, and who agreed. */
export function givenRoutes(app: App): void {
  app.get(
    '/given',
    { config: { ...may('payments.view'), isHeavy: true }, schema: { querystring: GivenFilter } },
    async (request, reply) =>
      reply.page(givenPage, await request.read((db, actor) => givenProps(db, actor, request.query))),
  );

  for (const format of ['csv', 'xlsx'] as const)
    app.get(
      `/given/export.${format}`,
      { config: may('payments.export'), schema: { querystring: GivenFilter }, exposeHeadRoute: false },
      (request, reply) => reply.table(format, (actor) => exportGiven(actor, request.query)),
    );
}
