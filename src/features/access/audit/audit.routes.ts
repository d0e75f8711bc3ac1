import { z } from 'zod';
import { institutionsInView, institutionsWhere, type Actor } from '#kernel/actor.ts';
import { id } from '#kernel/schemas.ts';
import { staffChoices, findStaffChoice } from '#features/access/accounts/accounts.queries.ts';
import { serveChoices } from '#features/records/people/serve-choices.ts';
import { termsInProgress } from '#features/school/structure/sessions/sessions.queries.ts';
import { defer } from '#web/page.ts';
import { may, type App } from '#web/routes.ts';
import { auditList } from './audit.list.ts';
import { deliveryRoutes, auditLog, outboxPage } from './delivery.routes.ts';
import { ExportOutbox, exportOutbox } from './export-outbox.ts';
import { outboxList } from './outbox.list.ts';
import { readMessage } from './read-message.ts';
import { desc, eq, or, sql } from 'drizzle-orm';
import { NotAllowed } from '#kernel/errors.ts';
import type { ExportColumn } from '#kernel/export/columns.ts';
import { cellsOf, type ExportedTable } from '#kernel/export/export-table.ts';
import { institutions } from '#kernel/identity.schema.ts';
import { auditEntries } from '#kernel/tables.ts';

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

const ExportEntries = auditList.Filter.omit({ after: true });

const columns: ExportColumn[] = [
  { header: 'Date and time', kind: 'text', width: 20 },
  { header: 'Institution', kind: 'text', width: 28 },
  { header: 'User', kind: 'text', width: 22 },
  { header: 'Account', kind: 'text', width: 22 },
  { header: 'Summary', kind: 'text', width: 50 },
  { header: 'Action', kind: 'text', width: 22 },
  { header: 'Record', kind: 'text', width: 16 },
  { header: 'Details', kind: 'text', width: 50 },
  { header: 'Request', kind: 'text', width: 38 },
];

/** The audit log as a table, latest first, with times in each institution's time zone. */
function exportEntries(actor: Actor, filter: z.infer<typeof ExportEntries>): ExportedTable {
  const institutionIds = institutionsInView(actor, filter.institution_id, 'audit.view');
  if (institutionIds.length === 0) throw new NotAllowed();
  const cells = cellsOf([
    sql`to_char(${auditEntries.at} at time zone ${institutions.timeZone}, 'YYYY-MM-DD HH24:MI:SS')`,
    institutions.name,
    auditEntries.person,
    auditEntries.username,
    auditEntries.summary,
    auditEntries.action,
    sql`${auditEntries.subjectType} || ' ' || ${auditEntries.subjectId}`,
    sql`nullif(akada_told(${auditEntries.details}), '{}')::text`,
    auditEntries.requestId,
  ]);
  return {
    title: 'Audit log',
    counted: (rows) => `${rows} ${rows === 1 ? 'entry' : 'entries'} of the audit log`,
    action: 'audit.export',
    filter,
    institutionIds,
    columns,
    rows: sql`select ${auditEntries.institutionId} as "institutionId", ${cells} from ${auditEntries}
      join ${institutions} on ${eq(institutions.id, auditEntries.institutionId)}
      where ${or(...auditList.conditions(actor, filter))} order by ${desc(auditEntries.id)}`,
  };
}
