import { z } from 'zod';
import { institutionsInView } from '#kernel/actor.ts';
import { viewFields } from '#kernel/list/view-fields.ts';
import { id, queryParam } from '#kernel/schemas.ts';
import { page } from '#web/page.ts';
import { may, type App } from '#web/routes.ts';
import { admissionOverview, pinStock, type AdmissionOverview, type PinStock } from './overview.queries.ts';

export interface AdmissionPageProps {
  overview: AdmissionOverview;
  /** Null for people who can't see pins. */
  pins: PinStock[] | null;
  session: number | null;
}
export const admissionPage = page<AdmissionPageProps>('admissions/overview');

const Query = z.object({ ...viewFields, session: queryParam(id) });

/** The pictures of admission. */
export function admissionOverviewRoutes(app: App): void {
  app.get(
    '/admissions',
    { config: { ...may('admissions.view'), isHeavy: true }, schema: { querystring: Query } },
    async (request, reply) =>
      reply.page(
        admissionPage,
        await request.read(async (db, actor) => {
          const { query } = request;
          const seesPins = institutionsInView(actor, query.institution_id, 'pins.view').length > 0;
          const [overview, pins] = await Promise.all([
            admissionOverview(db, actor, query),
            seesPins ? pinStock(db, actor, query.institution_id) : null,
          ]);
          return { overview, pins, session: query.session ?? null };
        }),
      ),
  );
}
