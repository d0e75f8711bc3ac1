import { and, eq, isNull, lte, sql, type SQL } from 'drizzle-orm';
import { systemActor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Database, Tx } from '#kernel/database.ts';
import type { Job } from '#kernel/jobs.ts';
import { notify, takeBack } from '#kernel/notify.ts';
import { approvals, requestColumns } from './approvals.schema.ts';
import { approvalsAddress, approvalSubject } from './approvals-address.ts';
import { decidersOf, ownersOf } from './deciders.ts';

export const expiryDays = 14;

export const expireRequestsHourly: Job<{ database: Database }> = {
  queue: 'approvals.expire',
  cron: '23 * * * *',
  work: ({ database }) => expireRequests(database),
};

declare module '#kernel/queues.ts' {
  interface Queues {
    'approvals.expire': true;
  }
}

/** Ends the requests of all institutions that nobody decided in time. */
export async function expireRequests(database: Database): Promise<void> {
  const { rows } = await database.anonymous((tx) =>
    tx.execute<{ institutionId: number; id: string }>(
      sql`select institution_id as "institutionId", id from akada_approvals_expired()`,
    ),
  );
  for (const { institutionId, id } of rows)
    await database.asSystem([institutionId], (tx) => expireThose(tx, institutionId, eq(approvals.id, Number(id))));
}

/** Ends those of these requests whose time is over, and tells whoever asked and whoever could have decided. */
export async function expireThose(tx: Tx, institutionId: number, those: SQL | undefined): Promise<void> {
  const isOver = and(isNull(approvals.outcome), lte(approvals.expiresAt, sql`now()`));
  const expired = await tx
    .update(approvals)
    .set({ outcome: 'expired', decidedAt: sql`${approvals.expiresAt}` })
    .where(and(eq(approvals.institutionId, institutionId), those, isOver))
    .returning(requestColumns);
  const actor = systemActor(institutionId, 'Akada');
  for (const request of expired) {
    const { id, kind, summary, asker, askedBy, subjectType, subjectId, waitsUntil } = request;
    await record(tx, actor, 'approvals.expire', {
      institutionId,
      summary: `ended a request that nobody decided within ${expiryDays} days: ${summary}`,
      subject: { type: subjectType, id: subjectId },
      details: { approval: id, kind },
    });
    const wasRead = await takeBack(tx, institutionId, approvalSubject(id));
    const about = { institutionId, kind: 'approvals.expired', href: approvalsAddress(institutionId) };
    await notify(tx, {
      ...about,
      to: [askedBy],
      title: `Your request to ${summary} has expired`,
      body: waitsUntil
        ? `It wasn’t completed within ${expiryDays} days. Ask again if it’s still needed.`
        : `Nobody decided it within ${expiryDays} days. Ask again if it’s still needed.`,
    });
    const deciders = waitsUntil ? ownersOf(institutionId) : decidersOf(request);
    await notify(tx, {
      ...about,
      // Of those who had read it and lost the right since, too.
      to: sql`${deciders} union select unnest(${sql.param(wasRead)}::bigint[])`,
      except: askedBy,
      title: `The request of ${asker} to ${summary} has expired`,
      body: `Nobody decided it within ${expiryDays} days. There is nothing left to do.`,
    });
  }
}
