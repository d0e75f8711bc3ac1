import { sql, type SQL } from 'drizzle-orm';
import { query, type Db } from '#kernel/database.ts';
import { takesSeat } from '../in-states.ts';

export interface CutoffTerms {
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
  query<CutoffClass>(
    db,
    sql`
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
    group by p.class_id, c.name, c.position order by c.position nulls last, p.class_id`,
  );

/**
 * Every undecided applicant of the intake with the state that the terms give, null for none. Equal marks are in the order in
 * which the applications arrived.
 */
export function plannedByCutoff(institutionId: number, intakeId: number, terms: CutoffTerms): SQL {
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
