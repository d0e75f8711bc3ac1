import { z } from 'zod';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { openedItem } from './items/change-items.ts';
import { changeRoutes } from './items/items.routes.ts';
import { View, chooseInstitution, ofRecord, sitesInView } from './edit-site.ts';
import { pageForm, pageList } from './site.pages.ts';
import { findSites, listPages, slugsOf } from './site.queries.ts';
import { findPage } from './home-items.queries.ts';

const config = may('site.edit');
const params = z.object({ id });

/** About, Admissions, Contact: the pages of the site's menu. */
export function pageRoutes(app: App): void {
  app.get('/site/pages', { config, schema: { querystring: View } }, async (request, reply) => {
    const { institution_id: wanted } = request.query;
    const [rows, sites] = await request.read((db, actor) =>
      Promise.all([listPages(db, actor, wanted), findSites(db, actor, wanted)]),
    );
    const slugs = slugsOf(sites);
    return reply.page(pageList, {
      rows,
      sites: sitesInView(request.actor, wanted).map((site) => ({ ...site, slug: slugs[site.id] ?? null })),
    });
  });
  app.get('/site/pages/new', { config, schema: { querystring: View } }, async (request, reply) => {
    const { choice, site } = await request.read(async (db, actor) => {
      const chosen = chooseInstitution(actor, request.query.institution_id);
      const [found] = await findSites(db, actor, chosen.institutionId);
      return { choice: chosen, site: found };
    });
    return reply.page(pageForm, { ...choice, slug: site?.slug ?? null, page: null });
  });
  app.get('/site/pages/:id/edit', { config, schema: { params } }, async (request, reply) => {
    const [page, sites] = await request.read((db, actor) =>
      Promise.all([findPage(db, actor, request.params.id), findSites(db, actor)]),
    );
    return reply.page(pageForm, {
      ...ofRecord(page.institutionId),
      slug: slugsOf(sites)[page.institutionId] ?? null,
      page,
      opened: openedItem('pages', page),
    });
  });
  changeRoutes(app, 'pages', '/site/pages');
}
