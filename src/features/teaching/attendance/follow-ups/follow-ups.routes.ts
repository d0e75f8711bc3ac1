import { allowedForOwnFamily } from '#kernel/own-family/rule.ts';
import { z } from 'zod';
import { membershipIn } from '#kernel/actor.ts';
import { viewFields } from '#kernel/list/view-fields.ts';
import { id, queryParam } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { AddFollowUp, addFollowUp, followUpsOf } from './add-follow-up.ts';
import { concernsOf, institutionsOfConcerns, limitsOf, placeOfConcerns } from './concerns.queries.ts';
import { seeingConcerns } from './concerned.ts';
import { exportConcerns } from './export-concerns.ts';
import { concernsPage, followUpPage } from './follow-ups.pages.ts';

const filter = { what: queryParam(z.enum(['below', 'row'])), q: queryParam(z.string().trim().max(60)) };
const View = z.object({ ...viewFields, ...filter });
const config = may(...seeingConcerns);
const list = '/attendance/concerns';
const followUps = '/attendance/follow-ups';

/** Students who are often away, and what was done about it. */
export function followUpRoutes(app: App): void {
  app.get(list, { config: { ...config, isHeavy: true }, schema: { querystring: View } }, async (request, reply) => {
    const { institution_id: wanted, what, q } = request.query;
    const props = await request.read(async (db, actor) => {
      const institutionId = placeOfConcerns(actor, wanted);
      const [found, limits] = await Promise.all([
        concernsOf(db, actor, institutionId, { what, q }),
        limitsOf(db, institutionId),
      ]);
      const { permissions } = membershipIn(actor, institutionId)!;
      return {
        institutionId,
        institutions: institutionsOfConcerns(actor),
        ...found,
        limits,
        filter: { what: what ?? null, q: q ?? '' },
        // Messages belong to a feature above this one; they show what they were chosen by to the holders of this permission.
        can: {
          message: permissions.has('messages.send') && permissions.has('attendance.view'),
          setUp: permissions.has('attendance.edit'),
        },
      };
    });
    return reply.page(concernsPage, props);
  });

  for (const format of ['csv', 'xlsx'] as const)
    app.get(`${list}.${format}`, { config, schema: { querystring: View }, exposeHeadRoute: false }, (request, reply) =>
      reply.table(format, (actor) => exportConcerns(actor, request.query)),
    );

  app.get('/students/:id/follow-ups', { config, schema: { params: z.object({ id }) } }, async (request, reply) =>
    reply.page(followUpPage, await request.read((db, actor) => followUpsOf(db, actor, request.params.id))),
  );

  app.post(
    followUps,
    {
      config: { ...config, once: true, ...allowedForOwnFamily('A note that somebody was called.') },
      schema: { body: AddFollowUp },
    },
    (request, reply) =>
      reply.once(async (tx, actor) => {
        const name = await addFollowUp(tx, actor, request.body);
        return { flash: `The follow-up about ${name} is recorded.`, go: list };
      }),
  );
}
