import { z } from 'zod';
import { openedOf } from '#kernel/edit/edit.ts';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { canWith } from '../grid/grid.routes.ts';
import { maySeeTimetable } from '../timetable.policy.ts';
import { findVersion } from '../versions/versions.queries.ts';
import { NotFound } from '#kernel/errors.ts';
import { returnedText, refuseFixed } from '../draft/refuse-fixed.ts';
import { bellsPage, patternFormPage } from '../timetable.pages.ts';
import { addPattern, editPattern, removePattern } from './save-bells.ts';
import { daysForm, SaveDays, saveDays, patternsOf, AddPattern, EditPattern, patternForm } from './bells.ts';

const params = z.object({ id });
const inVersion = z.object({ id, pattern: id });
const editing = may('timetable.edit');

/** The bells of a version: patterns of a day, and the days on which they ring. */
export function bellRoutes(app: App): void {
  app.get('/timetables/:id/bells', { config: may(...maySeeTimetable), schema: { params } }, async (request, reply) => {
    const [version, patterns] = await request.read((db, actor) =>
      Promise.all([findVersion(db, actor, request.params.id), patternsOf(db, actor, request.params.id)]),
    );
    const opened = openedOf(SaveDays, daysForm(patterns));
    return reply.page(bellsPage, { version, patterns, opened, can: canWith(request.actor, version) });
  });

  app.get('/timetables/:id/bells/new', { config: editing, schema: { params } }, async (request, reply) => {
    const [version, patterns] = await request.read((db, actor) =>
      Promise.all([findVersion(db, actor, request.params.id), patternsOf(db, actor, request.params.id)]),
    );
    refuseFixed(request.actor, version);
    return reply.page(patternFormPage, { version, pattern: null, sample: patterns[0] ?? null });
  });

  app.post(
    '/timetables/:id/bells',
    { config: { ...editing, once: true }, schema: { params, body: AddPattern } },
    (request, reply) =>
      reply.once(async (tx, actor) => {
        await addPattern(tx, actor, request.params.id, request.body);
        return { flash: `${request.body.name} was added.`, go: `/timetables/${request.params.id}/bells` };
      }),
  );

  app.get(
    '/timetables/:id/bells/:pattern',
    { config: editing, schema: { params: inVersion } },
    async (request, reply) => {
      const [version, patterns] = await request.read((db, actor) =>
        Promise.all([findVersion(db, actor, request.params.id), patternsOf(db, actor, request.params.id)]),
      );
      refuseFixed(request.actor, version);
      const pattern = patterns.find((one) => one.id === request.params.pattern);
      if (!pattern) throw new NotFound('pattern');
      const opened = openedOf(EditPattern, patternForm(pattern));
      return reply.page(patternFormPage, { version, pattern, sample: null, opened });
    },
  );

  app.post(
    '/timetables/:id/bells/:pattern',
    { config: editing, schema: { params: inVersion, body: EditPattern } },
    async (request, reply) => {
      const { id: timetableId, pattern } = request.params;
      const { name, backInTray } = await request.write((tx, actor) =>
        editPattern(tx, actor, timetableId, pattern, request.body),
      );
      return reply.flash(`${name} was saved.${returnedText(backInTray)}`).seeOther(`/timetables/${timetableId}/bells`);
    },
  );

  app.post(
    '/timetables/:id/bells/:pattern/remove',
    { config: editing, schema: { params: inVersion } },
    async (request, reply) => {
      const { id: timetableId, pattern } = request.params;
      const name = await request.write((tx, actor) => removePattern(tx, actor, timetableId, pattern));
      return reply.flash(`${name} was removed.`).seeOther(`/timetables/${timetableId}/bells`);
    },
  );

  app.post('/timetables/:id/days', { config: editing, schema: { params, body: SaveDays } }, async (request, reply) => {
    const back = await request.write((tx, actor) => saveDays(tx, actor, request.params.id, request.body));
    return reply.flash(`The days were saved.${returnedText(back)}`).seeOther(`/timetables/${request.params.id}/bells`);
  });
}
