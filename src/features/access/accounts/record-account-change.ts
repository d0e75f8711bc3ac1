import { membershipIn, type Actor } from '#kernel/actor.ts';
import { recordMany } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';

interface About {
  id: number;
  institutionIds: number[];
}

/** Records a change to an account in the audit log of each of its institutions that the actor belongs to. */
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
