import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { mayOpen } from './help.queries.ts';
import { toursSeen } from './help.schema.ts';
import type { KnownTour } from '#kernel/tour.ts';

export const RememberTour = z.object({
  tour: z.string().max(80),
  state: z.enum(['finished', 'dismissed']),
});

/**
 * Marks a tour as known to the person, in its version of today. No audit entry: that somebody has read a help text is
 * no event of an institution, and nobody but himself can bring it about or look it up.
 */
export async function rememberTour(
  tx: Tx,
  actor: Actor,
  tours: readonly KnownTour[],
  { tour: name, state }: z.infer<typeof RememberTour>,
): Promise<void> {
  const tour = tours.find((one) => one.name === name && mayOpen(actor, one));
  if (!tour) throw new NotFound('tour');
  const now = { version: tour.version, state, at: new Date() };
  await tx
    .insert(toursSeen)
    .values({ accountId: actor.accountId!, tour: name, ...now })
    .onConflictDoUpdate({
      target: [toursSeen.accountId, toursSeen.tour],
      set: now,
      // Who went through it once has finished it, however often it is looked at and closed again.
      setWhere: sql`${toursSeen.version} < ${tour.version} or ${toursSeen.state} = 'dismissed'`,
    });
}
