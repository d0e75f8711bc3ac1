import { and, eq, sql } from 'drizzle-orm';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { Conflict } from '#kernel/errors.ts';
import { countOf } from '#ui/format.ts';
import { findBatch } from './batch.queries.ts';
import { bulkInvitations } from './invitations.schema.ts';
import { inviteeKinds } from './kinds.ts';
import { isBatch } from './run/run-piece.ts';

/** Stops a long batch after the piece that is being invited. Links that went out keep working. */
export async function stopBatch(tx: Tx, actor: Actor, id: number): Promise<void> {
  const { institutionId, entity } = await findBatch(tx, actor, id);
  allow(actor, inviteeKinds[entity].may, institutionId);
  const [stopped] = await tx
    .update(bulkInvitations)
    .set({ state: 'stopped', finishedAt: sql`now()` })
    .where(and(isBatch({ institutionId, id }), eq(bulkInvitations.state, 'running')))
    .returning();
  if (!stopped) throw new Conflict('These invitations have ended already. Reload the page to see how.');
  await record(tx, actor, 'invitations.stop', {
    institutionId,
    summary: `stopped inviting after ${stopped.doneCount} of ${countOf(stopped.people.length, entity)}`,
    subject: { type: 'bulk_invitation', id },
  });
}
