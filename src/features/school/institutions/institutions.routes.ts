import { z } from 'zod';
import { allow, membershipIn } from '#kernel/actor.ts';
import { RevisionCache } from '#kernel/database/revision-cache.ts';
import { openedOf } from '#kernel/edit/edit.ts';
import { id, queryParam } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { createInstitution, EditInstitution, editInstitution } from './create-institution.ts';
import { NewInstitution } from './seed-institution.ts';
import {
  institutionSettings,
  listInstitutions,
  institutionForm,
  institutionList,
  institutionNew,
  institutionPage,
} from './institutions.queries.ts';
import { kindLabels } from './kind-labels.ts';
import { logoRoutes } from './logo.routes.ts';
import * as queries from './institution-page.queries.ts';
import { defaultTerms } from '#kernel/contracts/terminology.ts';

const params = z.object({ id });
const blankIsNone = queryParam(id);

// With some 25 KB for each.
const pagesCached = 100;

export function institutionRoutes(app: App): void {
  const cache: queries.PageCache = new RevisionCache(pagesCached);

  app.get('/institutions', { config: may('institutions.view') }, async (request, reply) => {
    const institutions = await request.read(async (db, actor) => listInstitutions(db, actor));
    if (institutions.length === 1) return reply.seeOther(`/institutions/${institutions[0]!.id}`);
    return reply.page(institutionList, { institutions, can: { create: request.actor.isGroupAdministrator } });
  });

  app.get('/institutions/new', { config: may('groupAdministrator') }, async (_request, reply) =>
    reply.page(institutionNew, { kinds }),
  );

  app.post(
    '/institutions',
    { config: may('groupAdministrator'), schema: { body: NewInstitution } },
    async (request, reply) => {
      const made = await request.write((tx, actor) => createInstitution(tx, actor, request.body, app.product));
      return reply.flash(`${request.body.name} was added. Set it up here.`).seeOther(`/institutions/${made}/edit`);
    },
  );

  app.post(
    '/institutions/only',
    { config: { ...may('groupAdministrator'), confirm: true } },
    async (request, reply) => {
      await request.write(queries.confirmOnlyInstitution);
      return reply.flash('Confirmed: you’re the owner of the only school.').seeOther('/institutions');
    },
  );

  app.get(
    '/institutions/:id',
    {
      config: may('institutions.view'),
      schema: { params, querystring: z.object({ academic_session: blankIsNone }) },
    },
    async (request, reply) => {
      const asked = { institutionId: request.params.id, sessionId: request.query.academic_session };
      const props =
        (await request.read((db, actor) => queries.cachedProps(db, actor, asked, cache))) ??
        (await request.read((db, actor) => queries.freshProps(db, actor, asked, cache)));
      return reply.page(institutionPage, props);
    },
  );

  // Loaded separately, because the page is useful without it.
  app.get(
    '/institutions/:id/newcomers',
    { config: may('institutions.view'), schema: { params, querystring: z.object({ academic_session: blankIsNone }) } },
    async (request, reply) =>
      reply.send(
        await request.read((db, actor) =>
          queries.newcomers(db, actor, request.params.id, request.query.academic_session),
        ),
      ),
  );

  app.get(
    '/institutions/:id/edit',
    { config: may('institutions.edit'), schema: { params } },
    async (request, reply) => {
      const institution = await request.read((db, actor) => {
        queries.membershipWhereSeen(actor, request.params.id);
        allow(actor, 'institutions.edit', request.params.id);
        return institutionSettings(db, request.params.id);
      });
      return reply.page(institutionForm, {
        institution: { ...institution, logo: queries.logoAddress(institution) },
        opened: openedOf(EditInstitution, institution),
        kinds,
        currencies,
        defaultWords: defaultTerms,
        timeZones: Intl.supportedValuesOf('timeZone'),
        can: { requireSecondFactor: membershipIn(request.actor, request.params.id)!.isOwner },
      });
    },
  );

  app.post(
    '/institutions/:id',
    { config: may('institutions.edit'), schema: { params, body: EditInstitution } },
    async (request, reply) => {
      await request.write((tx, actor) => editInstitution(tx, actor, request.params.id, request.body));
      return reply.flash('The settings were saved.').seeOther(`/institutions/${request.params.id}`);
    },
  );

  logoRoutes(app);
}

const kinds = Object.entries(kindLabels).map(([value, label]) => ({ value, label }));

const currencyNames = new Intl.DisplayNames('en', { type: 'currency' });
const currencies = Intl.supportedValuesOf('currency').map((value) => ({
  value,
  label: `${value} ${currencyNames.of(value) ?? ''}`.trim(),
}));
