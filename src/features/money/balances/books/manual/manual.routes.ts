import { z } from 'zod';
import { allow } from '#kernel/actor.ts';
import { today } from '#kernel/dates.ts';
import { viewFields } from '#kernel/list/view-fields.ts';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { booksInView } from '../accounts/accounts.queries.ts';
import { entryFormPage, reverseEntryPage } from '../books.pages.ts';
import { entryOf } from '../journal/entry.queries.ts';
import { booksState } from '../periods/periods.ts';
import { postableAccounts, prepareEntry } from './manual-approval.ts';
import { ReverseEntry, reverseEntry, CreateEntry } from './reverse-entry.ts';

const params = z.object({ id });
const config = may('ledger.edit');
const sensitive = { ...config, once: true, confirm: true };

/** Journal entries that a person prepares and a second one posts. */
export function manualRoutes(app: App): void {
  app.get('/ledger/entries/new', { config, schema: { querystring: z.object(viewFields) } }, async (request, reply) => {
    const props = await request.read(async (db, actor) => {
      const books = booksInView(actor, request.query.institution_id, 'ledger.edit');
      const { institutionId, institutions, currency, timeZone } = books;
      const [accounts, { closedThrough }] = await Promise.all([
        postableAccounts(db, institutionId),
        booksState(db, institutionId),
      ]);
      return {
        institutionId,
        institutions,
        currency,
        accounts,
        today: today(timeZone),
        closedThrough,
      };
    });
    return reply.page(entryFormPage, props);
  });

  app.post('/ledger/entries', { config: sensitive, schema: { body: CreateEntry } }, (request, reply) =>
    reply.once(async (tx, actor) => {
      const { message } = await prepareEntry(tx, actor, request.body);
      return { flash: message, go: '/ledger' };
    }),
  );

  app.get('/ledger/entries/:id/reverse', { config, schema: { params } }, async (request, reply) => {
    const entry = await request.read(async (db, actor) => {
      const found = await entryOf(db, actor, request.params.id);
      allow(actor, 'ledger.edit', found.institutionId);
      return found;
    });
    return reply.page(reverseEntryPage, { entry });
  });

  app.post(
    '/ledger/entries/:id/reverse',
    { config: sensitive, schema: { params, body: ReverseEntry } },
    (request, reply) =>
      reply.once(async (tx, actor) => {
        const { message } = await reverseEntry(tx, actor, request.params.id, request.body);
        return { flash: message, go: `/ledger/entries/${request.params.id}` };
      }),
  );
}
