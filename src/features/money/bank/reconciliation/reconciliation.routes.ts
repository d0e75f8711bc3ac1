import { z } from 'zod';
import { viewFields } from '#kernel/list/view-fields.ts';
import { day, id, queryParam } from '#kernel/schemas.ts';
import { countOf } from '#ui/format.ts';
import { may, type App } from '#web/routes.ts';
import {
  ExplainItems,
  explainItems,
  CloseReconciliation,
  closeReconciliation,
  SetWaits,
  setWaits,
  waitsOf,
  type Waits,
} from './reconcile.ts';
import { reconciliationSheetData } from './print/sheet-data.ts';
import {
  ReopenReconciliation,
  reopenReconciliation,
  closedReconciliation,
  reconciliationDesk,
  type ClosedReconciliation,
  type ReconciliationDesk,
} from './reopen-reconciliation.ts';
import { page } from '#web/page.ts';

const params = z.object({ id });
const config = may('payments.place');
const View = z.object({ through: queryParam(day) });

/** The books of a bank account against its statement. */
export function reconciliationRoutes(app: App): void {
  app.get(
    '/bank-accounts/:id/reconciliation',
    { config: { ...config, isHeavy: true }, schema: { params, querystring: View } },
    async (request, reply) =>
      reply.page(
        reconciliationPage,
        await request.snapshot((tx, actor) => reconciliationDesk(tx, actor, request.params.id, request.query.through)),
      ),
  );

  app.post(
    '/bank-accounts/:id/reconciliation/explain',
    { config, schema: { params, body: ExplainItems } },
    async (request, reply) => {
      const { through } = request.body;
      const count = await request.write((tx, actor) => explainItems(tx, actor, request.params.id, request.body));
      return reply
        .flash(`${countOf(count, 'item')} explained.`)
        .seeOther(`/bank-accounts/${request.params.id}/reconciliation?through=${through}`);
    },
  );

  app.post(
    '/bank-accounts/:id/reconciliation/close',
    { config: { ...config, once: true }, schema: { params, body: CloseReconciliation } },
    (request, reply) =>
      reply.once(async (tx, actor) => {
        const made = await closeReconciliation(tx, actor, request.params.id, request.body);
        return { flash: 'The account is reconciled.', go: `/reconciliations/${made}` };
      }),
  );

  app.get('/reconciliations/:id', { config, schema: { params } }, async (request, reply) =>
    reply.page(
      reconciliationClosedPage,
      await request.snapshot((tx, actor) => closedReconciliation(tx, actor, request.params.id)),
    ),
  );

  app.get('/reconciliations/:id/sheet.pdf', { config, schema: { params } }, async (request, reply) => {
    const data = await request.snapshot((tx, actor) =>
      reconciliationSheetData(tx, actor, app.services.files, request.params.id),
    );
    return reply.pdf({
      title: `bank reconciliation ${data.through}`,
      layout: new URL('./print/sheet.pdf.ts', import.meta.url),
      data,
    });
  });

  app.post(
    '/reconciliations/:id/reopen',
    { config: { ...config, once: true, confirm: true }, schema: { params, body: ReopenReconciliation } },
    (request, reply) =>
      reply.once(async (tx, actor) => {
        const { message } = await reopenReconciliation(tx, actor, request.params.id, request.body);
        return { flash: message, go: `/reconciliations/${request.params.id}` };
      }),
  );

  app.get('/bank-waits', { config, schema: { querystring: z.object(viewFields) } }, async (request, reply) =>
    reply.page(bankWaitsPage, await request.read((db, actor) => waitsOf(db, actor, request.query.institution_id))),
  );

  app.post('/bank-waits', { config, schema: { body: SetWaits } }, async (request, reply) => {
    await request.write((tx, actor) => setWaits(tx, actor, request.body));
    return reply.flash('The days were saved.').seeOther('/bank-accounts');
  });
}

export const reconciliationPage = page<ReconciliationDesk>('bank/reconciliation');
export const reconciliationClosedPage = page<ClosedReconciliation>('bank/reconciliation-closed');
export const bankWaitsPage = page<{ institutionId: number; waits: Waits }>('bank/bank-waits');
