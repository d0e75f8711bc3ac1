import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import { institutionsInView, type Actor } from '#kernel/actor.ts';

export const seeing = ['structure.view'] as const;

/** Rows of the institutions whose structure the reader sees, for reports. */
export const visibleIn = (institutionId: SQL) => (actor: Actor, wanted: number | undefined) =>
  institutionsInView(actor, wanted, ...seeing).map((id) => sql`${institutionId} = ${id}`);
