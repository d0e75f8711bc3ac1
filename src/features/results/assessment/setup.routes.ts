import { z } from 'zod';
import { institutionChoice, institutionsInView } from '#kernel/actor.ts';
import { openedOf } from '#kernel/edit/edit.ts';
import { viewFields } from '#kernel/list/view-fields.ts';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { scalePresets } from './compute/presets.ts';
import { findScale, AddScale, EditScale, scaleForm } from './scales/find-scale.ts';
import { addScale, archiveScale, editScale } from './scales/scales.ts';
import { findScheme, AddScheme, EditScheme, schemeForm } from './schemes/find-scheme.ts';
import { addScheme, archiveScheme, editScheme } from './schemes/schemes.ts';
import {
  assessmentSetup,
  setupChoices,
  scaleFormPage,
  schemeFormPage,
  setupPage,
  placeFormPage,
} from './setup.queries.ts';
import { AddUse, addUse, removeUse } from './uses/uses.ts';

const config = may('assessment.edit');
const once = { ...config, once: true };
const params = z.object({ id });
const querystring = z.object(viewFields);
const home = '/assessment';
const presets = scalePresets.map((preset) => ({ key: preset.key, ...scaleForm({ ...preset, entryFrom: null }) }));

/** How marks are made up and graded: schemes, scales, and where they apply. */
export function assessmentSetupRoutes(app: App): void {
  app.get(home, { config: may('assessment.view'), schema: { querystring } }, async (request, reply) => {
    const { institution_id: wanted } = request.query;
    const props = await request.read(async (db, actor) => ({
      ...(await assessmentSetup(db, actor, wanted)),
      canEdit: institutionsInView(actor, wanted, 'assessment.edit').length > 0,
    }));
    return reply.page(setupPage, props);
  });
  scaleRoutes(app);
  schemeRoutes(app);
  placeRoutes(app);
}

function scaleRoutes(app: App): void {
  app.get('/grading-scales/new', { config, schema: { querystring } }, async (request, reply) => {
    const place = await request.read(async (_, actor) =>
      institutionChoice(actor, request.query.institution_id, 'assessment.edit'),
    );
    return reply.page(scaleFormPage, { ...place, scale: null, presets });
  });
  app.post('/grading-scales', { config: once, schema: { body: AddScale } }, (request, reply) =>
    reply.once(async (tx, actor) => {
      await addScale(tx, actor, request.body);
      return { flash: `${request.body.name} was added.`, go: home };
    }),
  );
  app.get('/grading-scales/:id/edit', { config, schema: { params } }, async (request, reply) => {
    const scale = await request.read((db, actor) => findScale(db, actor, request.params.id));
    const form = scaleForm(scale);
    return reply.page(scaleFormPage, {
      scale: { id: scale.id, ...form },
      presets: [],
      opened: openedOf(EditScale, form),
      institutionId: scale.institutionId,
      institutions: [],
    });
  });
  app.post('/grading-scales/:id', { config, schema: { params, body: EditScale } }, async (request, reply) => {
    await request.write((tx, actor) => editScale(tx, actor, request.params.id, request.body));
    return reply.flash(`${request.body.name} was saved.`).seeOther(home);
  });
  for (const act of ['archive', 'restore'] as const)
    app.post(`/grading-scales/:id/${act}`, { config, schema: { params } }, async (request, reply) => {
      const name = await request.write((tx, actor) => archiveScale(tx, actor, request.params.id, act === 'archive'));
      return reply.flash(`${name} was ${act}d.`).seeOther(home);
    });
}

function schemeRoutes(app: App): void {
  app.get('/assessment-schemes/new', { config, schema: { querystring } }, async (request, reply) => {
    const props = await request.read(async (db, actor) => {
      const place = institutionChoice(actor, request.query.institution_id, 'assessment.edit');
      return { ...place, scheme: null, scales: (await setupChoices(db, place.institutionId)).scales };
    });
    return reply.page(schemeFormPage, props);
  });
  app.post('/assessment-schemes', { config: once, schema: { body: AddScheme } }, (request, reply) =>
    reply.once(async (tx, actor) => {
      await addScheme(tx, actor, request.body);
      return { flash: `${request.body.name} was added. Next, choose where it applies.`, go: home };
    }),
  );
  app.get('/assessment-schemes/:id/edit', { config, schema: { params } }, async (request, reply) => {
    const props = await request.snapshot(async (db, actor) => {
      const scheme = await findScheme(db, actor, request.params.id);
      const form = schemeForm(scheme);
      const { scales } = await setupChoices(db, scheme.institutionId);
      return {
        scheme: { id: scheme.id, ...form },
        scales,
        opened: openedOf(EditScheme, form),
        institutionId: scheme.institutionId,
        institutions: [],
      };
    });
    return reply.page(schemeFormPage, props);
  });
  app.post('/assessment-schemes/:id', { config, schema: { params, body: EditScheme } }, async (request, reply) => {
    await request.write((tx, actor) => editScheme(tx, actor, request.params.id, request.body));
    return reply.flash(`${request.body.name} was saved. Open sheets keep the previous version.`).seeOther(home);
  });
  for (const act of ['archive', 'restore'] as const)
    app.post(`/assessment-schemes/:id/${act}`, { config, schema: { params } }, async (request, reply) => {
      const name = await request.write((tx, actor) => archiveScheme(tx, actor, request.params.id, act === 'archive'));
      return reply.flash(`${name} was ${act}d.`).seeOther(home);
    });
}

function placeRoutes(app: App): void {
  app.get('/scheme-uses/new', { config, schema: { querystring } }, async (request, reply) => {
    const props = await request.read(async (db, actor) => {
      const place = institutionChoice(actor, request.query.institution_id, 'assessment.edit');
      const { scales: _, ...choices } = await setupChoices(db, place.institutionId);
      return { ...place, ...choices };
    });
    return reply.page(placeFormPage, props);
  });
  app.post('/scheme-uses', { config: once, schema: { body: AddUse } }, (request, reply) =>
    reply.once(async (tx, actor) => {
      await addUse(tx, actor, request.body);
      return { flash: 'The scheme applies there from the next sheet.', go: home };
    }),
  );
  app.post('/scheme-uses/:id/remove', { config, schema: { params } }, async (request, reply) => {
    await request.write((tx, actor) => removeUse(tx, actor, request.params.id));
    return reply.flash('Removed. The next wider scheme applies there.').seeOther(home);
  });
}
