import { membershipIn, type Actor } from '#kernel/actor.ts';
import { recordMany } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';

interface About {
  id: number;
  institutionIds: number[];
}

/** Writes what was done to an account into the log of each of its institutions that the actor works for. */
export async function recordAccountChange(
  tx: Tx,
  actor: Actor,
  account: About,
  action: string,
  summary: string,
  details: Record<string, unknown> = {},
) {
  const subject = { type: 'account', id: account.id };
  const places = account.institutionIds.filter((id) => membershipIn(actor, id));
  await recordMany(
    tx,
    actor,
    action,
    places.map((institutionId) => ({ institutionId, summary, subject, details })),
  );
}
