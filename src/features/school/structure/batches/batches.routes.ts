import { allowedForOwnFamily } from '#kernel/own-family/rule.ts';
import { z } from 'zod';
import { NotFound } from '#kernel/errors.ts';
import { openedOf } from '#kernel/edit/edit.ts';
import { id } from '#kernel/schemas.ts';
import { AskedChoices, serveChoices, employeeChoices } from '#features/records/people/serve-choices.ts';
import { may, type App } from '#web/routes.ts';
import { actsOf, searchBatches } from './batch-acts.ts';
import { BatchFilter, findBatch, listBatches, siblingsOf, batchForm, batchList, batchPage } from './batches.queries.ts';
import { undoableChange, offeringsOf, teachersOf } from './undo-offerings.ts';
import { chooseInstitution, mayEdit, ofRecord } from '../structure-in-view.ts';
import { listClasses } from '../catalogue/classes.queries.ts';
import { closeBatch, batchFormChoices, deleteBatch } from './batch-forms.ts';
import { createBatch, BatchFields, EditBatch, editBatch } from './create-batch.ts';
import { editable } from '../editable.ts';
import { nextPage, View } from '../view.ts';
import { can, institutionsInView, membershipIn, type Actor } from '#kernel/actor.ts';
import type { Permission } from '#kernel/permissions.ts';

const params = z.object({ id });
const seeing = may('structure.view');
const editing = may('structure.edit');
const writing = {
  ...editing,
  ...allowedForOwnFamily('Who teaches a class; marks of one’s own family are entered by others.'),
};

export function batchRoutes(app: App): void {
  app.get('/batches', { config: seeing, schema: { querystring: BatchFilter } }, async (request, reply) => {
    const { after, ...filter } = request.query;
    const [{ rows, ...end }, { rows: classes, isMore }] = await request.read((db, actor) =>
      Promise.all([listBatches(db, actor, request.query), listClasses(db, actor, filter.institution_id)]),
    );
    // Reading refreshed the actor.
    const { actor } = request;
    const sessions = sessionsInView(actor, filter.institution_id);
    if (filter.academic_session && !sessionsInView(actor).some((session) => session.id === filter.academic_session))
      throw new NotFound('academic session');
    const current = sessions.filter((session) => session.isCurrent);
    return reply.page(batchList, {
      rows,
      filter,
      sessions,
      next: nextPage('/batches', filter, after, end),
      sessionId: filter.academic_session ?? (current.length === 1 ? current[0]!.id : null),
      classes: classes.map(({ id: classId, name }) => ({ id: classId, name })),
      moreClasses: isMore,
      programs: [
        ...new Map(classes.map(({ programId, program }) => [programId, { id: programId, name: program }])).values(),
      ],
      can: { edit: mayEdit(actor, filter.institution_id) },
    });
  });

  app.get('/batches/new', { config: editing, schema: { querystring: View } }, async (request, reply) => {
    const props = await request.read(async (db, actor) => {
      const choice = chooseInstitution(actor, request.query.institution_id);
      return { ...choice, batch: null, ...(await batchFormChoices(db, actor, choice.institutionId)) };
    });
    return reply.page(batchForm, props);
  });

  app.get(
    '/batches/find',
    { config: seeing, schema: { querystring: AskedChoices.pick({ q: true }) } },
    async (request, reply) => reply.send(await request.read((db, actor) => searchBatches(db, actor, request.query.q))),
  );

  serveChoices(app, '/batches/teacher-options', 'structure.edit', employeeChoices);

  app.post('/batches', { config: writing, schema: { body: BatchFields } }, async (request, reply) => {
    const batchId = await request.write((tx, actor) => createBatch(tx, actor, request.body));
    return reply.flash(`${request.body.name} was added.`).seeOther(`/batches/${batchId}`);
  });

  app.get('/batches/:id', { config: seeing, schema: { params } }, async (request, reply) => {
    const { id: batchId } = request.params;
    const [batch, teachers, offerings, siblings, lastChange] = await request.read((db, actor) =>
      Promise.all([
        findBatch(db, actor, batchId),
        teachersOf(db, actor, batchId),
        offeringsOf(db, actor, batchId),
        siblingsOf(db, actor, batchId),
        undoableChange(db, actor, batchId),
      ]),
    );
    if (!batch) throw new NotFound('batch');
    const has = (one: Permission) => can(request.actor, one, batch.institutionId);
    const edit = has('structure.edit');
    const isOpen = edit && !batch.sessionClosedAt;
    return reply.page(batchPage, {
      batch,
      teachers,
      offerings,
      lastChange: isOpen ? lastChange : null,
      siblings: edit ? siblings : { rows: [], isMore: false },
      can: { edit: isOpen },
      acts: actsOf(request.actor, batch),
      seesStudents: has('students.view') || has('students.viewOwn'),
    });
  });

  app.get('/batches/:id/edit', { config: editing, schema: { params } }, async (request, reply) => {
    const [found, teachers] = await request.read((db, actor) =>
      Promise.all([findBatch(db, actor, request.params.id), teachersOf(db, actor, request.params.id)]),
    );
    const batch = editable(request.actor, found, 'batch');
    const shown = { ...batch, teacherIds: teachers.map((teacher) => teacher.id) };
    const offer = await request.read((db, actor) => batchFormChoices(db, actor, batch.institutionId, shown));
    return reply.page(batchForm, {
      ...ofRecord(batch.institutionId),
      batch: shown,
      opened: openedOf(EditBatch, shown),
      ...offer,
    });
  });

  app.post('/batches/:id', { config: writing, schema: { params, body: EditBatch } }, async (request, reply) => {
    await request.write((tx, actor) => editBatch(tx, actor, request.params.id, request.body));
    return reply.flash(`${request.body.name} was saved.`).seeOther(`/batches/${request.params.id}`);
  });

  app.post('/batches/:id/close', { config: editing, schema: { params } }, async (request, reply) => {
    const name = await request.write((tx, actor) => closeBatch(tx, actor, request.params.id, true));
    return reply
      .flash({
        message: `${name} was closed. It no longer accepts students.`,
        tone: 'good',
        undo: { action: `/batches/${request.params.id}/reopen`, label: 'Reopen' },
      })
      .seeOther(`/batches/${request.params.id}`);
  });

  app.post('/batches/:id/reopen', { config: editing, schema: { params } }, async (request, reply) => {
    const name = await request.write((tx, actor) => closeBatch(tx, actor, request.params.id, false));
    return reply.redirectOrJson(`${name} was reopened.`, `/batches/${request.params.id}`);
  });

  app.post('/batches/:id/delete', { config: editing, schema: { params } }, async (request, reply) => {
    const name = await request.write((tx, actor) => deleteBatch(tx, actor, request.params.id));
    return reply.flash(`${name} was deleted.`).seeOther('/batches');
  });
}

/** The sessions of a selector, with the institution's name if there are several. */
function sessionsInView(actor: Actor, wanted?: number) {
  const ids = institutionsInView(actor, wanted, 'structure.view');
  return ids.flatMap((institutionId) => {
    const { sessions, shortName } = membershipIn(actor, institutionId)!;
    return sessions.map((session) => ({
      ...session,
      name: ids.length > 1 ? `${session.name} · ${shortName}` : session.name,
    }));
  });
}
