import { and, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import { allow, membershipIn, type Actor } from '#kernel/actor.ts';
import { recordMany } from '#kernel/audit.ts';
import { addDays, today } from '#kernel/dates.ts';
import { type Tx, type Db, query } from '#kernel/database.ts';
import { NotFound, ValidationError } from '#kernel/errors.ts';
import { checkbox, choice, id, list, optionalDay, optionalLine } from '#kernel/schemas.ts';
import { countOf } from '#ui/format.ts';
import { applications } from '../admissions.schema.ts';
import { seated, type ApplicationState } from '../admissions.ts';
import { lockApplications, lockIntake, type LockedApplication, type LockedIntake } from '../lock-applications.ts';
import { notifyApplicants } from '../notify-applicants.ts';
import { changesOf } from './accept-offer.ts';
import {
  decidedAs,
  decidedFrom,
  decisions,
  mostDecided,
  needsReason,
  stateText,
  type Decision,
} from './transitions.ts';

export const Decide = z.object({
  application_ids: list(id).pipe(
    z
      .array(z.number())
      .min(1, 'Select at least one application.')
      .max(mostDecided, 'Decide on up to 1,000 applications at once.'),
  ),
  to: choice(decisions),
  reason: optionalLine(300, 'The reason'),
  /** The last day to accept an offer; without it, the intake's number of days. */
  offer_until: optionalDay,
  /** Offers beyond the seats are meant. */
  over_seats: checkbox,
});
type DecideInput = z.infer<typeof Decide>;

/** Decides on applications of one intake, all or none. Returns how many changed. */
export async function decide(tx: Tx, actor: Actor, input: DecideInput, origin: string | null = null): Promise<number> {
  const { to, reason } = input;
  const intake = await lockIntakeOf(tx, actor, input.application_ids);
  const { institutionId } = intake;
  const chosen = await lockApplications(tx, actor, input.application_ids);
  allow(actor, 'admissions.decide', institutionId);
  if (chosen.some(({ intakeId }) => intakeId !== intake.id))
    throw new ValidationError('application_ids', 'Select applications of one intake at a time.');
  refuseStates(chosen, to);
  if (!reason && chosen.some(({ status }) => needsReason(to, status)))
    throw new ValidationError('reason', 'The reason is required.');
  const ids = chosen.map(({ id: one }) => one);
  if (to === 'offered' && !input.over_seats) await refuseOverSeats(tx, intake, chosen);
  if (to === 'accepted') refuseUnpaid(intake, chosen);
  const day = today(membershipIn(actor, institutionId)!.timeZone);
  const until = to === 'offered' ? (input.offer_until ?? addDays(day, intake.offerDays)) : null;
  if (until !== null && until < day) throw new ValidationError('offer_until', 'The deadline is in the past.');
  await tx
    .update(applications)
    .set(changesOf(to, { until, reason }))
    .where(and(eq(applications.institutionId, institutionId), inArray(applications.id, ids)));
  await recordMany(
    tx,
    actor,
    `admissions.${to}`,
    chosen.map((one) => ({
      institutionId,
      summary: `${decidedAs[to]} ${one.firstName} ${one.surname}`,
      subject: { type: 'application', id: one.id },
      details: { from: one.status, to, ...(reason && { reason }), ...(until && { until }) },
    })),
  );
  await notifyApplicants(tx, institutionId, ids, to, origin);
  return chosen.length;
}

async function lockIntakeOf(tx: Tx, actor: Actor, ids: number[]): Promise<LockedIntake> {
  const [first] = await tx
    .select({ intakeId: applications.intakeId })
    .from(applications)
    .where(
      and(
        inArray(
          applications.institutionId,
          actor.institutions.map((one) => one.id),
        ),
        eq(applications.id, ids[0]!),
      ),
    );
  if (!first) throw new NotFound('application');
  return lockIntake(tx, actor, first.intakeId);
}

function refuseStates(chosen: LockedApplication[], to: Decision): void {
  const wrong = chosen.find(({ status }) => !decidedFrom[to].includes(status));
  if (!wrong) return;
  throw new ValidationError(
    'application_ids',
    `${wrong.firstName} ${wrong.surname}’s application is ${stateText(wrong.status)}: “${decisions[to]}” isn’t possible. Clear its selection and try again.`,
  );
}

/** Offers beyond the seats of a class are asked about. */
async function refuseOverSeats(tx: Tx, intake: LockedIntake, chosen: LockedApplication[]): Promise<void> {
  const takes = (status: ApplicationState) => (seated as readonly string[]).includes(status);
  for (const place of await seatsOf(tx, intake.institutionId, intake.id)) {
    const left = leftOf(place);
    const more = chosen.filter(({ classId, status }) => classId === place.classId && !takes(status)).length;
    if (left !== null && more > left)
      throw new ValidationError(
        'over_seats',
        `${place.name} has ${left > 0 ? countOf(left, 'seat') : 'no seat'} left for ${countOf(more, 'offer')}. Offer fewer, or tick “Offer more places than there are seats”.`,
      );
  }
}

function refuseUnpaid({ acceptanceFee }: LockedIntake, chosen: LockedApplication[]): void {
  const unpaid = acceptanceFee > 0 && chosen.find(({ acceptancePaidAt }) => acceptancePaidAt === null);
  if (unpaid)
    throw new ValidationError(
      'application_ids',
      `${unpaid.firstName} ${unpaid.surname} hasn’t paid the acceptance fee yet.`,
    );
}

interface ClassSeats {
  classId: number;
  name: string;
  /** Null is without a limit. */
  seats: number | null;
  offered: number;
  accepted: number;
  admitted: number;
  waiting: number;
}

/** The entry classes of an intake with their seats and who takes them. */
export const seatsOf = (db: Db, institutionId: number, intakeId: number): Promise<ClassSeats[]> =>
  query<ClassSeats>(db)`
    select k.class_id as "classId", c.name, k.seats, coalesce(a.offered, 0)::int as offered,
      coalesce(a.accepted, 0)::int as accepted, coalesce(a.admitted, 0)::int as admitted, coalesce(a.waiting, 0)::int as waiting
    from intake_classes k
    join classes c on (c.institution_id, c.id) = (k.institution_id, k.class_id)
    left join (
      select class_id, count(*) filter (where status = 'offered') as offered,
        count(*) filter (where status = 'accepted') as accepted, count(*) filter (where status = 'admitted') as admitted,
        count(*) filter (where status = 'waiting_list') as waiting
      from applications where institution_id = ${institutionId} and intake_id = ${intakeId}
        and status in ('offered', 'accepted', 'admitted', 'waiting_list')
      group by class_id) a on a.class_id = k.class_id
    where k.institution_id = ${institutionId} and k.intake_id = ${intakeId}
    order by c.position, c.id`;

/** Seats that nobody has been offered; null without a limit. */
export const leftOf = ({ seats, offered, accepted, admitted }: ClassSeats): number | null =>
  seats === null ? null : seats - offered - accepted - admitted;
