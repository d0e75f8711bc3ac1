import { and, eq, inArray } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import { type Db, pick } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { chosenPicture } from './pictures/pictures.queries.ts';
import { siteFeatures, sitePages, siteSlides, siteTestimonials } from './site.schema.ts';

/** The initial values of the slide form. */
export const findSlide = (db: Db, actor: Actor, id: number) =>
  findOne(
    'slide',
    db
      .select({
        ...pick(siteSlides, 'institutionId', 'id', 'place', 'title', 'body', 'linkLabel', 'linkHref', 'isShown'),
        picture: chosenPicture(siteSlides),
      })
      .from(siteSlides)
      .where(editable(actor, siteSlides, id)),
  );

export type SlideRecord = Awaited<ReturnType<typeof findSlide>>;

export const findFeature = (db: Db, actor: Actor, id: number) =>
  findOne(
    'feature',
    db
      .select(pick(siteFeatures, 'institutionId', 'id', 'icon', 'title', 'body', 'linkHref', 'isShown'))
      .from(siteFeatures)
      .where(editable(actor, siteFeatures, id)),
  );

export type FeatureRecord = Awaited<ReturnType<typeof findFeature>>;

export const findTestimonial = (db: Db, actor: Actor, id: number) =>
  findOne(
    'testimonial',
    db
      .select({
        ...pick(siteTestimonials, 'institutionId', 'id', 'name', 'relation', 'quote', 'isShown'),
        picture: chosenPicture(siteTestimonials),
      })
      .from(siteTestimonials)
      .where(editable(actor, siteTestimonials, id)),
  );

export type TestimonialRecord = Awaited<ReturnType<typeof findTestimonial>>;

export const findPage = (db: Db, actor: Actor, id: number) =>
  findOne(
    'page',
    db
      .select(pick(sitePages, 'institutionId', 'id', 'title', 'slug', 'body', 'isInMenu', 'isPublished'))
      .from(sitePages)
      .where(editable(actor, sitePages, id)),
  );

export type PageRecord = Awaited<ReturnType<typeof findPage>>;

const editable = (actor: Actor, table: { institutionId: AnyPgColumn; id: AnyPgColumn }, id: number) =>
  and(inArray(table.institutionId, institutionsWhere(actor, 'site.edit')), eq(table.id, id));

async function findOne<Row>(what: string, found: PromiseLike<Row[]>): Promise<Row> {
  const [row] = await found;
  if (!row) throw new NotFound(what);
  return row;
}
