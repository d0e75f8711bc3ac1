import { and, eq, sql } from 'drizzle-orm';
import { can, type Actor } from '#kernel/actor.ts';
import { rowsOf, type Database, type Tx } from '#kernel/database.ts';
import { Conflict, NotAllowed, Refused } from '#kernel/errors.ts';
import type { Job } from '#kernel/jobs/jobs.ts';
import { notify } from '#kernel/notify.ts';
import { loadRequester } from '#features/approvals/requester.ts';
import { countOf } from '#ui/format.ts';
import { admissionRoundMembers, admissionRounds } from '../decisions.schema.ts';
import { admit } from './admit.ts';
import { roomiestBatch } from './roomiest-batch.ts';

interface AdmitRound {
  institutionId: number;
  roundId: number;
}

/** Admits the members of a round one by one, each in a transaction of its own; a restart continues with the rest. */
export const admitRound: Job<{ database: Database }, AdmitRound> = {
  queue: 'admissions.admit',
  work: workOnRound,
};

declare module '#kernel/jobs/queues.ts' {
  interface Queues {
    'admissions.admit': true;
  }
}

async function workOnRound({ database }: { database: Database }, job: AdmitRound, signal: AbortSignal): Promise<void> {
  const inside = <T>(work: (tx: Tx) => Promise<T>) => database.asSystem([job.institutionId], work);
  const waiting = await inside((tx) =>
    rowsOf<{ id: number }>(
      tx,
      sql`
      select m.application_id as id from admission_round_members m
      join applications a on (a.institution_id, a.id) = (m.institution_id, m.application_id)
      where m.institution_id = ${job.institutionId} and m.round_id = ${job.roundId} and m.done_at is null and m.problem is null
      order by a.sort_name, a.id`,
    ),
  );
  for (const { id } of waiting) {
    signal.throwIfAborted();
    try {
      await inside((tx) => admitMember(tx, job, Number(id)));
    } catch (error) {
      if (!(error instanceof Refused || error instanceof Conflict || error instanceof NotAllowed)) throw error;
      await inside((tx) => noteProblem(tx, job, Number(id), wordsOf(error)));
    }
  }
  await inside((tx) => finish(tx, job));
}

async function admitMember(tx: Tx, job: AdmitRound, applicationId: number): Promise<void> {
  const round = await roundOf(tx, job);
  const [member] = await tx
    .update(admissionRoundMembers)
    .set({ doneAt: sql`now()` })
    .where(and(isMember(job, applicationId), sql`${admissionRoundMembers.doneAt} is null`))
    .returning({ id: admissionRoundMembers.applicationId });
  // Another worker was faster.
  if (!member) return;
  const actor = await requester(tx, job, round.accountId);
  const batchId =
    round.terms['fillsBatches'] === true ? await roomiestBatch(tx, job.institutionId, applicationId) : null;
  const input = { batch_id: batchId, admission_number: null, confirm_alike: false };
  await admit(tx, actor, applicationId, input, { isOwnChecked: true });
}

/** The person who started it, as long as that person may admit. */
async function requester(tx: Tx, { institutionId }: AdmitRound, accountId: number | null): Promise<Actor> {
  const actor = await loadRequester(tx, accountId!, institutionId).catch(() => null);
  if (!actor || !can(actor, 'admissions.admit', institutionId))
    throw new NotAllowed('The person who started this can’t admit applicants any more. Start it again.');
  return actor;
}

async function roundOf(tx: Tx, { institutionId, roundId }: AdmitRound) {
  const [round] = await tx
    .select()
    .from(admissionRounds)
    .where(and(eq(admissionRounds.institutionId, institutionId), eq(admissionRounds.id, roundId)));
  return round!;
}

const isMember = ({ institutionId, roundId }: AdmitRound, applicationId: number) =>
  and(
    eq(admissionRoundMembers.institutionId, institutionId),
    eq(admissionRoundMembers.roundId, roundId),
    eq(admissionRoundMembers.applicationId, applicationId),
  );

const wordsOf = (error: Refused | Conflict | NotAllowed): string =>
  (error instanceof Refused ? (Object.values(error.errors)[0] ?? error.message) : error.message).slice(0, 300);

const noteProblem = (tx: Tx, job: AdmitRound, applicationId: number, problem: string) =>
  tx
    .update(admissionRoundMembers)
    .set({ problem })
    .where(and(isMember(job, applicationId), sql`${admissionRoundMembers.doneAt} is null`));

async function finish(tx: Tx, { institutionId, roundId }: AdmitRound): Promise<void> {
  const [round] = await tx
    .update(admissionRounds)
    .set({ finishedAt: sql`now()` })
    .where(
      and(
        eq(admissionRounds.institutionId, institutionId),
        eq(admissionRounds.id, roundId),
        sql`${admissionRounds.finishedAt} is null`,
      ),
    )
    .returning();
  if (!round?.accountId) return;
  const [result] = await rowsOf<{ done: number; problems: number }>(
    tx,
    sql`select count(done_at)::int as done, count(problem)::int as problems from admission_round_members
      where institution_id = ${institutionId} and round_id = ${roundId}`,
  );
  const { done, problems } = result!;
  await notify(tx, {
    ...{
      institutionId,
      to: [round.accountId],
      kind: 'admissions.admitted',
      href: `/intakes/${round.intakeId}/decisions`,
    },
    title: `${countOf(done, 'applicant')} admitted`,
    body: problems > 0 ? `${countOf(problems, 'applicant')} need your attention.` : null,
  });
}
