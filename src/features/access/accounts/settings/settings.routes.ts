import { z } from 'zod';
import { termsOf } from '#kernel/contracts/terminology.ts';
import { viewFields } from '#kernel/list/view-fields.ts';
import { commonTerms } from '#web/client/common-terms.ts';
import { pagesOf } from '#web/menu.ts';
import { may, type App } from '#web/routes.ts';
import { settingsPage } from '../accounts.pages.ts';

const View = z.object(viewFields);

/** The page of all settings that this user can open. */
export function settingsRoutes(app: App): void {
  const section = app.product.menuSections.find(({ hub }) => hub === '/settings');
  app.get('/settings', { config: may('signedIn'), schema: { querystring: View } }, async (request, reply) => {
    const entries = await request.read(async (_db, actor) => {
      const words = commonTerms(actor.institutions.map(({ terminology }) => termsOf(terminology)));
      if (!section) return [];
      const pages = pagesOf(app.product, section, actor, words);
      return Object.entries(section.groups ?? {}).flatMap(([key, heading]) =>
        pages.filter(({ group }) => group === key).map(({ page, about = '' }) => ({ ...page, about, group: heading })),
      );
    });
    return reply.page(settingsPage, { entries });
  });
}
