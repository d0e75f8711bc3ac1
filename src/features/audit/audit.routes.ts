import { z } from 'zod';
import { institutionsInView, institutionsWhere } from '#kernel/actor.ts';
import { id } from '#kernel/schemas.ts';
import { staffChoices, findStaffChoice } from '#features/accounts/accounts.queries.ts';
import { serveChoices } from '#features/people/serve-choices.ts';
import { termsInProgress } from '#features/structure/sessions.queries.ts';
import { defer } from '#web/page.ts';
import { may, type App } from '#web/routes.ts';
import { auditLog, outboxPage } from './audit.pages.ts';
import { AuditFilter, listEntries } from './audit.queries.ts';
import { deliveryRoutes } from './delivery.routes.ts';
import { ExportEntries, exportEntries } from './export-entries.ts';
import { listMessages } from './outbox.queries.ts';
import { readMessage } from './read-message.ts';

const OutboxFilter = z.object({
  institution_id: id.optional(),
  academic_session: z.unknown().optional(),
  after: id.optional(),
});

/** Who did what, and what waits to be sent. */
export function auditRoutes(app: App): void {
  app.get('/audit', { config: may('audit.view'), schema: { querystring: AuditFilter } }, async (request, reply) => {
    const { after: _, academic_session: __, ...filter } = request.query;
    const { rows, after } = await request.read((db, actor) => listEntries(db, actor, request.query));
    return reply.page(auditLog, {
      filter,
      rows,
      next: nextPage('/audit', filter, after),
      areas: app.product.nouns,
      ...(filter.person && {
        person: defer(() =>
          request.read((db, actor) =>
            findStaffChoice(db, institutionsInView(actor, filter.institution_id, 'audit.view'), filter.person!),
          ),
        ),
      }),
      terms: defer(() => request.read((db, actor) => termsInProgress(db, actor, filter.institution_id))),
    });
  });

  serveChoices(app, '/audit/person-options', 'audit.view', staffChoices);

  app.get(
    '/audit/export.csv',
    { config: may('audit.view'), schema: { querystring: ExportEntries }, exposeHeadRoute: false },
    (request, reply) => reply.table('csv', (actor) => exportEntries(actor, request.query)),
  );

  deliveryRoutes(app);

  app.get('/outbox', { config: may('outbox.view'), schema: { querystring: OutboxFilter } }, async (request, reply) => {
    const { institution_id, after: from } = request.query;
    const { rows, after } = await request.read((db, actor) => listMessages(db, actor, institution_id, from));
    const can = { setUp: institutionsWhere(request.actor, 'institutions.edit').length > 0 };
    return reply.page(outboxPage, { rows, next: nextPage('/outbox', { institution_id }, after), can });
  });

  // A POST, for it writes down who has read what.
  app.post(
    '/outbox/:id/read',
    { config: may('outbox.view'), schema: { params: z.object({ id }) } },
    async (request, reply) => reply.send(await request.write((tx, actor) => readMessage(tx, actor, request.params.id))),
  );
}

function nextPage(path: string, filter: Record<string, unknown>, after: number | null): string | null {
  if (!after) return null;
  const given = Object.entries(filter).filter(([, value]) => value !== undefined);
  return `${path}?${new URLSearchParams([...given.map(([name, value]) => [name, String(value)]), ['after', String(after)]])}`;
}
