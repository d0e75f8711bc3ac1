import { z } from 'zod';
import { withArticle } from '#kernel/contracts/terminology.ts';
import { NotFound, ValidationError } from '#kernel/errors.ts';
import { id } from '#kernel/schemas.ts';
import { serveChoices } from '#features/records/people/serve-choices.ts';
import { may, type App } from '#web/routes.ts';
import { PLACEHOLDER_OPTION } from '#ui/plain/constants.ts';
import { findBatchName } from './batches/batches.queries.ts';
import { offeringsOf } from './batches/undo-offerings.ts';
import { commonBatchTerm } from './batches/batch-term.ts';
import { findBatches, findClasses, findPrograms } from './choices.queries.ts';

const chosen = z.object({ batch_id: z.string().optional() });

/** Requests that fill dropdowns. */
export function structureCalls(app: App): void {
  // The specification's call (7.1). A static path wins over /institutions/:id.
  app.get(
    '/institutions/courses_for_batch',
    { config: may('structure.view', 'students.assignBatch'), schema: { querystring: chosen } },
    async (request) => {
      const typed = request.query.batch_id?.trim() ?? '';
      if (typed === '' || typed === PLACEHOLDER_OPTION)
        throw new ValidationError('batch_id', `Choose ${withArticle(commonBatchTerm(request.actor))}.`);
      const batch = id.safeParse(typed);
      if (!batch.success) throw new NotFound('batch');
      const [found, offerings] = await request.read((db, actor) =>
        Promise.all([findBatchName(db, actor, batch.data), offeringsOf(db, actor, batch.data)]),
      );
      if (!found) throw new NotFound('batch');
      return offerings.map(({ id: courseId, code, title }) => ({ id: courseId, code, title }));
    },
  );

  serveChoices(app, '/structure/batch-options', 'structure.view', findBatches);
  serveChoices(app, '/structure/class-options', 'structure.view', findClasses);
  serveChoices(app, '/structure/program-options', 'structure.view', findPrograms);
}
