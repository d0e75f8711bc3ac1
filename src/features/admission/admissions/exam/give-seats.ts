import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { render, type Tx, query } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { choice } from '#kernel/schemas.ts';
import { countOf } from '#ui/format.ts';
import { inStates } from '../states.queries.ts';
import { undecided } from '../admissions.ts';
import { lockIntake } from '../lock-applications.ts';
import { seatOrders } from './exam-constants.ts';

export const GiveSeats = z.object({ order: choice(seatOrders).default('number') });

/**
 * Gives a seat to every applicant of an intake who has none, in the sittings to come, the earliest first. Returns how
 * many got one and how many found none.
 */
export async function giveSeats(tx: Tx, actor: Actor, intakeId: number, { order }: z.infer<typeof GiveSeats>) {
  const { institutionId } = await lockIntake(tx, actor, intakeId);
  allow(actor, 'admissions.review', institutionId);
  const by = order === 'name' ? sql`a.sort_name, a.id` : sql`a.number, a.id`;
  const waiting = sql`a.institution_id = ${institutionId} and a.intake_id = ${intakeId} and a.status in ${inStates(undecided)}
    and not exists (select from exam_seats e where e.institution_id = a.institution_id and e.application_id = a.id)`;
  // Applications are locked before their seats are written, so that none is decided meanwhile.
  await tx.execute(sql`select 1 from applications a where ${waiting} order by a.id for no key update`);
  const rows = await query<{ id: number }>(tx, render)`
    with free as materialized (
      select s.id as sitting_id, n as seat, row_number() over (order by s.starts_at, s.id, n) as place
      from exam_sittings s cross join generate_series(1, s.seats) n
      where s.institution_id = ${institutionId} and s.intake_id = ${intakeId} and s.starts_at > now()
        and not exists (select from exam_seats e
          where e.institution_id = s.institution_id and e.sitting_id = s.id and e.seat = n)),
    people as materialized (select a.id, row_number() over (order by ${by}) as place from applications a where ${waiting})
    insert into exam_seats (institution_id, application_id, sitting_id, seat)
    select ${institutionId}, p.id, f.sitting_id, f.seat from people p join free f using (place)
    returning application_id as id`;
  const left = await query<{ count: number }>(tx, render)`
    select count(*)::int as count from applications a where ${waiting}`;
  const { count } = left[0]!;
  if (rows.length === 0)
    throw new ValidationError(
      'form',
      count > 0
        ? `${countOf(count, 'applicant has', 'applicants have')} no seat, and no sitting to come has a free one. Add a sitting.`
        : 'Every applicant already has a seat.',
    );
  await record(tx, actor, 'admissions.giveSeats', {
    institutionId,
    summary: `gave ${countOf(rows.length, 'applicant')} a seat in the entrance examination`,
    subject: { type: 'intake', id: intakeId },
    details: { order, applications: rows.map(({ id }) => id) },
  });
  return { given: rows.length, left: count };
}
