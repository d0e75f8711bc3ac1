import { eq, sql, asc, inArray, and, ne } from 'drizzle-orm';
import { allow, membershipIn, type Actor, institutionsInView } from '#kernel/actor.ts';
import { type Tx, render, type Db, query, pick } from '#kernel/database.ts';
import { Conflict, NotAllowed } from '#kernel/errors.ts';
import { sites, siteFeatures, siteHosts, sitePages, siteSlides, siteTestimonials } from './site.schema.ts';
import { slugOf } from './slug.ts';
import { chosenPicture } from './pictures/pictures.queries.ts';
import { z } from 'zod';
import { record } from '#kernel/audit.ts';
import { checkbox, id } from '#kernel/schemas.ts';

/** Locks the institution's site for a change, and updates its timestamp to invalidate cached public pages. Creates the site if there is none. */
export async function openSite(tx: Tx, actor: Actor, institutionId: number) {
  allow(actor, 'site.edit', institutionId);
  return (await touch(tx, institutionId)) ?? found(tx, institutionId, membershipIn(actor, institutionId)!.shortName);
}

async function touch(tx: Tx, institutionId: number) {
  const [site] = await tx
    .update(sites)
    .set({ updatedAt: sql`greatest(clock_timestamp(), ${sites.updatedAt} + interval '1 millisecond')` })
    .where(eq(sites.institutionId, institutionId))
    .returning();
  return site;
}

/** The address is the institution's short name, with a number if it is taken. */
async function found(tx: Tx, institutionId: number, shortName: string) {
  const [free] = await query<{ slug: string | null }>(tx, render)`
    select akada_free_slug(${sql.param(proposals(shortName, institutionId))}::text[]) as slug`;
  const slug = free?.slug;
  const [site] = slug ? await tx.insert(sites).values({ institutionId, slug }).onConflictDoNothing().returning() : [];
  // Another request may have just created it.
  const made = site ?? (await touch(tx, institutionId));
  if (!made) throw new Conflict('The site could not be created. Try again.');
  return made;
}

export function proposals(shortName: string, institutionId: number): string[] {
  const name = slugOf(shortName, 30);
  const numbered = `${name || 'school'}-${institutionId}`;
  return name.length >= 2 ? [name, numbered, `${numbered}-site`] : [numbered, `${numbered}-site`];
}

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
    .select({ ...pick(sites, 'institutionId', 'slug', 'isPublished', 'isFront', 'headline', 'intro'), hosts })
    .from(sites)
    .where(inArray(sites.institutionId, institutionsInView(actor, wanted, 'site.edit')));

/** Whether the installation has a group administrator to approve host names. */
export async function whoDecidesHosts(db: Db, institutionId: number): Promise<'administrator' | 'day'> {
  const rows = await query<{ has: boolean }>(db, render)`
    select has_group_administrator as has from akada_host_facts(${institutionId}, '')`;
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
        ...pick(siteSlides, 'id', 'place', 'title'),
        note: siteSlides.body,
        isShown: siteSlides.isShown,
        picture: chosenPicture(siteSlides),
      })
      .from(siteSlides)
      .where(eq(siteSlides.institutionId, institutionId))
      .orderBy(asc(siteSlides.position), asc(siteSlides.id)),
    db
      .select({ ...pick(siteFeatures, 'id', 'icon', 'title'), note: siteFeatures.body, isShown: siteFeatures.isShown })
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
    .select(pick(sitePages, 'id', 'institutionId', 'title', 'slug', 'isInMenu', 'isPublished'))
    .from(sitePages)
    .where(inArray(sitePages.institutionId, institutionsInView(actor, wanted, 'site.edit')))
    .orderBy(asc(sitePages.institutionId), asc(sitePages.position), asc(sitePages.id));

export type PageRow = Awaited<ReturnType<typeof listPages>>[number];

export const SetFront = z.object({ institutionId: id, isFront: checkbox });

/** Shows this site at the main address of the installation instead of the previous one. */
export async function setFront(tx: Tx, actor: Actor, input: z.infer<typeof SetFront>): Promise<void> {
  const { institutionId, isFront } = input;
  if (!actor.isGroupAdministrator) throw new NotAllowed('Only a group administrator can do this.');
  const site = await openSite(tx, actor, institutionId);
  if (site.isFront === isFront) return;
  const before = isFront
    ? await tx
        .select({ institutionId: sites.institutionId })
        .from(sites)
        .where(and(sites.isFront, ne(sites.institutionId, institutionId)))
    : [];
  for (const other of before) {
    await openSite(tx, actor, other.institutionId);
    await write(tx, actor, other.institutionId, false);
  }
  await write(tx, actor, institutionId, isFront);
}

async function write(tx: Tx, actor: Actor, institutionId: number, isFront: boolean) {
  await tx.update(sites).set({ isFront }).where(eq(sites.institutionId, institutionId));
  await record(tx, actor, 'site.setFront', {
    institutionId,
    summary: isFront ? 'showed the site at the main address' : 'removed the site from the main address',
    subject: { type: 'site', id: institutionId },
  });
}
