import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { allow, membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { type Tx, type Db, query } from '#kernel/database.ts';
import { addDays, today } from '#kernel/dates.ts';
import { Conflict, ValidationError } from '#kernel/errors.ts';
import { checkbox, emptyIsNull, optionalDay } from '#kernel/schemas.ts';
import { count } from '#ui/format.ts';
import { admissionRounds } from '../decisions.schema.ts';
import { lockIntake } from '../lock-applications.ts';
import { notifyApplicants } from '../notify-applicants.ts';
import { takesSeat } from '../states.queries.ts';

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
      'Marks, decisions or seats have changed since the preview. Review the new figures, then apply the cut-off again.',
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
  query<{ id: number; from: string; to: string }>(tx)`
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
    select id, from_status as "from", to_status as "to" from planned order by id`;

interface CutoffTerms {
  /** Applicants with this mark or more are offered a place, the best first, as far as there are seats. */
  cutoff: number;
  /** Applicants from this mark on wait; null: only those whom the seats did not reach. */
  waitingFrom: number | null;
  /** Whether applicants below are rejected; otherwise they stay under review. */
  rejects: boolean;
}

export interface CutoffClass {
  classId: number | null;
  name: string | null;
  seatsLeft: number | null;
  offered: number;
  waiting: number;
  rejected: number;
  /** Under review still: below, when nobody is rejected. */
  kept: number;
  /** Without a mark: never decided by a cut-off. */
  unmarked: number;
  /** The lowest mark that gets an offer, and how many with the same mark do not. */
  lowest: number | null;
  tied: number;
}

/** One row for each class, as it would be decided now. */
export const previewCutoff = (db: Db, institutionId: number, intakeId: number, terms: CutoffTerms) =>
  query<CutoffClass>(db)`
    with planned as (${plannedByCutoff(institutionId, intakeId, terms)}),
    lowest as (select class_id, min(score) as score from planned where to_status = 'offered' group by class_id)
    select p.class_id as "classId", c.name, min(p.seats_left)::int as "seatsLeft",
      count(*) filter (where to_status = 'offered')::int as offered,
      count(*) filter (where to_status = 'waiting_list')::int as waiting,
      count(*) filter (where to_status = 'rejected')::int as rejected,
      count(*) filter (where to_status is null and p.score is not null)::int as kept,
      count(*) filter (where p.score is null)::int as unmarked,
      min(l.score)::float8 as lowest,
      count(*) filter (where to_status is distinct from 'offered' and p.score = l.score)::int as tied
    from planned p
    left join classes c on c.institution_id = ${institutionId} and c.id = p.class_id
    left join lowest l on l.class_id is not distinct from p.class_id
    group by p.class_id, c.name, c.position order by c.position nulls last, p.class_id`;

/**
 * Every undecided applicant of the intake with the state that the terms give, null for none. Equal marks are in the order in
 * which the applications arrived.
 */
function plannedByCutoff(institutionId: number, intakeId: number, terms: CutoffTerms): SQL {
  const { cutoff, waitingFrom, rejects } = terms;
  const waits = waitingFrom === null ? sql`false` : sql`r.score >= ${waitingFrom}::numeric`;
  return sql`
    select r.id, r.class_id, r.status as from_status, r.score, r.seats_left, case
        when r.score is null then null
        when r.score >= ${cutoff}::numeric and (r.seats_left is null or r.place <= r.seats_left) then 'offered'
        when r.score >= ${cutoff}::numeric or ${waits} then 'waiting_list'
        when ${rejects} then 'rejected' end as to_status
    from (
      select a.id, a.class_id, a.status, a.score,
        row_number() over (partition by a.class_id order by a.score desc nulls last, a.submitted_at, a.id) as place,
        case when k.class_id is null or k.seats is null then null
          else greatest(k.seats - coalesce(t.taken, 0), 0) end as seats_left
      from applications a
      left join intake_classes k on (k.institution_id, k.intake_id, k.class_id) = (a.institution_id, a.intake_id, a.class_id)
      left join (
        select class_id, count(*) as taken from applications
        where institution_id = ${institutionId} and intake_id = ${intakeId} and status in ${takesSeat}
        group by class_id) t on t.class_id = a.class_id
      where a.institution_id = ${institutionId} and a.intake_id = ${intakeId}
        and a.status in ('submitted', 'under_review', 'waiting_list')) r`;
}
