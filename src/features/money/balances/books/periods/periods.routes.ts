import { z } from 'zod';
import { can } from '#kernel/actor.ts';
import { viewFields } from '#kernel/list/view-fields.ts';
import { day, queryParam } from '#kernel/schemas.ts';
import { checkBooks } from '../../proof/check-books.ts';
import { defer } from '#web/page.ts';
import { may, type App } from '#web/routes.ts';
import { booksInView } from '../accounts/accounts.queries.ts';
import { periodsPage, reopenPage } from '../books.pages.ts';
import { ReopenPeriod, reopenPeriod, booksState, ClosePeriod, closePeriod, leftOpen } from './periods.ts';
import { formatDay, today, addDays, type Day } from '#kernel/dates.ts';

const View = z.object({ ...viewFields, through: queryParam(day) });
const config = { ...may('ledger.close'), once: true, confirm: true };

/** Closing the books, and reopening them with a second person. */
export function periodRoutes(app: App): void {
  const { database } = app.services;
  app.get('/ledger/periods', { config: may('ledger.view'), schema: { querystring: View } }, async (request, reply) => {
    const props = await request.snapshot(async (db, actor) => {
      const books = booksInView(actor, request.query.institution_id);
      const { institutionId, institutions, timeZone } = books;
      const now = today(timeZone);
      const { closedThrough, closings } = await booksState(db, institutionId);
      const through = request.query.through ?? periodToClose(now, closedThrough);
      return {
        institutionId,
        institutions,
        today: now,
        closedThrough,
        closings,
        through,
        open: through ? await leftOpen(db, institutionId, through) : null,
        can: { close: can(actor, 'ledger.close', institutionId) },
      };
    });
    const { institutionId } = props;
    return reply.page(periodsPage, {
      ...props,
      // Every sum of the institution is compared with its rows, so the page does not wait for it.
      differences: defer(async () => (await database.asSystem([institutionId], (tx) => checkBooks(tx))).length),
    });
  });

  app.get(
    '/ledger/periods/reopen',
    { config: may('ledger.close'), schema: { querystring: z.object(viewFields) } },
    async (request, reply) => {
      const props = await request.read(async (db, actor) => {
        const { institutionId } = booksInView(actor, request.query.institution_id, 'ledger.close');
        const { closedThrough } = await booksState(db, institutionId);
        return { institutionId, closedThrough };
      });
      return reply.page(reopenPage, props);
    },
  );

  app.post('/ledger/close', { config, schema: { body: ClosePeriod } }, (request, reply) =>
    reply.once(async (tx, actor) => {
      await closePeriod(tx, actor, request.body);
      return { flash: `The books are closed up to ${formatDay(request.body.through)}.`, go: '/ledger/periods' };
    }),
  );

  app.post('/ledger/reopen', { config, schema: { body: ReopenPeriod } }, (request, reply) =>
    reply.once(async (tx, actor) => {
      const { message } = await reopenPeriod(tx, actor, request.body);
      return { flash: message, go: '/ledger/periods' };
    }),
  );
}

const before = (day: Day): Day => addDays(day, -1);

/** The day until which a bursar probably wants to close: the end of last month, or yesterday; null if all is closed. */
function periodToClose(today: Day, closedThrough: Day | null): Day | null {
  const days = [before(`${today.slice(0, 7)}-01`), before(today)];
  return days.find((day) => !closedThrough || day > closedThrough) ?? null;
}
