import { z } from 'zod';
import { allow, can, institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import { NotFound } from '#kernel/errors.ts';
import { id } from '#kernel/schemas.ts';
import type {} from '#features/students/students.policy.ts';
import { sessionFigures } from '#features/structure/figures.queries.ts';
import { sessionsWithTerms } from '#features/structure/sessions.queries.ts';
import { may, type App } from '#web/routes.ts';
import { createInstitution } from './create-institution.ts';
import { editInstitution } from './edit-institution.ts';
import { FoundInstitution } from './found-institution.ts';
import { InstitutionFields } from './institution-fields.ts';
import { institutionForm, institutionList, institutionNew, institutionPage } from './institutions.pages.ts';
import { institutionSettings, listInstitutions } from './institutions.queries.ts';
import { kindWords } from './kind-words.ts';
import { logoAddress, logoRoutes } from './logo.routes.ts';
import { defaultWords, wordsOf } from './terminology.ts';

const params = z.object({ id });
const blankIsNone = z.preprocess((value) => (value === '' ? undefined : value), id.optional());

export function institutionRoutes(app: App): void {
  app.get('/institutions', { config: may('institutions.view') }, async (request, reply) => {
    const ids = institutionsWhere(request.actor, 'institutions.view');
    if (ids.length === 1) return reply.go(`/institutions/${ids[0]}`);
    return reply.page(institutionList, {
      institutions: await request.read(async (db, actor) => listInstitutions(db, actor)),
      can: { create: request.actor.isGroupAdministrator },
    });
  });

  app.get('/institutions/new', { config: may('groupAdministrator') }, async (_request, reply) => reply.page(institutionNew, { kinds }));

  app.post('/institutions', { config: may('groupAdministrator'), schema: { body: FoundInstitution } }, async (request, reply) => {
    const made = await request.write((tx, actor) => createInstitution(tx, actor, request.body));
    return reply.flash(`${request.body.name} is founded. Set it up here.`).go(`/institutions/${made}/edit`);
  });

  app.get('/institutions/:id', { config: may('institutions.view'), schema: { params, querystring: z.object({ academic_session: blankIsNone }) } }, async (request, reply) => {
    const { actor, params: { id: institutionId }, query } = request;
    const { sessions, terminology } = seen(actor, institutionId);
    const inView = sessionInView(sessions, query.academic_session);
    const maySeeStructure = can(actor, 'structure.view', institutionId);
    const [institution, all, figures] = await request.read((db) =>
      Promise.all([
        institutionSettings(db, institutionId),
        maySeeStructure ? sessionsWithTerms(db, actor, institutionId) : [],
        maySeeStructure && inView
          ? sessionFigures(db, { institutionId, sessionId: inView.id, isCurrent: inView.isCurrent, mayCountStudents: can(actor, 'students.view', institutionId) })
          : null,
      ]));
    const dated = all.find((one) => one.id === inView?.id);
    return reply.page(institutionPage, {
      institution: { ...institution!, logo: logoAddress(institution!) },
      words: wordsOf(terminology),
      sessions,
      session: inView && {
        ...inView,
        startsOn: dated?.startsOn ?? null,
        endsOn: dated?.endsOn ?? null,
        isClosed: Boolean(dated?.closedAt),
        terms: dated?.terms ?? [],
      },
      figures,
      can: {
        edit: can(actor, 'institutions.edit', institutionId),
        editStructure: can(actor, 'structure.edit', institutionId),
        assignBatch: can(actor, 'students.assignBatch', institutionId),
      },
    });
  });

  app.get('/institutions/:id/edit', { config: may('institutions.edit'), schema: { params } }, async (request, reply) => {
    seen(request.actor, request.params.id);
    allow(request.actor, 'institutions.edit', request.params.id);
    const institution = (await request.read((db) => institutionSettings(db, request.params.id)))!;
    return reply.page(institutionForm, {
      institution: { ...institution, logo: logoAddress(institution) },
      kinds, currencies, defaultWords,
      timeZones: Intl.supportedValuesOf('timeZone'),
    });
  });

  app.post('/institutions/:id', { config: may('institutions.edit'), schema: { params, body: InstitutionFields } }, async (request, reply) => {
    await request.write((tx, actor) => editInstitution(tx, actor, request.params.id, request.body));
    return reply.flash('The settings are saved.').go(`/institutions/${request.params.id}`);
  });

  logoRoutes(app);
}

/** The person's own view of an institution whose page he may open. */
function seen(actor: Actor, institutionId: number) {
  if (!institutionsWhere(actor, 'institutions.view').includes(institutionId)) throw new NotFound('institution');
  return membershipIn(actor, institutionId)!;
}

/** The session that the address names, else the current one, else the latest. */
function sessionInView<Session extends { id: number; isCurrent: boolean }>(sessions: Session[], wanted: number | undefined): Session | null {
  if (!wanted) return sessions.find((one) => one.isCurrent) ?? sessions[0] ?? null;
  const found = sessions.find((one) => one.id === wanted);
  if (!found) throw new NotFound('academic session');
  return found;
}

const kinds = Object.entries(kindWords).map(([value, label]) => ({ value, label }));

const currencyNames = new Intl.DisplayNames('en', { type: 'currency' });
const currencies = Intl.supportedValuesOf('currency').map((value) => ({ value, label: `${value} ${currencyNames.of(value) ?? ''}`.trim() }));
