import { z } from 'zod';
import { can, institutionsWhere, type Actor } from '#kernel/actor.ts';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { readDraft } from '../draft/lock-draft.ts';
import { LockLessons, lockLessons, UnplaceLessons, unplaceLessons } from '../placing/unplace-lessons.ts';
import { ChooseRoom, chooseRoom } from '../placing/choose-room.ts';
import { PlaceLesson, placeLesson, SwapLessons, swapLessons } from '../placing/place-lesson.ts';
import { gridPage, type VersionCan } from '../timetable.pages.ts';
import { maySeeTimetable } from '../timetable.policy.ts';
import { findVersion, type Version } from '../versions/versions.queries.ts';

const params = z.object({ id });
const editing = may('timetable.edit');
const since = z.object({ since: z.coerce.number().int().min(0).default(0) });

/** What the reader can do with a version: a published one stays as it is. */
export const canWith = (actor: Actor, { institutionId, state }: Version): VersionCan => ({
  edit: state === 'draft' && can(actor, 'timetable.edit', institutionId),
  publish: can(actor, 'timetable.publish', institutionId),
});

/** The grid of a version, and what is moved in it. */
export function gridRoutes(app: App): void {
  app.get('/timetables/:id', { config: may(...maySeeTimetable), schema: { params } }, async (request, reply) => {
    const [version, draft] = await request.read((db, actor) =>
      Promise.all([
        findVersion(db, actor, request.params.id),
        readDraft(db, institutionsWhere(actor, ...maySeeTimetable), request.params.id),
      ]),
    );
    return reply.page(gridPage, { version, draft, can: canWith(request.actor, version) });
  });

  // Asked again and again by those who have it open: nothing to send while nothing has changed.
  app.get(
    '/timetables/:id/changes',
    { config: may(...maySeeTimetable), schema: { params, querystring: since } },
    async (request, reply) => {
      const version = await request.read((db, actor) => findVersion(db, actor, request.params.id));
      const { revision } = version;
      if (revision === request.query.since) return reply.send({ revision, draft: null });
      const draft = await request.read((db, actor) =>
        readDraft(db, institutionsWhere(actor, ...maySeeTimetable), request.params.id),
      );
      return reply.send({ revision, draft, can: canWith(request.actor, version) });
    },
  );

  app.post(
    '/timetables/:id/place',
    { config: editing, schema: { params, body: PlaceLesson } },
    async (request, reply) =>
      reply.send(await request.write((tx, actor) => placeLesson(tx, actor, request.params.id, request.body))),
  );

  app.post('/timetables/:id/swap', { config: editing, schema: { params, body: SwapLessons } }, async (request, reply) =>
    reply.send(await request.write((tx, actor) => swapLessons(tx, actor, request.params.id, request.body))),
  );

  app.post('/timetables/:id/room', { config: editing, schema: { params, body: ChooseRoom } }, async (request, reply) =>
    reply.send(await request.write((tx, actor) => chooseRoom(tx, actor, request.params.id, request.body))),
  );

  app.post(
    '/timetables/:id/unplace',
    { config: editing, schema: { params, body: UnplaceLessons } },
    async (request, reply) =>
      reply.send(await request.write((tx, actor) => unplaceLessons(tx, actor, request.params.id, request.body))),
  );

  app.post('/timetables/:id/lock', { config: editing, schema: { params, body: LockLessons } }, async (request, reply) =>
    reply.send(await request.write((tx, actor) => lockLessons(tx, actor, request.params.id, request.body))),
  );
}
