import { membershipIn } from '#kernel/actor.ts';
import { may, type App } from '#web/routes.ts';
import { clearancePage } from '../holds.pages.ts';
import { maySeeClearance } from '../holds.policy.ts';
import {
  printClearance,
  clearanceInstitution,
  ClearancePrint,
  ClearanceView,
  clearanceBatches,
  clearanceOf,
  hasRuleFor,
} from './print-clearance.ts';

/** Who is cleared, by batch: on the screen and for the exam hall. */
export function clearanceRoutes(app: App): void {
  app.get(
    '/holds/clearance',
    { config: may(...maySeeClearance), schema: { querystring: ClearanceView } },
    async (request, reply) => {
      const { what, batch, institution_id: wanted } = request.query;
      const props = await request.read(async (db, actor) => {
        const place = clearanceInstitution(actor, wanted);
        const { institutionId } = place;
        const [batches, lists, hasRule] = await Promise.all([
          clearanceBatches(db, actor, institutionId),
          clearanceOf(db, actor, institutionId, { batchIds: batch, what }),
          hasRuleFor(db, institutionId, what),
        ]);
        const { currency } = membershipIn(actor, institutionId)!;
        // Without those of another institution, which the address may still name after a switch.
        const shown = lists.map(({ id }) => id);
        return { ...place, currency, what, batch: shown, batches, lists, hasRule };
      });
      return reply.page(clearancePage, props);
    },
  );

  app.get(
    '/holds/clearance.pdf',
    {
      config: { ...may(...maySeeClearance), isHeavy: true },
      schema: { querystring: ClearancePrint },
      exposeHeadRoute: false,
    },
    async (request, reply) => {
      const data = await request.write((tx, actor) => printClearance(tx, actor, app.services.files, request.query));
      return reply.pdf({
        title: `clearance ${data.lists
          .map(({ batch }) => batch)
          .slice(0, 5)
          .join(' ')}`,
        layout: new URL('../print/clearance-list.pdf.ts', import.meta.url),
        data,
      });
    },
  );
}
