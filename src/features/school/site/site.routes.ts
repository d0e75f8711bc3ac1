import { z } from 'zod';
import { eq } from 'drizzle-orm';
import { NotAllowed } from '#kernel/errors.ts';
import { openedOf } from '#kernel/edit/edit.ts';
import { may, type App } from '#web/routes.ts';
import { hostRoutes } from './hosts/hosts.routes.ts';
import { EditSite, editSite, siteInForm, View, listOf, sitesInView } from './edit-site.ts';
import { homeEditor, siteForm, siteList } from './site.pages.ts';
import { itemRoutes } from './items/items.routes.ts';
import {
  siteAtMainAddress,
  shownAtMainAddress,
  type ShownSite,
} from '#features/school/institutions/institution-page.queries.ts';
import { markdownHtml, lines } from './site-fields.ts';
import { OrderItems, orderItems } from './items/order-items.ts';
import { pageRoutes } from './pages.routes.ts';
import { pictureRoutes } from './pictures/pictures.routes.ts';
import { postRoutes } from './posts/posts.routes.ts';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { id, queryParam, checkbox } from '#kernel/schemas.ts';
import { proposals, openSite, findSites, homeLists, whoDecidesHosts, SetFront, setFront } from './site.queries.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { sites } from './site.schema.ts';

const config = may('site.edit');

/** Routes to edit an institution's public site. */
export function siteRoutes(app: App): void {
  app.get('/site', { config, schema: { querystring: View } }, async (request, reply) => {
    const inView = await request.read(async (_, actor) => sitesInView(actor, request.query.institution_id));
    if (inView.length === 0) throw new NotAllowed();
    const [institution] = inView;
    if (inView.length > 1 || !institution) {
      const [sites, main] = await request.read((db, actor) =>
        Promise.all([findSites(db, actor), siteAtMainAddress(db)]),
      );
      return reply.page(siteList, {
        main,
        sites: inView.map((institution) => ({
          ...institution,
          site: sites.find((site) => site.institutionId === institution.id) ?? null,
        })),
      });
    }
    const [[site], lists, main, waitsFor] = await request.read((db, actor) =>
      Promise.all([
        findSites(db, actor, institution.id),
        homeLists(db, institution.id),
        siteAtMainAddress(db),
        whoDecidesHosts(db, institution.id),
      ]),
    );
    return reply.page(homeEditor, {
      institution,
      site: site ?? null,
      lists,
      mainAddress: mainAddressText({
        actor: request.actor,
        institutionId: institution.id,
        site: site ?? null,
        main,
      }),
      can: { front: request.actor.isGroupAdministrator },
      waitsFor,
    });
  });

  app.get(
    '/site/edit',
    { config, schema: { querystring: z.object({ ...View.shape, institution_id: queryParam(id) }) } },
    async (request, reply) => {
      const { institution, site } = await request.read(async (db, actor) => {
        const [first] = sitesInView(actor, request.query.institution_id);
        if (!first) throw new NotAllowed();
        const [found] = await findSites(db, actor, first.id);
        return { institution: first, site: found };
      });
      const shown = site ?? untouched(request.actor, institution.id);
      const opened = openedOf(EditSite, {
        ...siteInForm({ ...shown, hosts: shown.hosts.map(({ host }) => host) }),
        ...(!site && { slug: null }),
      });
      return reply.page(siteForm, { institution, site: shown, opened });
    },
  );

  app.post('/site', { config, schema: { body: EditSite } }, async (request, reply) => {
    await request.write((tx, actor) => editSite(tx, actor, request.body));
    return reply.flash('The site was saved.').seeOther(listOf(request.actor, '/site', request.body.institutionId));
  });

  app.post('/site/publish', { config, schema: { body: PublishSite } }, async (request, reply) => {
    const { institutionId, isPublished } = request.body;
    await request.write((tx, actor) => publishSite(tx, actor, request.body));
    return reply
      .flash(isPublished ? 'The site was published and is now public.' : 'The site was unpublished.')
      .seeOther(listOf(request.actor, '/site', institutionId));
  });

  app.post('/site/front', { config: may('groupAdministrator'), schema: { body: SetFront } }, async (request, reply) => {
    const { institutionId, isFront } = request.body;
    await request.write((tx, actor) => setFront(tx, actor, request.body));
    return reply
      .flash(isFront ? 'The main address now shows this site.' : 'The site was removed from the main address.')
      .seeOther(listOf(request.actor, '/site', institutionId));
  });

  app.post('/site/order', { config, schema: { body: OrderItems } }, async (request, reply) => {
    await request.write((tx, actor) => orderItems(tx, actor, request.body));
    return reply.send({ message: 'The order was saved.' });
  });

  app.post(
    '/site/preview',
    { config, schema: { body: z.object({ text: lines(50_000, 'The text') }) } },
    async (request, reply) => reply.send({ html: await markdownHtml(request.body.text) }),
  );

  hostRoutes(app);
  itemRoutes(app);
  postRoutes(app);
  pageRoutes(app);
  pictureRoutes(app);
}

const untouched = (actor: Actor, institutionId: number) => ({
  slug: proposals(membershipIn(actor, institutionId)!.shortName, institutionId)[0]!,
  headline: null,
  intro: null,
  hosts: [],
});

const PublishSite = z.object({ institutionId: id, isPublished: checkbox });

/** Publishes or unpublishes the site. */
async function publishSite(tx: Tx, actor: Actor, input: z.infer<typeof PublishSite>): Promise<void> {
  const { institutionId, isPublished } = input;
  const site = await openSite(tx, actor, institutionId);
  if (site.isPublished === isPublished) return;
  await tx.update(sites).set({ isPublished }).where(eq(sites.institutionId, institutionId));
  await record(tx, actor, isPublished ? 'site.publish' : 'site.unpublish', {
    institutionId,
    summary: isPublished ? 'published the site' : 'unpublished the site',
    subject: { type: 'site', id: institutionId },
  });
}

interface MainAddress {
  actor: Pick<Actor, 'isGroupAdministrator'>;
  institutionId: number;
  site: { isFront: boolean; isPublished: boolean } | null;
  main: ShownSite | null;
}

/** What visitors see at the main address and how to change it, for editors of the site. */
function mainAddressText({ actor, institutionId, site, main }: MainAddress): string {
  return `${shownAtMainAddress(main, institutionId)} ${wayToChange({ actor, institutionId, site, main })}`;
}

function wayToChange({ actor, institutionId, site, main }: MainAddress): string {
  if (!site?.isPublished) {
    if (site?.isFront || !main) return 'Publish this site to show it there.';
    return actor.isGroupAdministrator
      ? 'To change this, publish this site and choose “Show at the main address” in the menu above.'
      : 'To change this, publish this site and ask your group administrator.';
  }
  if (main?.institutionId === institutionId && !site.isFront)
    return 'It is the first published site, and no other site has been chosen.';
  if (!actor.isGroupAdministrator) return 'Your group administrator can change this.';
  return `To change this, choose “${site.isFront ? 'Remove from' : 'Show at'} the main address” in the menu above.`;
}
