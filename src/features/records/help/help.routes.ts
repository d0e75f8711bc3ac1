import { z } from 'zod';
import { eq } from 'drizzle-orm';
import { may, type App } from '#web/routes.ts';
import { hadTourToday, rememberTour, RememberTour, toursOf } from './remember-tour.ts';
import type { Actor } from '#kernel/actor.ts';
import { type Tx, pick } from '#kernel/database.ts';
import { accounts } from '#kernel/identity.schema.ts';
import { checkbox } from '#kernel/schemas.ts';
import { page } from '#web/page.ts';

const signedIn = { config: may('signedIn') };

/** The tours of all features. */
export function helpRoutes(app: App): void {
  const { tours } = app.product;
  app.get('/help', signedIn, async (request, reply) => {
    const available = await request.read((db, actor) => toursOf(db, actor, tours));
    return reply.page(tourList, {
      tours: available.map(({ tour, isSeen }) => ({
        ...pick(tour, 'name', 'title', 'about', 'href'),
        isSeen,
        andThen: tour.andThen ?? null,
      })),
      // Reading refreshed the actor.
      showsTours: request.actor.showsTours,
    });
  });

  app.get(
    '/help/tours',
    { ...signedIn, schema: { querystring: z.object({ page: z.string().max(80) }) } },
    async (request, reply) => {
      const { page } = request.query;
      const ofPage = tours.filter((tour) => tour.page === page);
      const [found, isForLater] = await request.read((db, actor) =>
        Promise.all([toursOf(db, actor, ofPage), hadTourToday(db, actor)]),
      );
      void reply.header('Cache-Control', 'no-store');
      return found.map(({ tour: _, ...shown }) => ({ ...shown, isForLater }));
    },
  );

  app.post('/help/tours/seen', { ...signedIn, schema: { body: RememberTour } }, async (request, reply) => {
    await request.write((tx, actor) => rememberTour(tx, actor, tours, request.body));
    return reply.code(204).send();
  });

  app.post('/help/tours/switch', { ...signedIn, schema: { body: SwitchTours } }, async (request, reply) => {
    await request.write((tx, actor) => switchTours(tx, actor, request.body));
    return reply
      .flash(
        request.body.shows
          ? 'Tours will be offered on your first visit to a page, at most one a day.'
          : 'Tours will no longer be offered.',
      )
      .seeOther('/help');
  });
}

const SwitchTours = z.object({ shows: checkbox });

/** Whether tours are offered to the user. Not recorded in the audit log, as in rememberTour. */
async function switchTours(tx: Tx, actor: Actor, { shows }: z.infer<typeof SwitchTours>): Promise<void> {
  await tx.update(accounts).set({ showsTours: shows }).where(eq(accounts.id, actor.accountId!));
}

export const tourList = page<{
  tours: { name: string; title: string; about: string; href: string; andThen: string | null; isSeen: boolean }[];
  showsTours: boolean;
}>('help/tour-list');
