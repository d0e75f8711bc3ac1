import { asc, eq, inArray, sql } from 'drizzle-orm';
import { institutionsInView, type Actor } from '#kernel/actor.ts';
import { query, render, type Db } from '#kernel/database.ts';
import { chosenPicture } from './pictures/pictures.queries.ts';
import { siteFeatures, siteHosts, sitePages, sites, siteSlides, siteTestimonials } from './site.schema.ts';

/** A requested host name and its verification token. */
export interface HostName {
  host: string;
  status: 'waiting' | 'approved' | 'refused';
  token: string;
  requestedAt: string;
  decidedBy: 'administrator' | 'file' | 'dns' | 'time' | null;
}

const hosts = sql<HostName[]>`(select coalesce(jsonb_agg(jsonb_build_object('host', h.host, 'status', h.status,
  'token', h.token, 'requestedAt', h.requested_at, 'decidedBy', h.decided_by) order by h.host), '[]')
  from ${siteHosts} h where h.institution_id = sites.institution_id)`;

/** The sites of these institutions; a site without edits does not exist yet. */
export const findSites = (db: Db, actor: Actor, wanted?: number) =>
  db
    .select({
      institutionId: sites.institutionId,
      slug: sites.slug,
      isPublished: sites.isPublished,
      isFront: sites.isFront,
      headline: sites.headline,
      intro: sites.intro,
      hosts,
    })
    .from(sites)
    .where(inArray(sites.institutionId, institutionsInView(actor, wanted, 'site.edit')));

/** Whether the installation has a group administrator to approve host names. */
export async function whoDecidesHosts(db: Db, institutionId: number): Promise<'administrator' | 'day'> {
  const rows = await query<{ has: boolean }>(
    db,
    render(sql`select has_group_administrator as has from akada_host_facts(${institutionId}, '')`),
  );
  return rows[0]!.has ? 'administrator' : 'day';
}

export type SiteRow = Awaited<ReturnType<typeof findSites>>[number];

/** Site slugs by institution. */
export const slugsOf = (rows: SiteRow[]): Record<number, string> =>
  Object.fromEntries(rows.map(({ institutionId, slug }) => [institutionId, slug]));

/** The sorted lists of a home page, including hidden rows. */
export async function homeLists(db: Db, institutionId: number) {
  const [slides, features, testimonials] = await Promise.all([
    db
      .select({
        id: siteSlides.id,
        place: siteSlides.place,
        title: siteSlides.title,
        note: siteSlides.body,
        isShown: siteSlides.isShown,
        picture: chosenPicture(siteSlides),
      })
      .from(siteSlides)
      .where(eq(siteSlides.institutionId, institutionId))
      .orderBy(asc(siteSlides.position), asc(siteSlides.id)),
    db
      .select({
        id: siteFeatures.id,
        icon: siteFeatures.icon,
        title: siteFeatures.title,
        note: siteFeatures.body,
        isShown: siteFeatures.isShown,
      })
      .from(siteFeatures)
      .where(eq(siteFeatures.institutionId, institutionId))
      .orderBy(asc(siteFeatures.position), asc(siteFeatures.id)),
    db
      .select({
        id: siteTestimonials.id,
        title: siteTestimonials.name,
        note: siteTestimonials.relation,
        isShown: siteTestimonials.isShown,
        picture: chosenPicture(siteTestimonials),
      })
      .from(siteTestimonials)
      .where(eq(siteTestimonials.institutionId, institutionId))
      .orderBy(asc(siteTestimonials.position), asc(siteTestimonials.id)),
  ]);
  return {
    slider: slides.filter(({ place }) => place === 'slider'),
    slideshow: slides.filter(({ place }) => place === 'slideshow'),
    features,
    testimonials,
  };
}

export type HomeLists = Awaited<ReturnType<typeof homeLists>>;

/** The pages of the institutions in view, in menu order. */
export const listPages = (db: Db, actor: Actor, wanted?: number) =>
  db
    .select({
      id: sitePages.id,
      institutionId: sitePages.institutionId,
      title: sitePages.title,
      slug: sitePages.slug,
      isInMenu: sitePages.isInMenu,
      isPublished: sitePages.isPublished,
    })
    .from(sitePages)
    .where(inArray(sitePages.institutionId, institutionsInView(actor, wanted, 'site.edit')))
    .orderBy(asc(sitePages.institutionId), asc(sitePages.position), asc(sitePages.id));

export type PageRow = Awaited<ReturnType<typeof listPages>>[number];
