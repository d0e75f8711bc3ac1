import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { findClass, listClasses } from './classes.queries.ts';
import * as change from './change-classes.ts';
import { listPrograms } from './programs.queries.ts';
import { editable } from '../editable.ts';
import { chooseInstitution, mayEdit, ofRecord } from '../structure-in-view.ts';
import { classForm, classList } from '../structure.pages.ts';
import { nextPage, PagedView, View } from '../view.ts';
import { openedOf, edits } from '#kernel/edit/edit.ts';
import { editRecord } from '#kernel/edit/edit-record.ts';
import { lockClass } from '../lock-rows.ts';
import { classes } from '../structure.schema.ts';

const params = z.object({ id });
const seeing = may('structure.view');
const editing = may('structure.edit');

export function classRoutes(app: App): void {
  app.get('/classes', { config: seeing, schema: { querystring: PagedView } }, async (request, reply) => {
    const { after, ...view } = request.query;
    const { institution_id } = view;
    const { rows, ...end } = await request.read(async (db, actor) => listClasses(db, actor, institution_id, after));
    return reply.page(classList, {
      classes: rows,
      next: nextPage('/classes', view, after, end),
      can: { edit: mayEdit(request.actor, institution_id) },
    });
  });

  app.get('/classes/new', { config: editing, schema: { querystring: View } }, async (request, reply) => {
    const props = await request.read(async (db, actor) => {
      const choice = chooseInstitution(actor, request.query.institution_id);
      return {
        ...choice,
        class: null,
        chosen: { program: null, next: null },
        ...(await offer(db, actor, choice.institutionId)),
      };
    });
    return reply.page(classForm, props);
  });

  app.post('/classes', { config: editing, schema: { body: change.CreateClass } }, async (request, reply) => {
    await request.write((tx, actor) => change.createClass(tx, actor, request.body));
    return reply.flash(`${request.body.name} was added.`).seeOther('/classes');
  });

  app.get('/classes/:id/edit', { config: editing, schema: { params } }, async (request, reply) => {
    const found = await request.read(async (db, actor) =>
      editable(actor, await findClass(db, actor, request.params.id), 'class'),
    );
    const { classes, ...rest } = await request.read((db, actor) => offer(db, actor, found.institutionId));
    return reply.page(classForm, {
      ...ofRecord(found.institutionId),
      class: found,
      chosen: {
        program: { value: String(found.programId), label: found.program },
        next: found.nextClassId === null ? null : { value: String(found.nextClassId), label: found.next! },
      },
      opened: openedOf(EditClass, found),
      ...rest,
      tops: [],
      classes: classes.filter((level) => level.id !== found.id),
    });
  });

  app.post('/classes/:id', { config: editing, schema: { params, body: EditClass } }, async (request, reply) => {
    await request.write((tx, actor) => editClass(tx, actor, request.params.id, request.body));
    return reply.flash(`${request.body.name} was saved.`).seeOther('/classes');
  });

  app.post(
    '/classes/:id/move',
    { config: editing, schema: { params, body: change.MoveClass } },
    async (request, reply) => {
      await request.write((tx, actor) => change.moveClass(tx, actor, request.params.id, request.body));
      return reply.seeOther('/classes');
    },
  );

  app.post('/classes/:id/delete', { config: editing, schema: { params } }, async (request, reply) => {
    const name = await request.write((tx, actor) => change.deleteClass(tx, actor, request.params.id));
    return reply.flash(`${name} was deleted.`).seeOther('/classes');
  });
}

async function offer(db: Db, actor: Actor, institutionId: number) {
  const [programs, classes, tops] = await Promise.all([
    listPrograms(db, actor, institutionId),
    listClasses(db, actor, institutionId),
    change.finalClasses(db, institutionId),
  ]);
  return {
    tops,
    programs: programs.rows.map(({ id: programId, name, requiresPin }) => ({ id: programId, name, requiresPin })),
    morePrograms: programs.isMore,
    classes: classes.rows.map(({ id: classId, name, program }) => ({ id: classId, name, program })),
    moreClasses: classes.isMore,
  };
}

const EditClass = edits(change.ClassFields);

/** Changes a class, its program and the class that follows it. */
const editClass = editRecord({
  action: 'structure.editClass',
  type: 'class',
  table: classes,
  may: 'structure.edit',
  fields: EditClass,
  lock: lockClass,
  check: ({ tx, actor, before, values }) => change.checkClass(tx, actor, before.institutionId, values, before.id),
  taken: ({ actor, before, values }) => change.classTaken(actor, before.institutionId, values.name),
  nameOf: ({ values }) => values.name,
});
