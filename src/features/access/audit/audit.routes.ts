import { z } from 'zod';
import { institutionsInView, institutionsWhere } from '#kernel/actor.ts';
import { id } from '#kernel/schemas.ts';
import { staffChoices, findStaffChoice } from '#features/access/accounts/accounts.queries.ts';
import { serveChoices } from '#features/records/people/serve-choices.ts';
import { termsInProgress } from '#features/school/structure/sessions/sessions.queries.ts';
import { defer } from '#web/page.ts';
import { may, type App } from '#web/routes.ts';
import { auditList } from './audit.list.ts';
import { auditLog, outboxPage } from './audit.pages.ts';
import { deliveryRoutes } from './delivery.routes.ts';
import { ExportEntries, exportEntries } from './export-entries.ts';
import { ExportOutbox, exportOutbox } from './export-outbox.ts';
import { outboxList } from './outbox.list.ts';
import { readMessage } from './read-message.ts';

/** The audit log and the outbox. */
export function auditRoutes(app: App): void {
  app.get(
    '/audit',
    { config: may('audit.view'), schema: { querystring: auditList.Filter } },
    async (request, reply) => {
      const { person, institution_id } = request.query;
      return reply.page(auditLog, {
        ...(await auditList.props(request)),
        areas: app.product.nouns,
        ...(person && {
          person: defer(() =>
            request.read((db, actor) =>
              findStaffChoice(db, institutionsInView(actor, institution_id, 'audit.view'), person),
            ),
          ),
        }),
        terms: defer(() => request.read((db, actor) => termsInProgress(db, actor, institution_id))),
      });
    },
  );

  serveChoices(app, '/audit/person-options', 'audit.view', staffChoices);

  app.get(
    '/audit/export.csv',
    { config: may('audit.view'), schema: { querystring: ExportEntries }, exposeHeadRoute: false },
    (request, reply) => reply.table('csv', (actor) => exportEntries(actor, request.query)),
  );

  deliveryRoutes(app);

  app.get(
    '/outbox',
    { config: may('outbox.view'), schema: { querystring: outboxList.Filter } },
    async (request, reply) =>
      reply.page(
        outboxPage,
        await outboxList.props(request, (_, actor) => ({
          can: { setUp: institutionsWhere(actor, 'sending.settings').length > 0 },
        })),
      ),
  );

  for (const format of ['csv', 'xlsx'] as const)
    app.get(
      `/outbox/export.${format}`,
      { config: may('outbox.view'), schema: { querystring: ExportOutbox }, exposeHeadRoute: false },
      (request, reply) => reply.table(format, (actor) => exportOutbox(actor, request.query)),
    );

  // A POST, because reading is recorded in the audit log.
  app.post(
    '/outbox/:id/read',
    { config: may('outbox.view'), schema: { params: z.object({ id }) } },
    async (request, reply) => reply.send(await request.write((tx, actor) => readMessage(tx, actor, request.params.id))),
  );
}
