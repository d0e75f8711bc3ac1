import { and, asc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { Conflict, ValidationError } from '#kernel/errors.ts';
import type { Jobs } from '#kernel/jobs/jobs.ts';
import { refuseOwnFamily } from '#kernel/own-family/own-family.ts';
import { checkbox, id, list } from '#kernel/schemas.ts';
import { countOf } from '#ui/format.ts';
import { applications } from '../admissions.schema.ts';
import { admissionRoundMembers, admissionRounds } from '../decisions.schema.ts';
import { lockIntake } from '../lock-applications.ts';

export const AdmitMany = z.object({
  /** Those who are ticked; none is everybody who has accepted. */
  application_ids: list(id).pipe(z.array(z.number()).max(2000, 'Admit up to 2,000 applicants at once.')),
  /** Class arms are filled evenly, if the intake is for the current session. */
  fills_batches: checkbox,
});

/** Queues the admission of accepted applicants; returns the round that shows the progress. */
export async function admitMany(tx: Tx, actor: Actor, jobs: Jobs, intakeId: number, input: z.output<typeof AdmitMany>) {
  const { institutionId } = await lockIntake(tx, actor, intakeId);
  allow(actor, 'admissions.admit', institutionId);
  const running = and(
    eq(admissionRounds.institutionId, institutionId),
    eq(admissionRounds.intakeId, intakeId),
    eq(admissionRounds.kind, 'admit'),
    sql`${admissionRounds.finishedAt} is null`,
  );
  if ((await tx.$count(admissionRounds, running)) > 0)
    throw new Conflict('Applicants of this intake are being admitted already. Wait until that has finished.');
  const ticked = new Set(input.application_ids);
  const accepted = await tx
    .select({ id: applications.id })
    .from(applications)
    .where(
      and(
        eq(applications.institutionId, institutionId),
        eq(applications.intakeId, intakeId),
        eq(applications.status, 'accepted'),
      ),
    )
    .orderBy(asc(applications.sortName), asc(applications.id));
  const chosen = ticked.size > 0 ? accepted.filter((one) => ticked.has(one.id)) : accepted;
  if (chosen.length === 0 || chosen.length < ticked.size)
    throw new ValidationError(
      'application_ids',
      'Some of these applicants can no longer be admitted. Reload the page.',
    );
  const ids = chosen.map(({ id: applicationId }) => applicationId);
  await refuseOwnFamily(tx, actor, { applications: ids }, { message: chosenOfFamily, may: ['admissions.admit'] });
  const [round] = await tx
    .insert(admissionRounds)
    .values({
      institutionId,
      intakeId,
      kind: 'admit',
      accountId: actor.accountId,
      terms: { fillsBatches: input.fills_batches },
    })
    .returning({ id: admissionRounds.id });
  const roundId = round!.id;
  await tx.insert(admissionRoundMembers).values(
    ids.map((applicationId) => ({
      institutionId,
      roundId,
      applicationId,
      fromStatus: 'accepted' as const,
      toStatus: 'admitted' as const,
    })),
  );
  await record(tx, actor, 'admissions.admitMany', {
    institutionId,
    summary: `started to admit ${countOf(chosen.length, 'applicant')}`,
    subject: { type: 'intake', id: intakeId },
    details: { round: roundId },
  });
  await jobs.send(tx, 'admissions.admit', { institutionId, roundId }, { group: institutionId });
  return roundId;
}

/** Without ticks the request doesn’t identify anyone. */
const chosenOfFamily =
  'One of these applications is from you or your own family. Select only the others, and ask a colleague to admit that applicant.';
