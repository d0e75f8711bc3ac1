import { sql } from 'drizzle-orm';
import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { flag, identity, institutionId, moment, rowId } from '#kernel/tables.ts';

export const slidePlaces = ['slider', 'slideshow'] as const;
export const postStates = ['draft', 'published'] as const;
export const pictureFormats = ['avif', 'webp', 'jpeg'] as const;

export const sites = pgTable('sites', {
  institutionId: institutionId(),
  slug: text().notNull(),
  isPublished: flag(),
  isFront: flag(),
  headline: text(),
  intro: text(),
  updatedAt: moment().notNull().defaultNow(),
});

export const siteHosts = pgTable('site_hosts', {
  institutionId: institutionId(),
  host: text().notNull(),
  status: text().$type<'waiting' | 'approved' | 'refused'>().notNull().default('waiting'),
  token: text()
    .notNull()
    .default(sql`gen_random_uuid()`),
  requestedAt: moment().notNull().defaultNow(),
  checkedAt: moment(),
  decidedAt: moment(),
  decidedBy: text().$type<'administrator' | 'file' | 'dns' | 'time'>(),
});

export const publicNames = pgTable('public_names', {
  kind: text().$type<'slug' | 'host' | 'front' | 'picture'>().notNull(),
  name: text().notNull(),
  holderId: integer().notNull(),
});

export const sitePictures = pgTable('site_pictures', {
  institutionId: institutionId(),
  id: identity(),
  token: text().notNull(),
  name: text().notNull(),
  alt: text().notNull(),
  width: integer().notNull(),
  height: integer().notNull(),
  createdAt: moment().notNull().defaultNow(),
});

export const sitePictureSizes = pgTable('site_picture_sizes', {
  institutionId: institutionId(),
  pictureId: rowId().notNull(),
  width: integer().notNull(),
  format: text().$type<(typeof pictureFormats)[number]>().notNull(),
  fileId: rowId().notNull(),
});

const shown = () => flag().default(true);

export const siteSlides = pgTable('site_slides', {
  institutionId: institutionId(),
  id: identity(),
  place: text().$type<(typeof slidePlaces)[number]>().notNull(),
  position: integer().notNull(),
  title: text().notNull(),
  body: text(),
  linkLabel: text(),
  linkHref: text(),
  pictureId: rowId().notNull(),
  isShown: shown(),
});

export const siteFeatures = pgTable('site_features', {
  institutionId: institutionId(),
  id: identity(),
  position: integer().notNull(),
  icon: text().notNull(),
  title: text().notNull(),
  body: text().notNull(),
  linkHref: text(),
  isShown: shown(),
});

export const siteTestimonials = pgTable('site_testimonials', {
  institutionId: institutionId(),
  id: identity(),
  position: integer().notNull(),
  name: text().notNull(),
  relation: text().notNull(),
  quote: text().notNull(),
  pictureId: rowId(),
  isShown: shown(),
});

export const sitePosts = pgTable('site_posts', {
  institutionId: institutionId(),
  id: identity(),
  slug: text().notNull(),
  title: text().notNull(),
  summary: text().notNull(),
  body: text().notNull().default(''),
  pictureId: rowId(),
  status: text().$type<(typeof postStates)[number]>().notNull().default('draft'),
  publishAt: moment(),
  author: text().notNull(),
  createdAt: moment().notNull().defaultNow(),
  updatedAt: moment().notNull().defaultNow(),
  searchText: text().notNull().generatedAlwaysAs(''),
});

export const sitePages = pgTable('site_pages', {
  institutionId: institutionId(),
  id: identity(),
  slug: text().notNull(),
  position: integer().notNull(),
  title: text().notNull(),
  body: text().notNull().default(''),
  isInMenu: shown(),
  isPublished: flag(),
  updatedAt: moment().notNull().defaultNow(),
  searchText: text().notNull().generatedAlwaysAs(''),
});
