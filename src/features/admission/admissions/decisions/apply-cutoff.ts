import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { query, type Tx } from '#kernel/database.ts';
import { addDays, today } from '#kernel/dates.ts';
import { Conflict, ValidationError } from '#kernel/errors.ts';
import { checkbox, emptyIsNull, optionalDay } from '#kernel/schemas.ts';
import { count } from '#ui/format.ts';
import { admissionRounds } from '../decisions.schema.ts';
import { lockIntake } from '../lock-applications.ts';
import { notifyApplicants } from '../notify-applicants.ts';
import { plannedByCutoff, type CutoffTerms } from './cutoff.queries.ts';

const score = z.coerce
  .number({ error: 'Enter a mark, such as 55 or 62.5.' })
  .min(0, 'A mark can’t be below zero.')
  .max(10_000, 'Marks can be up to 10,000.')
  .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, 'A mark can have two decimals at most.');
/** Without a preview it fits nothing. */
const whole = z.coerce.number().int().min(-1).default(-1);

/** The terms as a form sends them. */
export const CutoffFields = z.object({
  cutoff: score,
  waiting_from: emptyIsNull(score),
  rejects: checkbox,
});

export const ApplyCutoff = CutoffFields.extend({
  offer_until: optionalDay,
  /** What the preview showed: nothing is done if it would be different now. */
  offered: whole,
  waiting: whole,
  rejected: whole,
});

export function termsOf({ cutoff, waiting_from, rejects }: z.output<typeof CutoffFields>): CutoffTerms {
  if (waiting_from !== null && waiting_from > cutoff)
    throw new ValidationError('waiting_from', 'The waiting list begins below the cut-off. Enter a lower mark.');
  return { cutoff, waitingFrom: waiting_from, rejects };
}

/** Decides on everybody with a mark in one act, as it was previewed. Returns the round, which can be undone. */
export async function applyCutoff(
  tx: Tx,
  actor: Actor,
  intakeId: number,
  input: z.output<typeof ApplyCutoff>,
  origin: string | null = null,
): Promise<{ roundId: number; offered: number; waiting: number; rejected: number }> {
  const intake = await lockIntake(tx, actor, intakeId);
  const { institutionId } = intake;
  allow(actor, 'admissions.decide', institutionId);
  const terms = termsOf(input);
  const day = today(membershipIn(actor, institutionId)!.timeZone);
  const until = input.offer_until ?? addDays(day, intake.offerDays);
  if (until < day) throw new ValidationError('offer_until', 'The deadline is in the past.');
  await tx.execute(sql`select id from applications where institution_id = ${institutionId} and intake_id = ${intakeId}
    and status in ('submitted', 'under_review', 'waiting_list') order by id for no key update`);
  const [round] = await tx
    .insert(admissionRounds)
    .values({ institutionId, intakeId, kind: 'cutoff', terms: { ...terms, until }, accountId: actor.accountId })
    .returning({ id: admissionRounds.id });
  const roundId = round!.id;
  const members = await decideByPlan(tx, { institutionId, intakeId, roundId, until, terms });
  const counted = (state: string) => members.filter(({ to }) => to === state).length;
  const [offered, waiting, rejected] = [counted('offered'), counted('waiting_list'), counted('rejected')];
  if (offered !== input.offered || waiting !== input.waiting || rejected !== input.rejected)
    throw new Conflict(
      'Marks, decisions or seats have changed since the preview. Look at the new figures and apply the cut-off again.',
    );
  const changed = members.filter(({ from, to }) => from !== to);
  if (changed.length === 0) throw new ValidationError('cutoff', 'This cut-off changes nothing.');
  await record(tx, actor, 'admissions.cutoff', {
    institutionId,
    summary: `applied a cut-off of ${terms.cutoff}: ${count(offered)} offered, ${count(waiting)} waiting, ${count(rejected)} rejected`,
    subject: { type: 'intake', id: intakeId },
    details: { round: roundId, ...terms, until },
  });
  for (const state of ['offered', 'waiting_list', 'rejected'] as const) {
    const ids = changed.filter(({ to }) => to === state).map(({ id }) => id);
    await notifyApplicants(tx, institutionId, ids, state, origin);
  }
  return { roundId, offered, waiting, rejected };
}

interface Planned {
  institutionId: number;
  intakeId: number;
  roundId: number;
  until: string;
  terms: CutoffTerms;
}

/** Writes what the plan gives, leaving those alone who are in that state already. */
const decideByPlan = (tx: Tx, { institutionId, intakeId, roundId, until, terms }: Planned) =>
  query<{ id: number; from: string; to: string }>(
    tx,
    sql`
    with planned as (
      select id, from_status, to_status from (${plannedByCutoff(institutionId, intakeId, terms)}) p
      where to_status is not null),
    changed as (
      update applications a set status = p.to_status,
        offered_at = case when p.to_status = 'offered' then now() end,
        offer_until = case when p.to_status = 'offered' then ${until}::date end,
        closed_at = case when p.to_status = 'rejected' then now() end,
        closed_from = case when p.to_status = 'rejected' then p.from_status end
      from planned p where a.institution_id = ${institutionId} and a.id = p.id and p.from_status <> p.to_status),
    members as (
      insert into admission_round_members (institution_id, round_id, application_id, from_status, to_status, done_at)
      select ${institutionId}, ${roundId}, id, from_status, to_status, now() from planned where from_status <> to_status)
    select id, from_status as "from", to_status as "to" from planned order by id`,
  );
