import { sql } from 'drizzle-orm';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import { query, render, type Db } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { undecided } from '../admissions.ts';
import { inStates } from '../in-states.ts';
import type { IntakeTest } from '../intake-form.ts';

export interface Sitting {
  id: number;
  startsAt: string;
  venue: string;
  seats: number;
  note: string | null;
  taken: number;
  invited: number;
  isPast: boolean;
}

export interface Examination {
  id: number;
  institutionId: number;
  name: string;
  tests: IntakeTest[];
  cutoff: number | null;
  sittings: Sitting[];
  /** Applicants who are not decided and have no seat. */
  unseated: number;
  /** Applicants with a mark, and all who are not decided. */
  marked: number;
  undecided: number;
}

/** The entrance examination of an intake; NotFound for people who can't see it. */
export async function findExamination(db: Db, actor: Actor, intakeId: number): Promise<Examination> {
  const own = sql`a.institution_id = i.institution_id and a.intake_id = i.id`;
  const rows = await query<Examination>(
    db,
    render(sql`
    select i.id, i.institution_id as "institutionId", p.name || ', ' || y.name as name, i.tests, i.cutoff::float as cutoff,
      (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'startsAt', s.starts_at, 'venue', s.venue, 'seats', s.seats,
          'note', s.note, 'isPast', s.starts_at < now(), 'taken', coalesce(t.taken, 0), 'invited', coalesce(t.invited, 0))
          order by s.starts_at, s.id), '[]')
        from exam_sittings s left join lateral (select count(*) as taken, count(e.invited_at) as invited
          from exam_seats e where (e.institution_id, e.sitting_id) = (s.institution_id, s.id)) t on true
        where (s.institution_id, s.intake_id) = (i.institution_id, i.id)) as sittings,
      (select count(*)::int from applications a where ${own} and a.status in ${inStates(undecided)}) as undecided,
      (select count(*)::int from applications a where ${own} and a.status in ${inStates(undecided)} and not exists (
        select from exam_seats e where (e.institution_id, e.application_id) = (a.institution_id, a.id))) as unseated,
      (select count(*)::int from applications a where ${own} and a.score is not null) as marked
    from intakes i join programs p on (p.institution_id, p.id) = (i.institution_id, i.program_id)
    join academic_sessions y on (y.institution_id, y.id) = (i.institution_id, i.session_id)
    where i.institution_id = any (${sql.param(institutionsWhere(actor, 'admissions.view'))}::int[]) and i.id = ${intakeId}`),
  );
  if (!rows[0]) throw new NotFound('intake');
  return rows[0];
}
