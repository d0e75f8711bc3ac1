import { sql } from 'drizzle-orm';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { type Tx, hasKey } from '#kernel/database.ts';
import { formatDay, today } from '#kernel/dates.ts';
import { Conflict, NotFound, ValidationError } from '#kernel/errors.ts';
import { holdersOf, notify } from '#kernel/notify.ts';
import { applications, intakes } from '../admissions.schema.ts';
import { notifyApplicants } from '../notify-applicants.ts';
import type { Decision } from './transitions.ts';

/** An application, whose applicant was recognised by its code. */
interface OwnApplication {
  institutionId: number;
  id: number;
}

/** The applicant accepts: the offer is open, its deadline has not passed, and the acceptance fee is paid if there is one. */
export async function acceptOffer(tx: Tx, actor: Actor, own: OwnApplication, origin: string | null = null) {
  const { application, intake } = await lockOwn(tx, own);
  if (application.status === 'accepted') return;
  if (application.status !== 'offered') throw new Conflict('There is no open offer to accept.');
  if (intake.acceptanceFee > 0 && application.acceptancePaidAt === null)
    throw new ValidationError('form', 'Pay the acceptance fee to accept the offer.');
  // A payment counts from the day it was made, however long the bank takes.
  const day = today(membershipIn(actor, own.institutionId)!.timeZone);
  if (application.acceptancePaidAt === null && application.offerUntil !== null && application.offerUntil < day)
    throw new Conflict(`The offer had to be accepted by ${formatDay(application.offerUntil)}. Please ask the school.`);
  await tx
    .update(applications)
    .set(changesOf('accepted', { until: null, reason: null }))
    .where(isApplication(own));
  await record(tx, actor, 'admissions.accepted', {
    institutionId: own.institutionId,
    summary: `accepted the offer for ${application.firstName} ${application.surname}`,
    subject: { type: 'application', id: own.id },
  });
  await notifyApplicants(tx, own.institutionId, [own.id], 'accepted', origin);
}

/** The applicant declines: the place is free for the waiting list, and the people who decide are notified. */
export async function declineOffer(tx: Tx, actor: Actor, own: OwnApplication): Promise<void> {
  const { application } = await lockOwn(tx, own);
  if (application.status !== 'offered') throw new Conflict('There is no open offer to decline.');
  await tx
    .update(applications)
    .set(changesOf('withdrawn', { until: null, reason: 'The offer was declined.' }))
    .where(isApplication(own));
  const name = `${application.firstName} ${application.surname}`;
  await record(tx, actor, 'admissions.declined', {
    institutionId: own.institutionId,
    summary: `declined the offer for ${name}`,
    subject: { type: 'application', id: own.id },
  });
  await notify(tx, {
    institutionId: own.institutionId,
    to: holdersOf(own.institutionId, 'admissions.decide'),
    kind: 'admissions.declined',
    title: `${name} declined an offer`,
    body: 'The place can go to the next applicant on the waiting list.',
    href: `/intakes/${application.intakeId}/decisions`,
    subject: `application:${own.id}`,
  });
}

/** Locks the application and reads its intake. */
async function lockOwn(tx: Tx, own: OwnApplication) {
  const [application] = await tx.select().from(applications).where(isApplication(own)).for('no key update');
  if (!application) throw new NotFound('application');
  const [intake] = await tx
    .select()
    .from(intakes)
    .where(hasKey(intakes, own.institutionId, application.intakeId));
  return { application, intake: intake! };
}

const isApplication = ({ institutionId, id }: OwnApplication) => hasKey(applications, institutionId, id);

/** The columns that change with a decision. A rejected or withdrawn application remembers where it came from. */
export function changesOf(to: Decision, { until, reason }: { until: string | null; reason: string | null }) {
  const isClosed = to === 'rejected' || to === 'withdrawn';
  return {
    status: to,
    closedAt: isClosed ? sql`now()` : null,
    closeReason: isClosed ? reason : null,
    closedFrom: isClosed ? sql`${applications.status}` : null,
    ...(to === 'offered' && { offeredAt: sql`now()`, offerUntil: until }),
    ...((to === 'under_review' || to === 'waiting_list') && { offeredAt: null, offerUntil: null, acceptedAt: null }),
    ...(to === 'accepted' && { acceptedAt: sql`now()` }),
  };
}

const applicationFees = { application: 'application fee', acceptance: 'acceptance fee' } as const;
type ApplicationFee = keyof typeof applicationFees;

interface PaidFee {
  institutionId: number;
  applicationId: number;
  kind: ApplicationFee;
  /** False when the money went back. */
  isPaid: boolean;
}

/**
 * Notes that a fee of an application was paid, or refunded, as its order reports. A paid acceptance fee accepts the offer
 * while it is open; returns whether the application could use the money, otherwise the order is to be refunded.
 */
export async function recordFeePaid(tx: Tx, actor: Actor, { institutionId, applicationId, kind, isPaid }: PaidFee) {
  const own = { institutionId, id: applicationId };
  const { application } = await lockOwn(tx, own);
  const at = isPaid ? new Date() : null;
  const isOf = kind === 'application' ? application.status !== 'withdrawn' : application.status === 'offered';
  if (isPaid && !isOf) return false;
  await tx
    .update(applications)
    .set(kind === 'application' ? { feePaidAt: at } : { acceptancePaidAt: at })
    .where(isApplication(own));
  await record(tx, actor, 'admissions.feePaid', {
    institutionId,
    summary: `${isPaid ? 'received' : 'returned'} the ${applicationFees[kind]} of ${application.firstName} ${application.surname}`,
    subject: { type: 'application', id: applicationId },
  });
  if (isPaid && kind === 'acceptance') await acceptOffer(tx, actor, own);
  return true;
}
