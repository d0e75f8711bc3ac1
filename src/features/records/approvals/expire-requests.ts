import { and, eq, isNull, lte, sql, type SQL } from 'drizzle-orm';
import { systemActor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { query, render, type Database, type Tx } from '#kernel/database.ts';
import type { Job } from '#kernel/jobs/jobs.ts';
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

declare module '#kernel/jobs/queues.ts' {
  interface Queues {
    'approvals.expire': true;
  }
}

/** Expires undecided requests of all institutions. */
export async function expireRequests(database: Database): Promise<void> {
  const rows = await database.anonymous((tx) =>
    query<{ institutionId: number; id: string }>(
      tx,
      render(sql`select institution_id as "institutionId", id from akada_approvals_expired()`),
    ),
  );
  for (const { institutionId, id } of rows)
    await database.asSystem([institutionId], (tx) => expireMatching(tx, institutionId, eq(approvals.id, Number(id))));
}

/** Expires the matching overdue requests, and notifies their requesters and deciders. */
export async function expireMatching(tx: Tx, institutionId: number, matching: SQL | undefined): Promise<void> {
  const isOver = and(isNull(approvals.outcome), lte(approvals.expiresAt, sql`now()`));
  const expired = await tx
    .update(approvals)
    .set({ outcome: 'expired', decidedAt: sql`${approvals.expiresAt}` })
    .where(and(eq(approvals.institutionId, institutionId), matching, isOver))
    .returning(requestColumns);
  const actor = systemActor(institutionId, 'Akada');
  for (const request of expired) {
    const { id, kind, summary, asker, askedBy, subjectType, subjectId, waitsUntil } = request;
    await record(tx, actor, 'approvals.expire', {
      institutionId,
      summary: `expired a request not decided within ${expiryDays} days: ${summary}`,
      subject: { type: subjectType, id: subjectId },
      details: { approval: id, kind },
    });
    const wasRead = await takeBack(tx, institutionId, approvalSubject(id));
    const about = { institutionId, kind: 'approvals.expired', href: approvalsAddress(institutionId) };
    await notify(tx, {
      ...about,
      to: [askedBy],
      title: `Your request to ${summary} expired`,
      body: waitsUntil
        ? `It wasn’t completed within ${expiryDays} days. Make a new request if it’s still needed.`
        : `Nobody decided it within ${expiryDays} days. Make a new request if it’s still needed.`,
    });
    const deciders = waitsUntil ? ownersOf(institutionId) : decidersOf(request);
    await notify(tx, {
      ...about,
      // Includes people who read it and lost the permission since.
      to: sql`${deciders} union select unnest(${sql.param(wasRead)}::bigint[])`,
      except: askedBy,
      title: `The request of ${asker} to ${summary} expired`,
      body: `Nobody decided it within ${expiryDays} days. No action is needed.`,
    });
  }
}
