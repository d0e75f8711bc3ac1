import { query, render } from '#kernel/database.ts';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { institutionsInView, institutionsWhere, membershipIn } from '#kernel/actor.ts';
import { NotAllowed } from '#kernel/errors.ts';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { photos } from '../imports.pages.ts';
import { MatchPhotos, matchPhotos } from './match-photos.ts';

const querystring = z.object({ institution_id: id.optional(), academic_session: z.unknown().optional() });

/** Bulk photo upload, with files named by admission or employee number. */
export function bulkPhotoRoutes(app: App): void {
  for (const people of ['students', 'employees'] as const) {
    const config = may(`${people}.edit`);
    app.get(`/${people}/photos`, { config, schema: { querystring } }, async (request, reply) => {
      const props = await request.read(async (db, actor) => {
        const inView = institutionsInView(actor, request.query.institution_id, `${people}.edit`);
        if (inView.length === 0) throw new NotAllowed();
        const rows = await query<{ at: string }>(db, render(sql`select to_json(now()) #>> '{}' as at`));
        return {
          people,
          openedAt: rows[0]!.at,
          institutionId: inView.length === 1 ? inView[0]! : null,
          institutions: institutionsWhere(actor, `${people}.edit`).map((one) => ({
            id: one,
            name: membershipIn(actor, one)!.name,
          })),
        };
      });
      return reply.page(photos, props);
    });

    app.post(`/${people}/photos/match`, { config, schema: { body: MatchPhotos } }, async (request, reply) => {
      const matches = await request.read((db, actor) => matchPhotos(db, actor, people, request.body));
      return reply.send({ matches });
    });
  }
}
