import { z } from 'zod';
import { institutionsInView, institutionChoice } from '#kernel/actor.ts';
import { openedOf } from '#kernel/edit/edit.ts';
import { viewFields } from '#kernel/list/view-fields.ts';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { roomFormPage, roomListPage } from '../timetable.pages.ts';
import { maySeeTimetable } from '../timetable.policy.ts';
import { CreateRoom, createRoom, EditRoom, editRoom, findRoom, listRooms, retireRoom } from './rooms.ts';

const params = z.object({ id });
const editing = may('timetable.edit');
const querystring = z.object(viewFields);

/** The rooms in which lessons are taught. */
export function roomRoutes(app: App): void {
  app.get('/rooms', { config: may(...maySeeTimetable), schema: { querystring } }, async (request, reply) => {
    const wanted = request.query.institution_id;
    const rows = await request.read((db, actor) => listRooms(db, actor, wanted));
    return reply.page(roomListPage, {
      rows,
      can: { edit: institutionsInView(request.actor, wanted, 'timetable.edit').length > 0 },
    });
  });

  app.get('/rooms/new', { config: editing, schema: { querystring } }, async (request, reply) => {
    const choice = await request.read(async (_, actor) =>
      institutionChoice(actor, request.query.institution_id, 'timetable.edit'),
    );
    return reply.page(roomFormPage, { ...choice, room: null });
  });

  app.post('/rooms', { config: { ...editing, once: true }, schema: { body: CreateRoom } }, (request, reply) =>
    reply.once(async (tx, actor) => {
      await createRoom(tx, actor, request.body);
      return { flash: `${request.body.name} was added.`, go: '/rooms' };
    }),
  );

  app.get('/rooms/:id/edit', { config: editing, schema: { params } }, async (request, reply) => {
    const room = await request.read((db, actor) => findRoom(db, actor, request.params.id));
    return reply.page(roomFormPage, {
      institutionId: room.institutionId,
      institutions: [],
      room,
      opened: openedOf(EditRoom, room),
    });
  });

  app.post('/rooms/:id', { config: editing, schema: { params, body: EditRoom } }, async (request, reply) => {
    await request.write((tx, actor) => editRoom(tx, actor, request.params.id, request.body));
    return reply.flash(`${request.body.name} was saved.`).seeOther('/rooms');
  });

  app.post('/rooms/:id/retire', { config: editing, schema: { params } }, async (request, reply) => {
    const name = await request.write((tx, actor) => retireRoom(tx, actor, request.params.id, true));
    const undo = { action: `/rooms/${request.params.id}/restore` };
    return reply.flash({ message: `${name} was archived.`, tone: 'good', undo }).seeOther('/rooms');
  });

  app.post('/rooms/:id/restore', { config: editing, schema: { params } }, async (request, reply) => {
    const name = await request.write((tx, actor) => retireRoom(tx, actor, request.params.id, false));
    return reply.redirectOrJson(`${name} was restored.`, '/rooms');
  });
}
