import { and, eq, type SQL } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { siteFeatures, sitePages, siteSlides, siteTestimonials } from './site.schema.ts';

type Ordered = PgTable & Record<'institutionId' | 'id' | 'position', AnyPgColumn>;

/** The sorted lists of a site, with their table and noun. */
const tables = {
  slides: { table: siteSlides as Ordered, noun: 'slide', name: 'title', shown: 'isShown' },
  features: { table: siteFeatures as Ordered, noun: 'feature', name: 'title', shown: 'isShown' },
  testimonials: { table: siteTestimonials as Ordered, noun: 'testimonial', name: 'name', shown: 'isShown' },
  pages: { table: sitePages as Ordered, noun: 'page', name: 'title', shown: 'isPublished' },
} as const;
export type Kind = keyof typeof tables;
export const kindOf = (kind: Kind) => tables[kind];

export const listNames = ['slider', 'slideshow', 'features', 'testimonials', 'pages'] as const;
export type ListName = (typeof listNames)[number];

/** Slides are in two lists, each with its own order. */
export const kindOfList = (list: ListName): Kind => (list === 'slider' || list === 'slideshow' ? 'slides' : list);

export function rowsOfList(list: ListName, institutionId: number): SQL {
  const own = eq(kindOf(kindOfList(list)).table.institutionId, institutionId);
  return list === 'slider' || list === 'slideshow' ? and(own, eq(siteSlides.place, list))! : own;
}
