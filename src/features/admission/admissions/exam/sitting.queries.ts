import { sql } from 'drizzle-orm';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import { query, render, type Db } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { applicationName } from '../application-name.ts';

export interface SittingDetails {
  id: number;
  institutionId: number;
  intakeId: number;
  /** In the institution's time, yyyy-mm-ddThh:mm. */
  startsAt: string;
  venue: string;
  seats: number;
  note: string | null;
  intake: string;
}

/** A sitting as its form and papers show it; NotFound for people who can't see it. */
export async function findSitting(db: Db, actor: Actor, sittingId: number): Promise<SittingDetails> {
  const rows = await query<SittingDetails>(
    db,
    render(sql`
    select s.id, s.institution_id as "institutionId", s.intake_id as "intakeId", s.venue, s.seats, s.note,
      to_char(s.starts_at at time zone n.time_zone, 'YYYY-MM-DD"T"HH24:MI') as "startsAt", p.name || ', ' || y.name as intake
    from exam_sittings s join institutions n on n.id = s.institution_id
    join intakes i on (i.institution_id, i.id) = (s.institution_id, s.intake_id)
    join programs p on (p.institution_id, p.id) = (i.institution_id, i.program_id)
    join academic_sessions y on (y.institution_id, y.id) = (i.institution_id, i.session_id)
    where s.institution_id = any (${sql.param(institutionsWhere(actor, 'admissions.view'))}::int[]) and s.id = ${sittingId}`),
  );
  if (!rows[0]) throw new NotFound('sitting');
  return rows[0];
}

export interface Seated {
  seat: number;
  number: string;
  name: string;
  class: string | null;
  /** Where its photo is stored. */
  photo: string | null;
}

/** The applicants of a sitting in the order of their seats. */
export async function seatedIn(db: Db, { institutionId, id }: SittingDetails): Promise<Seated[]> {
  const rows = await query<Seated>(
    db,
    render(sql`
    select e.seat, a.number, ${applicationName} as name,
      (select c.name from classes c where (c.institution_id, c.id) = (a.institution_id, a.class_id)) as class,
      (select f.stored_as from files f where (f.institution_id, f.id) = (a.institution_id, coalesce(a.photo_small_id, a.photo_id))) as photo
    from exam_seats e join applications a on (a.institution_id, a.id) = (e.institution_id, e.application_id)
    where e.institution_id = ${institutionId} and e.sitting_id = ${id} order by e.seat`),
  );
  return rows;
}
