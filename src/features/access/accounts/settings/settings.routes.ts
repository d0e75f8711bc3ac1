import { z } from 'zod';
import { wordsOf } from '#kernel/contracts/terminology.ts';
import { viewFields } from '#kernel/list/view-fields.ts';
import { commonTerms } from '#web/client/common-terms.ts';
import { entriesOf } from '#web/menu.ts';
import { may, type App } from '#web/routes.ts';
import { settingsPage } from '../accounts.pages.ts';

const View = z.object(viewFields);

/** The page of all settings that this user can open. */
export function settingsRoutes(app: App): void {
  const section = app.product.menuSections.find(({ hub }) => hub === '/settings');
  app.get('/settings', { config: may('signedIn'), schema: { querystring: View } }, async (request, reply) => {
    const entries = await request.read(async (_db, actor) => {
      const words = commonTerms(actor.institutions.map(({ terminology }) => wordsOf(terminology)));
      return section ? entriesOf(app.product, section, actor, words) : [];
    });
    return reply.page(settingsPage, { entries: entries.map((entry) => ({ ...entry, about: entry.about ?? '' })) });
  });
}
