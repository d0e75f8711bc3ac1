import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { bounded } from '#kernel/database/bounded.ts';
import { type Db, query } from '#kernel/database.ts';
import { formatDay } from '#kernel/dates.ts';
import { markdownHtml } from '#features/school/site/site-fields.ts';
import { reactPages } from '#features/school/site/public/react-pages.ts';
import { publicPage } from '#web/public-pages/public-page.ts';
import type { TrustedHtml } from '#web/public-pages/trusted.tsx';
import { may, type App } from '#web/routes.ts';

interface PublicNotice {
  id: number;
  title: string;
  day: string;
  html: TrustedHtml;
}
export const publicNoticesPage = publicPage<{ rows: PublicNotice[]; isMore: boolean }>('notices/public-notices', {
  isStatic: true,
});

const mostShown = 50;

const shownTo = (
  institutionId: number,
) => sql`n.institution_id = ${institutionId} and n.is_public and n.state = 'published'
  and n.from_day <= (now() at time zone i.time_zone)::date
  and (n.until_day is null or n.until_day >= (now() at time zone i.time_zone)::date)`;

/** The site leads to notices where some are public today. */
const linkToNotices = (db: Db, institutionId: number) =>
  query<{ label: string; path: string }>(db)`select 'Notices' as label, 'notices' as path where exists (
    select from notices n join institutions i on i.id = n.institution_id where ${shownTo(institutionId)})`;

const publicNotices = (db: Db, institutionId: number) =>
  bounded(
    mostShown,
    (limit) =>
      query<{ id: number; title: string; body: string; day: string }>(db)`
      select n.id::bigint, n.title, n.body, n.from_day::text as day
      from notices n join institutions i on i.id = n.institution_id where ${shownTo(institutionId)}
      order by n.is_pinned desc, n.from_day desc, n.id desc limit ${limit}`,
  );

/** Notices that are marked for the public site: title and text alone. */
export function publicNoticeRoutes(app: App): void {
  const pages = reactPages(app);
  const { siteLinks } = app.hasDecorator('siteLinks') ? app : { siteLinks: async () => [] };
  const withNotices: typeof app.siteLinks = async (db, institutionId) =>
    (await Promise.all([siteLinks(db, institutionId), linkToNotices(db, institutionId)])).flat();
  if (app.hasDecorator('siteLinks')) app.siteLinks = withNotices;
  else app.decorate('siteLinks', withNotices);

  app.get(
    '/sites/:slug/notices',
    { config: may('public'), schema: { params: z.object({ slug: z.string().max(80) }) } },
    async (request, reply) => {
      const at = await pages.visitOf(request, request.params.slug);
      if (!at) return pages.lost(reply);
      const { rows, isMore } = await pages.read(at.place, (db) => publicNotices(db, at.place.institutionId));
      const drawn = rows.map(async ({ body, day, ...row }) => ({
        ...row,
        day: formatDay(day),
        html: await markdownHtml(body),
      }));
      const heading = {
        title: 'Notices',
        description: `Notices of ${at.site.name}.`,
        path: `${at.to.home.replace(/\/$/, '')}/notices`,
      };
      return pages.send(reply, at, publicNoticesPage, { heading, props: { rows: await Promise.all(drawn), isMore } });
    },
  );
}
