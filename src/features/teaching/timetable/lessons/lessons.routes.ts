import { z } from 'zod';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { canWith } from '../grid/grid.routes.ts';
import { maySeeTimetable } from '../timetable.policy.ts';
import { findVersion } from '../versions/versions.queries.ts';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { openedOf } from '#kernel/edit/edit.ts';
import { NotFound } from '#kernel/errors.ts';
import { readDraft } from '../draft/lock-draft.ts';
import { returnedText, refuseFixed } from '../draft/refuse-fixed.ts';
import { loadsPage, setFormPage } from '../timetable.pages.ts';
import { offeredLoads } from './loads.queries.ts';
import { SaveLoads, saveLoads } from './save-loads.ts';
import { addSet, editSet, removeSet } from './save-set.ts';
import { AddSet, EditSet, setForm } from './set-fields.ts';

const params = z.object({ id });
const ofSet = z.object({ id, set: id });
const editing = may('timetable.edit');

/** Lessons a week, combined classes and blocks of electives. */
export function lessonRoutes(app: App): void {
  const draftOf = (db: Db, actor: Actor, timetableId: number) =>
    readDraft(db, institutionsWhere(actor, ...maySeeTimetable), timetableId);

  app.get(
    '/timetables/:id/lessons',
    { config: may(...maySeeTimetable), schema: { params } },
    async (request, reply) => {
      const [version, draft, offered] = await request.read((db, actor) =>
        Promise.all([
          findVersion(db, actor, request.params.id),
          draftOf(db, actor, request.params.id),
          offeredLoads(db, actor, request.params.id),
        ]),
      );
      return reply.page(loadsPage, { version, draft, offered, can: canWith(request.actor, version) });
    },
  );

  app.post(
    '/timetables/:id/lessons',
    { config: editing, schema: { params, body: SaveLoads } },
    async (request, reply) => {
      const words = await request.write((tx, actor) => saveLoads(tx, actor, request.params.id, request.body));
      return reply.flash(words).seeOther(`/timetables/${request.params.id}/lessons`);
    },
  );

  const setFormProps = async (db: Db, actor: Actor, timetableId: number) => {
    const [version, draft, offered] = await Promise.all([
      findVersion(db, actor, timetableId),
      draftOf(db, actor, timetableId),
      offeredLoads(db, actor, timetableId),
    ]);
    refuseFixed(actor, version);
    return { version, draft, offered };
  };

  app.get('/timetables/:id/blocks/new', { config: editing, schema: { params } }, async (request, reply) => {
    const props = await request.read((db, actor) => setFormProps(db, actor, request.params.id));
    return reply.page(setFormPage, { ...props, setId: null });
  });

  app.post(
    '/timetables/:id/blocks',
    { config: { ...editing, once: true }, schema: { params, body: AddSet } },
    (request, reply) =>
      reply.once(async (tx, actor) => {
        const name = await addSet(tx, actor, request.params.id, request.body);
        return { flash: `${name} was added.`, go: `/timetables/${request.params.id}/lessons` };
      }),
  );

  app.get('/timetables/:id/blocks/:set', { config: editing, schema: { params: ofSet } }, async (request, reply) => {
    const props = await request.read((db, actor) => setFormProps(db, actor, request.params.id));
    if (!props.draft.sets.some((set) => set.id === request.params.set)) throw new NotFound('lessons');
    const opened = openedOf(EditSet, setForm(props.draft, request.params.set));
    return reply.page(setFormPage, { ...props, setId: request.params.set, opened });
  });

  app.post(
    '/timetables/:id/blocks/:set',
    { config: editing, schema: { params: ofSet, body: EditSet } },
    async (request, reply) => {
      const { id: timetableId, set } = request.params;
      const saved = await request.write((tx, actor) => editSet(tx, actor, timetableId, set, request.body));
      return reply
        .flash(`${saved.name} was saved.${returnedText(saved.backInTray)}`)
        .seeOther(`/timetables/${timetableId}/lessons`);
    },
  );

  app.post(
    '/timetables/:id/blocks/:set/remove',
    { config: editing, schema: { params: ofSet } },
    async (request, reply) => {
      const { id: timetableId, set } = request.params;
      const name = await request.write((tx, actor) => removeSet(tx, actor, timetableId, set));
      return reply.flash(`${name} was removed.`).seeOther(`/timetables/${timetableId}/lessons`);
    },
  );
}
