import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { membershipIn } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { countOf, dateTimeText } from '#ui/format.ts';
import { examSeats } from '../decisions.schema.ts';
import { applicationOf, statusAddress, writeToApplicants } from '../notify-applicants.ts';
import { lockSitting } from './lock-sitting.ts';

/** Tells the applicants of a sitting where and when to come; those who were told already are left out. */
export async function inviteToSitting(
  tx: Tx,
  actor: Actor,
  sittingId: number,
  origin: string | null,
): Promise<{ intakeId: number; invited: number }> {
  const { institutionId, intakeId, venue, startsAt } = await lockSitting(tx, actor, sittingId);
  const seats = await tx
    .update(examSeats)
    .set({ invitedAt: sql`now()` })
    .where(
      and(eq(examSeats.institutionId, institutionId), eq(examSeats.sittingId, sittingId), isNull(examSeats.invitedAt)),
    )
    .returning({ applicationId: examSeats.applicationId, seat: examSeats.seat });
  if (seats.length === 0) return { intakeId, invited: 0 };
  const when = dateTimeText(startsAt, membershipIn(actor, institutionId)!.timeZone);
  const seatOf = new Map(seats.map(({ applicationId, seat }) => [applicationId, seat]));
  await writeToApplicants(tx, institutionId, [...seatOf.keys()], (told) => {
    const { school, id } = told;
    const address = statusAddress(told, origin);
    const link = address ? ` Print the slip: ${address}` : '';
    return `${school}: entrance examination, ${applicationOf(told)}: ${when}, ${venue}, seat ${seatOf.get(Number(id))}.${link}`;
  });
  await record(tx, actor, 'admissions.invite', {
    institutionId,
    summary: `invited ${countOf(seats.length, 'applicant')} to the entrance examination in ${venue}`,
    subject: { type: 'exam sitting', id: sittingId },
    details: { applications: [...seatOf.keys()] },
  });
  return { intakeId, invited: seats.length };
}
