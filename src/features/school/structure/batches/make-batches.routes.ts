import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { chooseInstitution } from '../structure-in-view.ts';
import { View } from '../view.ts';
import { makePlan } from './batch-forms.ts';
import { makeBatchesPage } from './batches.queries.ts';
import { MakeBatches, makeBatches } from './make-batches.ts';

const editing = may('structure.edit');

/** Copies the batches of a session to another. */
export function makeBatchesRoutes(app: App): void {
  app.get(
    '/batches/make',
    { config: editing, schema: { querystring: View.extend({ from: id.optional(), to: id.optional() }) } },
    async (request, reply) => {
      const props = await request.read(async (db, actor) => {
        const choice = chooseInstitution(actor, request.query.institution_id);
        return { ...choice, ...(await makePlan(db, actor, choice.institutionId, request.query)) };
      });
      return reply.page(makeBatchesPage, props);
    },
  );

  app.post('/batches/make', { config: editing, schema: { body: MakeBatches } }, async (request, reply) => {
    const { made, session } = await request.write((tx, actor) => makeBatches(tx, actor, request.body));
    return reply.flash(`${made} added to ${session}.`).seeOther(`/batches?academic_session=${request.body.sessionId}`);
  });
}
