import { and, eq, inArray } from 'drizzle-orm';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import type { PageTour } from '#web/client/tours.ts';
import { toursSeen } from './help.schema.ts';
import type { KnownTour, TourStep } from '#kernel/tour.ts';

/** Whose page it is: a tour of one that the person may not open is not shown to them. */
export const mayOpen = (actor: Actor, { may }: Pick<KnownTour, 'may'>): boolean =>
  may.length === 0 || institutionsWhere(actor, ...may).length > 0;

const isFor = (actor: Actor, { may, unless }: TourStep): boolean =>
  (!may || institutionsWhere(actor, ...may).length > 0) &&
  (!unless || institutionsWhere(actor, ...unless).length === 0);

/** The tours among these that the person may take, with what there is to tell them, and whether they know it. */
export async function toursOf(
  db: Db,
  actor: Actor,
  tours: readonly KnownTour[],
): Promise<(PageTour & { tour: KnownTour })[]> {
  const mine = tours
    .filter((tour) => mayOpen(actor, tour))
    .map((tour) => ({ tour, steps: tour.steps.filter((step) => isFor(actor, step)) }))
    .filter(({ steps }) => steps.length > 0);
  const seen = new Map((await versionsSeen(db, actor, mine)).map(({ tour, version }) => [tour, version]));
  return mine.map(({ tour, steps }) => ({
    tour,
    name: tour.name,
    path: tour.path ?? null,
    isSeen: (seen.get(tour.name) ?? 0) >= tour.version,
    steps: steps.map(({ at, title, text }) => ({ at, title, text })),
  }));
}

/** Only one's own: the account is the actor's, never one from the request. */
const versionsSeen = (db: Db, actor: Actor, tours: { tour: KnownTour }[]) =>
  db
    .select({ tour: toursSeen.tour, version: toursSeen.version })
    .from(toursSeen)
    .where(
      and(
        eq(toursSeen.accountId, actor.accountId!),
        inArray(
          toursSeen.tour,
          tours.map(({ tour }) => tour.name),
        ),
      ),
    );
