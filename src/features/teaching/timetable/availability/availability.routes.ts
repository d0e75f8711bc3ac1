import { allowedForOwnFamily } from '#kernel/own-family/rule.ts';
import { z } from 'zod';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { canWith } from '../grid/grid.routes.ts';
import { maySeeTimetable } from '../timetable.policy.ts';
import { findVersion } from '../versions/versions.queries.ts';
import { institutionsWhere } from '#kernel/actor.ts';
import { readDraft } from '../draft/draft.queries.ts';
import { availabilityPage } from '../timetable.pages.ts';
import { SaveAvailability, saveAvailability } from './save-availability.ts';
import { teachingStaff } from './staff.queries.ts';

const params = z.object({ id });

/** When teachers, batches and rooms are available. */
export function availabilityRoutes(app: App): void {
  app.get(
    '/timetables/:id/availability',
    { config: may(...maySeeTimetable), schema: { params } },
    async (request, reply) => {
      const [version, draft, employees] = await request.read((db, actor) =>
        Promise.all([
          findVersion(db, actor, request.params.id),
          readDraft(db, institutionsWhere(actor, ...maySeeTimetable), request.params.id),
          teachingStaff(db, actor, request.params.id),
        ]),
      );
      return reply.page(availabilityPage, { version, draft, employees, can: canWith(request.actor, version) });
    },
  );

  app.post(
    '/timetables/:id/availability',
    {
      config: {
        ...may('timetable.edit'),
        ...allowedForOwnFamily('When somebody can teach; the principal publishes the timetable.'),
      },
      schema: { params, body: SaveAvailability },
    },
    async (request, reply) => {
      const name = await request.write((tx, actor) => saveAvailability(tx, actor, request.params.id, request.body));
      return reply.flash(`Availability of ${name} saved.`).go(`/timetables/${request.params.id}/availability`);
    },
  );
}
