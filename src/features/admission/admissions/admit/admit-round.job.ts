import { and, eq, sql } from 'drizzle-orm';
import { can, type Actor } from '#kernel/actor.ts';
import { type Database, type Tx, query, hasKey } from '#kernel/database.ts';
import { Conflict, NotAllowed, ValidationError } from '#kernel/errors.ts';
import type { Job } from '#kernel/jobs/jobs.ts';
import { loadRequester } from '#features/records/approvals/requester.ts';
import { assignBatch } from '#features/people/students/moves/assign-batch.ts';
import { admissionRoundMembers, admissionRounds } from '../decisions.schema.ts';
import { admit, intakeOf, withRecords, billNewcomers, lockForAdmission } from './admit.ts';
import { finishRound, type AdmitRound } from './finish-round.ts';
import { roomiestBatch, type BeginningBatch } from './roomiest-batch.ts';

/** Few at a time, so that nobody else who admits or assigns waits noticeably. */
const membersATime = 10;

/** Admits the members of a round, a few a transaction; a restart continues with the rest. */
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
  const inside: Inside = (work) => database.asSystem([job.institutionId], work);
  const waiting = await inside(
    (tx) =>
      query<{ id: number }>(tx)`
      select m.application_id as id from admission_round_members m
      join applications a on (a.institution_id, a.id) = (m.institution_id, m.application_id)
      where m.institution_id = ${job.institutionId} and m.round_id = ${job.roundId} and m.done_at is null and m.problem is null
      order by a.sort_name, a.id`,
  );
  const ids = waiting.map(({ id }) => Number(id));
  for (let at = 0; at < ids.length; at += membersATime) {
    signal.throwIfAborted();
    const chunk = ids.slice(at, at + membersATime);
    try {
      await inside((tx) => admitMembers(tx, job, chunk));
    } catch (error) {
      if (!isRefusal(error)) throw error;
      // One of them can't be admitted: each by itself.
      for (const id of chunk) await admitAlone(inside, job, id);
    }
  }
  await inside((tx) => finishRound(tx, job));
}

type Inside = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

async function admitAlone(inside: Inside, job: AdmitRound, id: number): Promise<void> {
  try {
    await inside((tx) => admitMembers(tx, job, [id]));
  } catch (error) {
    if (!isRefusal(error)) throw error;
    await inside((tx) => noteProblem(tx, job, id, wordsOf(error)));
  }
}

async function admitMembers(tx: Tx, job: AdmitRound, ids: number[]): Promise<void> {
  const round = await roundOf(tx, job);
  const actor = await requester(tx, job, round.accountId);
  const batches = await batchesOf(tx, job, round.terms['fillsBatches'] === true ? ids : []);
  // Before numbers are taken (decision 17).
  const batchIds = [...batches.values()].map(({ batchId }) => batchId);
  const applications = await lockForAdmission(tx, actor, ids, batchIds);
  const intake = await intakeOf(tx, round);
  const newcomers = new Map<number, number[]>();
  const admitted: number[] = [];
  for (const id of ids) {
    const [member] = await tx
      .update(admissionRoundMembers)
      .set({ doneAt: sql`now()` })
      .where(and(isMember(job, id), sql`${admissionRoundMembers.doneAt} is null`))
      .returning({ id: admissionRoundMembers.applicationId });
    // Another worker was faster.
    if (!member) continue;
    const { batchId, isReturning } = batches.get(id) ?? noBatch;
    const input = { batch_id: isReturning ? batchId : null, admission_number: null, confirm_alike: false };
    const locked = { application: applications.find((one) => one.id === id)!, intake };
    const { studentId } = await admit(tx, actor, id, input, { isBilledLater: true, locked });
    admitted.push(studentId);
    if (batchId !== null && !isReturning) newcomers.set(batchId, [...(newcomers.get(batchId) ?? []), studentId]);
  }
  // One assignment a batch: its class teacher gets one notification.
  const acting = withRecords(actor, job.institutionId);
  for (const [batchId, studentIds] of newcomers)
    await assignBatch(tx, acting, { batch_id: batchId, student_ids: studentIds });
  if (intake.bills && admitted.length > 0) await billNewcomers(tx, acting, intake, admitted);
}

const noBatch: BeginningBatch = { batchId: null, isReturning: false };

/** The batch that each will begin in. */
async function batchesOf(tx: Tx, { institutionId }: AdmitRound, ids: number[]): Promise<Map<number, BeginningBatch>> {
  const found = new Map<number, BeginningBatch>();
  for (const id of ids) found.set(id, await roomiestBatch(tx, institutionId, id));
  return found;
}

type Refusal = ValidationError | Conflict | NotAllowed;
const isRefusal = (error: unknown): error is Refusal =>
  error instanceof ValidationError || error instanceof Conflict || error instanceof NotAllowed;

/** The person who started it, as long as that person may admit. */
async function requester(tx: Tx, { institutionId }: AdmitRound, accountId: number | null): Promise<Actor> {
  const actor = await loadRequester(tx, accountId!, institutionId).catch(() => null);
  if (!actor || !can(actor, 'admissions.admit', institutionId))
    throw new NotAllowed('The person who started this can no longer admit applicants. Start it again.');
  return actor;
}

async function roundOf(tx: Tx, { institutionId, roundId }: AdmitRound) {
  const [round] = await tx
    .select()
    .from(admissionRounds)
    .where(hasKey(admissionRounds, institutionId, roundId));
  return round!;
}

const isMember = ({ institutionId, roundId }: AdmitRound, applicationId: number) =>
  and(
    eq(admissionRoundMembers.institutionId, institutionId),
    eq(admissionRoundMembers.roundId, roundId),
    eq(admissionRoundMembers.applicationId, applicationId),
  );

const wordsOf = (error: Refusal): string =>
  (error instanceof ValidationError ? (Object.values(error.errors)[0] ?? error.message) : error.message).slice(0, 300);

const noteProblem = (tx: Tx, job: AdmitRound, applicationId: number, problem: string) =>
  tx
    .update(admissionRoundMembers)
    .set({ problem })
    .where(and(isMember(job, applicationId), sql`${admissionRoundMembers.doneAt} is null`));
