import { z } from 'zod';
import { forgetMemoized } from '#kernel/database/memoize-for-actor.ts';
import { ValidationError } from '#kernel/errors.ts';
import { id, queryParam } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { readDashlet, DashletFields } from './boards/add-dashlet.ts';
import { institutionOf } from './boards/boards.ts';
import { associateOffer, associateNamed, modelOf } from './custom/data-offer.ts';
import { recordsOf } from './custom/records.queries.ts';
import { readDashlets } from './show/load-dashlets.ts';

const config = may('dashlets.create', 'dashlets.arrange');
const institution = { institution_id: queryParam(id), academic_session: z.unknown().optional() };
const name = z.string().max(80).default('');

const AskedRecords = z.object({
  ...institution,
  model_name: name,
  q: z.string().trim().max(100).default(''),
});
const AskedFilters = z.object({ ...institution, model_associate_type: name, model_name: name });
const AskedDashlet = DashletFields.extend({ institution_id: queryParam(id), fresh: z.unknown().optional() });

/** What the form of a dashlet asks while its owner chooses (7.9, 7.10). */
export function dashletCallRoutes(app: App): void {
  const heavy = { ...config, isHeavy: true };

  app.get(
    '/dashlets/get_model_records',
    { config: heavy, schema: { querystring: AskedRecords } },
    async (request, reply) => {
      const { model_name, institution_id: wanted, q } = request.query;
      const model = modelOf(model_name);
      if (!model) throw new ValidationError('model_name', 'Choose a model.');
      return reply.send(
        await request.read((db, actor) =>
          recordsOf(db, actor, { model, institutionId: institutionOf(actor, wanted), q }),
        ),
      );
    },
  );

  app.get(
    '/dashlets/get_associated_data_filters',
    { config, schema: { querystring: AskedFilters } },
    async (request, reply) => {
      const { model_associate_type, model_name, institution_id: wanted } = request.query;
      const associate = associateNamed(model_associate_type, model_name);
      const offer = associateOffer(request.actor, institutionOf(request.actor, wanted), associate);
      if (!offer) throw new ValidationError('model_associate_type', 'Choose what the card counts.');
      return reply.send(offer);
    },
  );

  // The preview of the form, and a dashlet that its viewer refreshes.
  app.get('/dashlets/preview', { config: heavy, schema: { querystring: AskedDashlet } }, async (request, reply) => {
    const { institution_id: wanted, fresh, ...fields } = request.query;
    const institutionId = institutionOf(request.actor, wanted);
    const named = { ...fields, name: fields.name ?? 'Preview' };
    const item = readDashlet(request.actor, app.product.dashlets, institutionId, named);
    if (fresh !== undefined) forgetMemoized(request.actor);
    const [shown] = await readDashlets(request, institutionId, [{ id: null, ...item }]);
    return reply.send(shown!.loaded);
  });
}
