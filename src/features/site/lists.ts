import { and, eq, type SQL } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { siteFeatures, sitePages, siteSlides, siteTestimonials } from './site.schema.ts';

type Ordered = PgTable & Record<'institutionId' | 'id' | 'position', AnyPgColumn>;

/** What stands on the site in an order that its editor gives: each list with its table and its word for one. */
const tables = {
  slides: { table: siteSlides as Ordered, one: 'slide', name: 'title', shown: 'isShown' },
  features: { table: siteFeatures as Ordered, one: 'feature', name: 'title', shown: 'isShown' },
  testimonials: { table: siteTestimonials as Ordered, one: 'testimonial', name: 'name', shown: 'isShown' },
  pages: { table: sitePages as Ordered, one: 'page', name: 'title', shown: 'isPublished' },
} as const;
export type Kind = keyof typeof tables;
export const kindOf = (kind: Kind) => tables[kind];

export const listNames = ['slider', 'slideshow', 'features', 'testimonials', 'pages'] as const;
export type ListName = (typeof listNames)[number];

/** Slides stand in two places, each with an order of its own. */
export const kindOfList = (list: ListName): Kind => (list === 'slider' || list === 'slideshow' ? 'slides' : list);

export function rowsOfList(list: ListName, institutionId: number): SQL {
  const own = eq(kindOf(kindOfList(list)).table.institutionId, institutionId);
  return list === 'slider' || list === 'slideshow' ? and(own, eq(siteSlides.place, list))! : own;
}
