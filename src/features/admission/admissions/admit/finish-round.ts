import { and, eq, sql } from 'drizzle-orm';
import { type Tx, query } from '#kernel/database.ts';
import { notify } from '#kernel/notify.ts';
import { countOf } from '#ui/format.ts';
import { admissionRounds } from '../decisions.schema.ts';

/** The payload of the job. */
export interface AdmitRound {
  institutionId: number;
  roundId: number;
}

/** Ends a round and notifies the person who started it. */
export async function finishRound(tx: Tx, { institutionId, roundId }: AdmitRound): Promise<void> {
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
  const [result] = await query<{ done: number; problems: number }>(tx)`
    select count(done_at)::int as done, count(problem)::int as problems from admission_round_members
    where institution_id = ${institutionId} and round_id = ${roundId}`;
  const { done, problems } = result!;
  await notify(tx, {
    institutionId,
    to: [round.accountId],
    kind: 'admissions.admitted',
    href: `/intakes/${round.intakeId}/decisions`,
    title: `${countOf(done, 'applicant')} admitted`,
    body: problems > 0 ? `${countOf(problems, 'applicant')} need your attention.` : null,
  });
}
