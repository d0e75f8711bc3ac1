import { and, asc, eq, or, sql } from 'drizzle-orm';
import type { Db } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { institutions } from '#kernel/identity.schema.ts';
import { siteHosts, sitePages, sites } from '../site.schema.ts';
import type { Place } from './place.ts';

/** An entry that another feature adds to the menu, below the site’s address: `result`. */
export interface SiteLink {
  label: string;
  path: string;
}

/** The frame of every page of a site. */
export async function siteFrame(db: Db, place: Place, added: Promise<SiteLink[]>) {
  const { institutionId, isPreview } = place;
  const [[site], menu, hosts, links] = await Promise.all([
    db
      .select({
        // Pages of orders also show an institution without a site.
        slug: sql<string>`coalesce(${sites.slug}, '')`,
        isPublished: sql<boolean>`coalesce(${sites.isPublished}, false)`,
        headline: sites.headline,
        intro: sites.intro,
        name: institutions.name,
        shortName: institutions.shortName,
        motto: institutions.motto,
        establishedYear: institutions.establishedYear,
        address: institutions.address,
        city: institutions.city,
        phone: institutions.phone,
        email: institutions.email,
        accent: institutions.accent,
        timeZone: institutions.timeZone,
        currency: institutions.currency,
        countryId: institutions.countryId,
        logoFileId: institutions.logoFileId,
      })
      .from(institutions)
      .leftJoin(sites, eq(sites.institutionId, institutions.id))
      .where(eq(institutions.id, institutionId)),
    db
      .select({ slug: sitePages.slug, title: sitePages.title })
      .from(sitePages)
      .where(
        and(
          eq(sitePages.institutionId, institutionId),
          sitePages.isInMenu,
          or(sitePages.isPublished, sql`${isPreview}`),
        ),
      )
      .orderBy(asc(sitePages.position), asc(sitePages.id)),
    db
      .select({ host: siteHosts.host })
      .from(siteHosts)
      .where(and(eq(siteHosts.institutionId, institutionId), eq(siteHosts.status, 'approved')))
      .orderBy(asc(siteHosts.host)),
    added,
  ]);
  if (!site) throw new NotFound('site');
  return { ...site, menu, links, hosts: hosts.map(({ host }) => host) };
}
export type SiteFrame = Awaited<ReturnType<typeof siteFrame>>;
