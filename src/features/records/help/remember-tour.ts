import { sql, and, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import { type Actor, institutionsWhere } from '#kernel/actor.ts';
import type { Tx, Db } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { toursSeen } from './help.schema.ts';
import type { KnownTour, TourStep } from '#kernel/contracts/tour.ts';
import type { PageTour } from '#web/client/tours.ts';

export const RememberTour = z.object({
  tour: z.string().max(80),
  state: z.enum(['finished', 'dismissed']),
});

/**
 * Marks the current version of a tour as seen by the user. Not recorded in the audit log: it only concerns the user.
 */
export async function rememberTour(
  tx: Tx,
  actor: Actor,
  tours: readonly KnownTour[],
  { tour: name, state }: z.infer<typeof RememberTour>,
): Promise<void> {
  const tour = tours.find((known) => known.name === name && mayOpen(actor, known));
  if (!tour) throw new NotFound('tour');
  const now = { version: tour.version, state, at: new Date() };
  await tx
    .insert(toursSeen)
    .values({ accountId: actor.accountId!, tour: name, ...now })
    .onConflictDoUpdate({
      target: [toursSeen.accountId, toursSeen.tour],
      set: now,
      // A finished tour stays finished, even if it is later opened and dismissed.
      setWhere: sql`${toursSeen.version} < ${tour.version} or ${toursSeen.state} = 'dismissed'`,
    });
}

/** Whether the user can open the tour's page. */
const mayOpen = (actor: Actor, { may }: Pick<KnownTour, 'may'>): boolean =>
  may.length === 0 || institutionsWhere(actor, ...may).length > 0;

const isStepFor = (actor: Actor, { may, unless }: TourStep): boolean =>
  (!may || institutionsWhere(actor, ...may).length > 0) &&
  (!unless || institutionsWhere(actor, ...unless).length === 0);

/** The tours available to the user, with their steps, and whether the user has seen them. */
export async function toursOf(
  db: Db,
  actor: Actor,
  tours: readonly KnownTour[],
): Promise<(PageTour & { tour: KnownTour })[]> {
  const available = tours
    .filter((tour) => mayOpen(actor, tour))
    .map((tour) => ({ tour, steps: tour.steps.filter((step) => isStepFor(actor, step)) }))
    .filter(({ steps }) => steps.length > 0);
  const seen = new Map((await versionsSeen(db, actor, available)).map(({ tour, version }) => [tour, version]));
  return available.map(({ tour, steps }) => ({
    tour,
    name: tour.name,
    path: tour.path ?? null,
    isSeen: (seen.get(tour.name) ?? 0) >= tour.version,
    steps: steps.map(({ at, title, text }) => ({ at, title, text })),
  }));
}

/** Whether the actor was offered or shown a tour within the last twenty hours: another one waits. */
export async function hadTourToday(db: Db, actor: Actor): Promise<boolean> {
  const rows = await db
    .select({ tour: toursSeen.tour })
    .from(toursSeen)
    .where(and(eq(toursSeen.accountId, actor.accountId!), sql`${toursSeen.at} > now() - interval '20 hours'`))
    .limit(1);
  return rows.length > 0;
}

/** The actor's own progress; the account never comes from the request. */
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
