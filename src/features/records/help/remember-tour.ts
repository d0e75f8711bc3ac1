import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { mayOpen } from './help.queries.ts';
import { toursSeen } from './help.schema.ts';
import type { KnownTour } from '#kernel/contracts/tour.ts';

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
