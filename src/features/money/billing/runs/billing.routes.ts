import { z } from 'zod';
import { can, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { viewFields } from '#kernel/list/view-fields.ts';
import { id, list } from '#kernel/schemas.ts';
import { countOf } from '#ui/format.ts';
import { may, type App } from '#web/routes.ts';
import { runList, runOf, type RunRow } from './runs.list.ts';
import { mostFees } from '#features/money/fees/setup/most-fees.ts';
import { startRuns, StartRuns, previewOf, type BillingPreview } from './start-runs.ts';
import { stopRun } from './stop-run.ts';
import type { PropsOfList } from '#kernel/list/declare-list.ts';
import { page } from '#web/page.ts';
import type { Proposals } from './act-on-proposals.ts';

const params = z.object({ id });
const config = may('fees.bill');

/** Billing runs: preview, start, progress and result. */
export function billingRoutes(app: App): void {
  const { jobs } = app.services;

  app.get('/fees/:id/bill', { config: { ...config, isHeavy: true }, schema: { params } }, async (request, reply) =>
    reply.page(billFeesPage, {
      previews: await request.snapshot(async (tx, actor) => [await previewOf(tx, actor, request.params.id)]),
    }),
  );

  app.get(
    '/fee-runs/new',
    {
      config: { ...config, isHeavy: true },
      schema: { querystring: z.object({ ...viewFields, fee: list(id).pipe(z.array(z.number()).max(mostFees)) }) },
    },
    async (request, reply) =>
      reply.page(billFeesPage, {
        previews: await request.snapshot((tx, actor) => previewsOf(tx, actor, request.query.fee)),
      }),
  );

  app.get('/fee-runs', { config: may('fees.view'), schema: { querystring: runList.Filter } }, async (request, reply) =>
    reply.page(runListPage, await runList.props(request)),
  );

  app.post('/fee-runs', { config: { ...config, once: true }, schema: { body: StartRuns } }, (request, reply) =>
    reply.once(async (tx, actor) => {
      const runs = await startRuns(tx, actor, jobs, request.body);
      return {
        flash: runs.length === 1 ? 'Billing has started.' : `Billing of ${countOf(runs.length, 'fee')} has started.`,
        go: runs.length === 1 ? `/fee-runs/${runs[0]}` : '/fee-runs',
      };
    }),
  );

  app.get('/fee-runs/:id', { config: may('fees.view'), schema: { params } }, async (request, reply) => {
    const props = await request.read(async (db, actor) => {
      const run = await runOf(db, actor, request.params.id);
      return { run, can: { bill: can(actor, 'fees.bill', run.institutionId) } };
    });
    return reply.page(runPage, props);
  });

  app.post('/fee-runs/:id/stop', { config, schema: { params } }, async (request, reply) => {
    const billed = await request.write((tx, actor) => stopRun(tx, actor, request.params.id));
    return reply
      .flash(`The run was stopped. ${countOf(billed, 'student was', 'students were')} billed.`)
      .seeOther(`/fee-runs/${request.params.id}`);
  });
}

async function previewsOf(tx: Tx, actor: Actor, feeIds: number[]): Promise<BillingPreview[]> {
  const previews: BillingPreview[] = [];
  for (const feeId of feeIds) previews.push(await previewOf(tx, actor, feeId));
  return previews;
}

/** What billing one or several fees would do. */
export const billFeesPage = page<{ previews: BillingPreview[] }>('billing/bill-fees');
export const runListPage = page<PropsOfList<typeof runList>>('billing/run-list');
export const runPage = page<{ run: RunRow; can: { bill: boolean } }>('billing/run');
/** Students to bill or to credit since a fee was billed. */
export const proposalsPage = page<Proposals>('billing/proposals');
