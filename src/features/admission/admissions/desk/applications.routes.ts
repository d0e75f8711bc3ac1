import { institutionsInView } from '#kernel/actor.ts';
import type { Permission } from '#kernel/permissions.ts';
import { defer } from '#web/page.ts';
import { may, type App } from '#web/routes.ts';
import { ApplicationFilter } from './applications.list.ts';
import { applicationRows } from './application-page.ts';
import { applicationChoices, countsByState } from './applications.queries.ts';
import { applicationListPage } from './desk.pages.ts';
import { wholeList } from './whole-list.ts';
import { ExportApplications, exportApplications } from './export-applications.ts';

/** Applications that were sent: the list and its file. */
export function applicationListRoutes(app: App): void {
  app.get(
    '/applications',
    { config: may('admissions.view'), schema: { querystring: ApplicationFilter } },
    async (request, reply) => {
      const { query } = request;
      const list = await applicationRows(request, (actor) => {
        const holds = (permission: Permission) =>
          institutionsInView(actor, query.institution_id, permission).length > 0;
        return {
          export: holds('admissions.export'),
          decide: holds('admissions.decide'),
          edit: holds('admissions.edit'),
        };
      });
      return reply.page(applicationListPage, {
        ...list,
        choices: defer(() => request.read((db, actor) => applicationChoices(db, actor, query.institution_id))),
        counts: defer(() => request.read((db, actor) => countsByState(db, actor, query))),
      });
    },
  );

  app.get(
    '/applications/ids',
    { config: { ...may('admissions.decide'), isHeavy: true }, schema: { querystring: ApplicationFilter } },
    async (request, reply) =>
      reply.send({ rows: await request.read((db, actor) => wholeList(db, actor, request.query)) }),
  );

  for (const format of ['csv', 'xlsx'] as const)
    app.get(
      `/applications.${format}`,
      { config: may('admissions.export'), schema: { querystring: ExportApplications } },
      (request, reply) => reply.table(format, (actor) => exportApplications(actor, request.query)),
    );
}
