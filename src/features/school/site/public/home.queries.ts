import { and, asc, eq, sql } from 'drizzle-orm';
import { query, render, type Db } from '#kernel/database.ts';
import { siteFeatures, siteSlides, siteTestimonials } from '../site.schema.ts';
import { latestPosts } from './news.queries.ts';
import { pictureOf } from './pictures.queries.ts';
import type { Place } from './place.ts';
import { firstPrograms } from './programs.queries.ts';

/** The content of the home page. Each list has at most `itemsAtMost` rows, and pictures load lazily. */
export async function homeContent(db: Db, place: Place, openPrograms: Promise<{ id: number }[]>) {
  const [slides, features, testimonials, posts, programs, sisters, open] = await Promise.all([
    shownSlides(db, place),
    shownFeatures(db, place),
    shownTestimonials(db, place),
    latestPosts(db, place, 6),
    firstPrograms(db, place, 8),
    publicSites(db),
    openPrograms,
  ]);
  return {
    slider: slides.filter((slide) => slide.place === 'slider'),
    slideshow: slides.filter((slide) => slide.place === 'slideshow'),
    features,
    testimonials,
    posts,
    programs,
    /** The programs that can be applied for now. */
    open: new Set(open.map(({ id }) => id)),
    sisters: sisters.filter((sister) => sister.institution_id !== place.institutionId),
  };
}
export type HomeContent = Awaited<ReturnType<typeof homeContent>>;

const shownSlides = (db: Db, { institutionId }: Place) =>
  db
    .select({
      id: siteSlides.id,
      place: siteSlides.place,
      title: siteSlides.title,
      body: siteSlides.body,
      linkLabel: siteSlides.linkLabel,
      linkHref: siteSlides.linkHref,
      picture: pictureOf('site_slides'),
    })
    .from(siteSlides)
    .where(and(eq(siteSlides.institutionId, institutionId), siteSlides.isShown))
    .orderBy(asc(siteSlides.position), asc(siteSlides.id));

const shownFeatures = (db: Db, { institutionId }: Place) =>
  db
    .select({
      id: siteFeatures.id,
      icon: siteFeatures.icon,
      title: siteFeatures.title,
      body: siteFeatures.body,
      linkHref: siteFeatures.linkHref,
    })
    .from(siteFeatures)
    .where(and(eq(siteFeatures.institutionId, institutionId), siteFeatures.isShown))
    .orderBy(asc(siteFeatures.position), asc(siteFeatures.id));

const shownTestimonials = (db: Db, { institutionId }: Place) =>
  db
    .select({
      id: siteTestimonials.id,
      name: siteTestimonials.name,
      relation: siteTestimonials.relation,
      quote: siteTestimonials.quote,
      picture: pictureOf('site_testimonials'),
    })
    .from(siteTestimonials)
    .where(and(eq(siteTestimonials.institutionId, institutionId), siteTestimonials.isShown))
    .orderBy(asc(siteTestimonials.position), asc(siteTestimonials.id));

// A type and not an interface, because the driver's rows need an index signature.
export type PublicSite = {
  institution_id: number;
  slug: string;
  name: string;
  short_name: string;
  kind: string;
  city: string | null;
  motto: string | null;
};

/** The published sites of the installation. */
export const publicSites = async (db: Db): Promise<PublicSite[]> =>
  await query<PublicSite>(db, render(sql`select * from akada_public_sites()`));
