import { z } from 'zod';
import { openedOf } from '#kernel/edit/edit.ts';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { CloseSession, closeSession, reopenSession, unfinishedIn } from './close-session.ts';
import { CreateSession, createSession, EditSession, editSession, deleteSession } from './change-sessions.ts';
import { editable } from '../editable.ts';
import { sessionsWithTerms, type SessionRow } from './sessions.queries.ts';
import { termInForm } from './session-fields.ts';
import { chooseInstitution, mayEdit, ofRecord } from '../structure-in-view.ts';
import { sessionClose, sessionForm, sessionList } from '../structure.pages.ts';
import { View } from '../view.ts';

const params = z.object({ id });
const seeing = may('structure.view');
const editing = may('structure.edit');

export function sessionRoutes(app: App): void {
  app.get('/academic-sessions', { config: seeing, schema: { querystring: View } }, async (request, reply) => {
    const { institution_id } = request.query;
    const sessions = await request.read((db, actor) => sessionsWithTerms(db, actor, institution_id));
    return reply.page(sessionList, { sessions, can: { edit: mayEdit(request.actor, institution_id) } });
  });

  app.get('/academic-sessions/new', { config: editing, schema: { querystring: View } }, async (request, reply) => {
    const props = await request.read(async (db, actor) => {
      const choice = chooseInstitution(actor, request.query.institution_id);
      return { ...choice, session: null, others: choices(await sessionsWithTerms(db, actor, choice.institutionId)) };
    });
    return reply.page(sessionForm, props);
  });

  app.post('/academic-sessions', { config: editing, schema: { body: CreateSession } }, async (request, reply) => {
    await request.write((tx, actor) => createSession(tx, actor, request.body));
    return reply
      .flash(`The session ${request.body.name} was added.`)
      .seeOther(`/academic-sessions?institution_id=${request.body.institutionId}`);
  });

  app.get('/academic-sessions/:id/edit', { config: editing, schema: { params } }, async (request, reply) => {
    const { all, session } = await request.read(async (db, actor) => {
      const found = await sessionsWithTerms(db, actor);
      return {
        all: found,
        session: editable(
          actor,
          found.find((other) => other.id === request.params.id),
          'academic session',
        ),
      };
    });
    const others = all.filter((other) => other.institutionId === session.institutionId && other.id !== session.id);
    return reply.page(sessionForm, {
      ...ofRecord(session.institutionId),
      session,
      opened: openedOf(EditSession, sessionInForm(session, others)),
      others: choices(others),
    });
  });

  app.post(
    '/academic-sessions/:id',
    { config: editing, schema: { params, body: EditSession } },
    async (request, reply) => {
      await request.write((tx, actor) => editSession(tx, actor, request.params.id, request.body));
      return reply.flash(`The session ${request.body.name} was saved.`).seeOther('/academic-sessions');
    },
  );

  app.get('/academic-sessions/:id/close', { config: editing, schema: { params } }, async (request, reply) => {
    const props = await request.snapshot(async (db, actor) => {
      const all = await sessionsWithTerms(db, actor);
      const found = all.find((one) => one.id === request.params.id);
      const session = editable(actor, found, 'academic session');
      const unfinished = await unfinishedIn(db, actor, app.product.unfinished, session);
      return { session, unfinished, next: nextCurrent(session, all) };
    });
    return reply.page(sessionClose, props);
  });

  const closing = { config: editing, schema: { params, body: CloseSession } };
  app.post('/academic-sessions/:id/close', closing, async (request, reply) => {
    const name = await request.write((tx, actor) =>
      closeSession(tx, actor, app.product.unfinished, request.params.id, request.body),
    );
    return reply
      .flash({
        message: `${name} was closed and is now read-only.`,
        tone: 'good',
        undo: { action: `/academic-sessions/${request.params.id}/reopen`, label: 'Reopen' },
      })
      .seeOther('/academic-sessions');
  });

  app.post('/academic-sessions/:id/reopen', { config: editing, schema: { params } }, async (request, reply) => {
    const name = await request.write((tx, actor) => reopenSession(tx, actor, request.params.id));
    return reply.redirectOrJson(`${name} was reopened.`, '/academic-sessions');
  });

  app.post('/academic-sessions/:id/delete', { config: editing, schema: { params } }, async (request, reply) => {
    const name = await request.write((tx, actor) => deleteSession(tx, actor, request.params.id));
    return reply.flash(`The session ${name} was deleted.`).seeOther('/academic-sessions');
  });
}

/** The form that follows the current session by another, so that it can be closed: the next open one's, or a new one's. */
function nextCurrent({ institutionId, startsOn, isCurrent }: SessionRow, all: SessionRow[]) {
  if (!isCurrent) return null;
  // The latest comes first. One from before can be made current as well.
  const open = all.filter((one) => one.institutionId === institutionId && !one.isCurrent && !one.closedAt);
  const next = open.findLast((one) => one.startsOn > startsOn) ?? open[0];
  return next
    ? { href: `/academic-sessions/${next.id}/edit`, name: next.name }
    : { href: `/academic-sessions/new?institution_id=${institutionId}`, name: null };
}

const choices = (sessions: SessionRow[]) =>
  sessions
    .filter((other) => !other.closedAt)
    .map(({ id: sessionId, name, isCurrent }) => ({ id: sessionId, name, isCurrent }));

/** The values of a session's form. */
const sessionInForm = (session: SessionRow, others: SessionRow[]) => ({
  ...session,
  is_current: session.isCurrent ? 'this' : (others.find((other) => other.isCurrent)?.id ?? null),
  terms: Object.fromEntries(session.terms.map((term) => [term.id, termInForm(term)])),
});
