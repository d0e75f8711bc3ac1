import { sql } from 'drizzle-orm';
import { query, type Db } from '#kernel/database.ts';

export interface ClassSeats {
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
  query<ClassSeats>(
    db,
    sql`
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
    order by c.position, c.id`,
  );

/** Seats that nobody has been offered; null without a limit. */
export const leftOf = ({ seats, offered, accepted, admitted }: ClassSeats): number | null =>
  seats === null ? null : seats - offered - accepted - admitted;
