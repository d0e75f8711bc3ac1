import { z } from 'zod';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import * as change from './change-catalogue.ts';
import { findProgram, listPrograms } from './programs.queries.ts';
import { editable } from '../editable.ts';
import { chooseInstitution, mayEdit, ofRecord } from '../structure-in-view.ts';
import { programForm, programList } from '../structure.pages.ts';
import { nextPage, PagedView, View } from '../view.ts';
import { openedOf, edits } from '#kernel/edit/edit.ts';
import { editRecord } from '#kernel/edit/edit-record.ts';
import { lockProgram } from '../lock-rows.ts';
import { programs } from '../structure.schema.ts';

const params = z.object({ id });
const seeing = may('structure.view');
const editing = may('structure.edit');

export function programRoutes(app: App): void {
  app.get('/programs', { config: seeing, schema: { querystring: PagedView } }, async (request, reply) => {
    const { after, ...view } = request.query;
    const { institution_id } = view;
    const { rows, ...end } = await request.read(async (db, actor) => listPrograms(db, actor, institution_id, after));
    return reply.page(programList, {
      programs: rows,
      next: nextPage('/programs', view, after, end),
      can: { edit: mayEdit(request.actor, institution_id) },
    });
  });

  app.get('/programs/new', { config: editing, schema: { querystring: View } }, async (request, reply) =>
    reply.page(programForm, {
      ...(await request.read(async (_, actor) => chooseInstitution(actor, request.query.institution_id))),
      program: null,
    }),
  );

  app.post('/programs', { config: editing, schema: { body: change.CreateProgram } }, async (request, reply) => {
    await request.write((tx, actor) => change.createProgram(tx, actor, request.body));
    return reply.flash('The programme was added.').seeOther('/programs');
  });

  app.get('/programs/:id/edit', { config: editing, schema: { params } }, async (request, reply) => {
    const program = await request.read(async (db, actor) =>
      editable(actor, await findProgram(db, actor, request.params.id), 'program'),
    );
    return reply.page(programForm, {
      ...ofRecord(program.institutionId),
      program,
      opened: openedOf(EditProgram, change.inForm(program)),
    });
  });

  app.post('/programs/:id', { config: editing, schema: { params, body: EditProgram } }, async (request, reply) => {
    await request.write((tx, actor) => editProgram(tx, actor, request.params.id, request.body));
    return reply.flash('The programme was saved.').seeOther('/programs');
  });

  app.post('/programs/:id/retire', { config: editing, schema: { params } }, async (request, reply) => {
    const name = await request.write((tx, actor) => change.retireProgram(tx, actor, request.params.id, true));
    return reply
      .flash({
        message: `${name} was archived and no longer accepts applications.`,
        tone: 'good',
        undo: { action: `/programs/${request.params.id}/restore` },
      })
      .seeOther('/programs');
  });

  app.post('/programs/:id/restore', { config: editing, schema: { params } }, async (request, reply) => {
    const name = await request.write((tx, actor) => change.retireProgram(tx, actor, request.params.id, false));
    return reply.redirectOrJson(`${name} was restored.`, '/programs');
  });

  app.post('/programs/:id/delete', { config: editing, schema: { params } }, async (request, reply) => {
    const name = await request.write((tx, actor) => change.deleteProgram(tx, actor, request.params.id));
    return reply.flash(`The programme ${name} was deleted.`).seeOther('/programs');
  });
}

const EditProgram = edits(change.ProgramFields);

/** Edits a program. Existing applications keep their fee. */
const editProgram = editRecord({
  action: 'structure.editProgram',
  type: 'program',
  table: programs,
  may: 'structure.edit',
  fields: EditProgram,
  lock: lockProgram,
  inForm: change.inForm,
  read: ({ input }) => change.readProgram(input),
  check: ({ tx, before, values }) => change.refuseSameProgram(tx, before.institutionId, values, before.id),
  taken: ({ values }) => change.programTaken(values.code, values.name),
  nameOf: ({ values }) => values.name,
});
