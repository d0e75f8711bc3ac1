import { z } from 'zod';
import { id, queryParam } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { View, chooseInstitution, listOf, ofRecord } from '../edit-site.ts';
import { featureForm, slideForm, testimonialForm } from '../site.pages.ts';
import { findFeature, findSlide, findTestimonial } from '../home-items.queries.ts';
import { slidePlaces } from '../site.schema.ts';
import { updateChanged } from '#kernel/edit/edit-record.ts';
import * as change from './change-items.ts';
import { kindOf, type Kind } from '../lists.ts';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { type Tx, hasKey } from '#kernel/database.ts';

const config = may('site.edit');
const params = z.object({ id });

/** Slides, features and testimonials: the sorted lists of the home page. */
export function itemRoutes(app: App): void {
  app.get(
    '/site/slides/new',
    { config, schema: { querystring: View.extend({ place: queryParam(z.enum(slidePlaces)) }) } },
    async (request, reply) => {
      const { institution_id: wanted, place = 'slider' } = request.query;
      const choice = await request.read(async (_, actor) => chooseInstitution(actor, wanted));
      return reply.page(slideForm, { ...choice, place, slide: null });
    },
  );
  app.get('/site/slides/:id/edit', { config, schema: { params } }, async (request, reply) => {
    const slide = await request.read((db, actor) => findSlide(db, actor, request.params.id));
    return reply.page(slideForm, {
      ...ofRecord(slide.institutionId),
      place: slide.place,
      slide,
      opened: change.openedItem('slides', slide),
    });
  });
  app.get('/site/features/new', { config, schema: { querystring: View } }, async (request, reply) =>
    reply.page(featureForm, {
      ...(await request.read(async (_, actor) => chooseInstitution(actor, request.query.institution_id))),
      feature: null,
    }),
  );
  app.get('/site/features/:id/edit', { config, schema: { params } }, async (request, reply) => {
    const feature = await request.read((db, actor) => findFeature(db, actor, request.params.id));
    return reply.page(featureForm, {
      ...ofRecord(feature.institutionId),
      feature,
      opened: change.openedItem('features', feature),
    });
  });
  app.get('/site/testimonials/new', { config, schema: { querystring: View } }, async (request, reply) =>
    reply.page(testimonialForm, {
      ...(await request.read(async (_, actor) => chooseInstitution(actor, request.query.institution_id))),
      testimonial: null,
    }),
  );
  app.get('/site/testimonials/:id/edit', { config, schema: { params } }, async (request, reply) => {
    const testimonial = await request.read((db, actor) => findTestimonial(db, actor, request.params.id));
    return reply.page(testimonialForm, {
      ...ofRecord(testimonial.institutionId),
      testimonial,
      opened: change.openedItem('testimonials', testimonial),
    });
  });

  for (const kind of ['slides', 'features', 'testimonials'] as const) changeRoutes(app, kind, '/site');
}

/** Routes to add, edit, show, hide and delete rows of a list. */
export function changeRoutes(app: App, kind: Kind, list: string): void {
  const { noun } = kindOf(kind);
  const at = `/site/${kind}`;

  app.post(at, { config, schema: { body: change.newItemFields[kind] } }, async (request, reply) => {
    await request.write((tx, actor) => change.createItem(tx, actor, kind, request.body));
    return reply.flash(`The ${noun} was added.`).seeOther(listOf(request.actor, list, request.body.institutionId));
  });
  app.post(`${at}/:id`, { config, schema: { params, body: change.itemEdits[kind] } }, async (request, reply) => {
    const { institutionId } = await request.write((tx, actor) =>
      change.editItem(tx, actor, kind, request.params.id, request.body),
    );
    return reply.flash(`The ${noun} was saved.`).seeOther(listOf(request.actor, list, institutionId));
  });
  for (const isShown of [true, false])
    app.post(`${at}/:id/${isShown ? 'show' : 'hide'}`, { config, schema: { params } }, async (request, reply) => {
      const item = await request.write((tx, actor) => showItem(tx, actor, kind, request.params.id, isShown));
      return reply
        .flash(isShown ? `${item.title} is now visible to visitors.` : `${item.title} is now hidden from visitors.`)
        .seeOther(listOf(request.actor, list, item.institutionId));
    });
  app.post(`${at}/:id/delete`, { config, schema: { params } }, async (request, reply) => {
    const item = await request.write((tx, actor) => deleteItem(tx, actor, kind, request.params.id));
    return reply
      .flash(`The ${noun} ${item.title} was deleted.`)
      .seeOther(listOf(request.actor, list, item.institutionId));
  });
}

/** Shows or hides a slide, feature, testimonial or page; returns the item. */
async function showItem(tx: Tx, actor: Actor, kind: Kind, id: number, isShown: boolean): Promise<change.Item> {
  const { noun, shown, table } = kindOf(kind);
  const item = await change.lockItem(tx, actor, kind, id);
  if (item.values[shown] === isShown) return item;
  await updateChanged(tx, table, item, { [shown]: isShown });
  await record(tx, actor, `site.${isShown ? 'show' : 'hide'}${change.capital(noun)}`, {
    institutionId: item.institutionId,
    summary: `${isShown ? 'showed' : 'hid'} the ${noun} ${item.title}`,
    subject: { type: `site ${noun}`, id },
  });
  return item;
}

/** Deletes a slide, feature, testimonial or page, and returns it. Its text stays in the log. */
async function deleteItem(tx: Tx, actor: Actor, kind: Kind, id: number): Promise<change.Item> {
  const { table, noun } = kindOf(kind);
  const item = await change.lockItem(tx, actor, kind, id);
  const { institutionId, title, values } = item;
  await tx.delete(table).where(hasKey(table, institutionId, id));
  await record(tx, actor, `site.delete${change.capital(noun)}`, {
    institutionId,
    summary: `deleted the ${noun} ${title} of the site`,
    subject: { type: `site ${noun}`, id },
    details: { was: values },
  });
  return item;
}
