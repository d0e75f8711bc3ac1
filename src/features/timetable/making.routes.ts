import { z } from 'zod';
import { can, institutionsWhere, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { Conflict, NotAllowed, NotFound } from '#kernel/errors.ts';
import { id } from '#kernel/schemas.ts';
import { countOf } from '#ui/format.ts';
import { may, type App } from '#web/routes.ts';
import { teachingStaff } from './availability/staff.queries.ts';
import { SaveAvailability, saveAvailability } from './availability/save-availability.ts';
import { patternsOf } from './bells/bells.queries.ts';
import { removePattern, SaveDays, saveDays, SavePattern, savePattern } from './bells/save-bells.ts';
import { readDraft } from './draft/draft.queries.ts';
import { canWith } from './grid/grid.routes.ts';
import { offeredLoads } from './lessons/loads.queries.ts';
import { SaveLoads, saveLoads } from './lessons/save-loads.ts';
import { removeSet, SaveSet, saveSet } from './lessons/save-set.ts';
import { availabilityPage, bellsPage, loadsPage, patternFormPage, setFormPage } from './timetable.pages.ts';
import { maySeeTimetable } from './timetable.policy.ts';
import { findVersion, type Version } from './versions/versions.queries.ts';

const params = z.object({ id });
const inVersion = z.object({ id, pattern: id });
const ofSet = z.object({ id, set: id });
const seeing = may(...maySeeTimetable);
const editing = may('timetable.edit');

const backWords = (count: number) =>
  count === 0 ? '' : ` ${countOf(count, 'lesson')} no longer ${count === 1 ? 'fits' : 'fit'}: back in the tray.`;

/** What a timetable is made of: bells, lessons a week, and who is available when. */
export function makingRoutes(app: App): void {
  const within = (actor: Actor) => institutionsWhere(actor, ...maySeeTimetable);
  const draftOf = (db: Db, actor: Actor, timetableId: number) => readDraft(db, within(actor), timetableId);

  app.get('/timetables/:id/bells', { config: seeing, schema: { params } }, async (request, reply) => {
    const [version, patterns] = await request.read((db, actor) =>
      Promise.all([findVersion(db, actor, request.params.id), patternsOf(db, actor, request.params.id)]),
    );
    return reply.page(bellsPage, { version, patterns, can: canWith(request.actor, version) });
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
    { config: { ...editing, once: true }, schema: { params, body: SavePattern } },
    (request, reply) =>
      reply.once(async (tx, actor) => {
        await savePattern(tx, actor, request.params.id, null, request.body);
        return { flash: `${request.body.name} was added.`, go: `/timetables/${request.params.id}/bells` };
      }),
  );

  app.get(
    '/timetables/:id/bells/:pattern/edit',
    { config: editing, schema: { params: inVersion } },
    async (request, reply) => {
      const [version, patterns] = await request.read((db, actor) =>
        Promise.all([findVersion(db, actor, request.params.id), patternsOf(db, actor, request.params.id)]),
      );
      refuseFixed(request.actor, version);
      const pattern = patterns.find((one) => one.id === request.params.pattern);
      if (!pattern) throw new NotFound('pattern');
      return reply.page(patternFormPage, { version, pattern, sample: null });
    },
  );

  app.post(
    '/timetables/:id/bells/:pattern',
    { config: editing, schema: { params: inVersion, body: SavePattern } },
    async (request, reply) => {
      const { id: timetableId, pattern } = request.params;
      const back = await request.write((tx, actor) => savePattern(tx, actor, timetableId, pattern, request.body));
      return reply.flash(`${request.body.name} was saved.${backWords(back)}`).go(`/timetables/${timetableId}/bells`);
    },
  );

  app.post(
    '/timetables/:id/bells/:pattern/remove',
    { config: editing, schema: { params: inVersion } },
    async (request, reply) => {
      const { id: timetableId, pattern } = request.params;
      const name = await request.write((tx, actor) => removePattern(tx, actor, timetableId, pattern));
      return reply.flash(`${name} was removed.`).go(`/timetables/${timetableId}/bells`);
    },
  );

  app.post('/timetables/:id/days', { config: editing, schema: { params, body: SaveDays } }, async (request, reply) => {
    const back = await request.write((tx, actor) => saveDays(tx, actor, request.params.id, request.body));
    return reply.flash(`The days were saved.${backWords(back)}`).go(`/timetables/${request.params.id}/bells`);
  });

  app.get('/timetables/:id/lessons', { config: seeing, schema: { params } }, async (request, reply) => {
    const [version, draft, offered] = await request.read((db, actor) =>
      Promise.all([
        findVersion(db, actor, request.params.id),
        draftOf(db, actor, request.params.id),
        offeredLoads(db, actor, request.params.id),
      ]),
    );
    return reply.page(loadsPage, { version, draft, offered, can: canWith(request.actor, version) });
  });

  app.post(
    '/timetables/:id/lessons',
    { config: editing, schema: { params, body: SaveLoads } },
    async (request, reply) => {
      const words = await request.write((tx, actor) => saveLoads(tx, actor, request.params.id, request.body));
      return reply.flash(words).go(`/timetables/${request.params.id}/lessons`);
    },
  );

  const setForm = async (db: Db, actor: Actor, timetableId: number) => {
    const [version, draft, offered] = await Promise.all([
      findVersion(db, actor, timetableId),
      draftOf(db, actor, timetableId),
      offeredLoads(db, actor, timetableId),
    ]);
    refuseFixed(actor, version);
    return { version, draft, offered };
  };

  app.get('/timetables/:id/blocks/new', { config: editing, schema: { params } }, async (request, reply) => {
    const props = await request.read((db, actor) => setForm(db, actor, request.params.id));
    return reply.page(setFormPage, { ...props, setId: null });
  });

  app.post(
    '/timetables/:id/blocks',
    { config: { ...editing, once: true }, schema: { params, body: SaveSet } },
    (request, reply) =>
      reply.once(async (tx, actor) => {
        const { name } = await saveSet(tx, actor, request.params.id, null, request.body);
        return { flash: `${name} was added.`, go: `/timetables/${request.params.id}/lessons` };
      }),
  );

  app.get(
    '/timetables/:id/blocks/:set/edit',
    { config: editing, schema: { params: ofSet } },
    async (request, reply) => {
      const props = await request.read((db, actor) => setForm(db, actor, request.params.id));
      if (!props.draft.sets.some((set) => set.id === request.params.set)) throw new NotFound('lessons');
      return reply.page(setFormPage, { ...props, setId: request.params.set });
    },
  );

  app.post(
    '/timetables/:id/blocks/:set',
    { config: editing, schema: { params: ofSet, body: SaveSet } },
    async (request, reply) => {
      const { id: timetableId, set } = request.params;
      const saved = await request.write((tx, actor) => saveSet(tx, actor, timetableId, set, request.body));
      return reply
        .flash(`${saved.name} was saved.${backWords(saved.backInTray)}`)
        .go(`/timetables/${timetableId}/lessons`);
    },
  );

  app.post(
    '/timetables/:id/blocks/:set/remove',
    { config: editing, schema: { params: ofSet } },
    async (request, reply) => {
      const { id: timetableId, set } = request.params;
      const name = await request.write((tx, actor) => removeSet(tx, actor, timetableId, set));
      return reply.flash(`${name} was removed.`).go(`/timetables/${timetableId}/lessons`);
    },
  );

  app.get('/timetables/:id/availability', { config: seeing, schema: { params } }, async (request, reply) => {
    const [version, draft, employees] = await request.read((db, actor) =>
      Promise.all([
        findVersion(db, actor, request.params.id),
        draftOf(db, actor, request.params.id),
        teachingStaff(db, actor, request.params.id),
      ]),
    );
    return reply.page(availabilityPage, { version, draft, employees, can: canWith(request.actor, version) });
  });

  app.post(
    '/timetables/:id/availability',
    { config: editing, schema: { params, body: SaveAvailability } },
    async (request, reply) => {
      const name = await request.write((tx, actor) => saveAvailability(tx, actor, request.params.id, request.body));
      return reply.flash(`Availability of ${name} saved.`).go(`/timetables/${request.params.id}/availability`);
    },
  );
}

/** The page of a form that could not be saved is not shown. */
function refuseFixed(actor: Actor, { institutionId, state, name }: Version): void {
  if (!can(actor, 'timetable.edit', institutionId)) throw new NotAllowed();
  if (state !== 'draft') throw new Conflict(`${name} is published, so it stays as it is. Copy it, and edit the copy.`);
}
