import { sql } from 'drizzle-orm';
import { query, type Db } from '#kernel/database.ts';
import { applicationName } from '../application-name.ts';
import { takesSeat } from '../in-states.ts';

export interface InLine {
  id: number;
  name: string;
  number: string;
  class: string | null;
  score: number | null;
}

export interface OpenOffer extends InLine {
  until: string | null;
  /** The deadline has passed without an answer. */
  isLate: boolean;
}

/** More than a page should show; the figures above count everybody. */
export const mostInLine = 200;

const columns = sql`a.id, ${applicationName} as name, a.number,
  c.name as class, a.score::float8 as score`;

/** The next on the waiting list of each class, as many as it has free seats: the best marks first. */
export const nextInLine = (db: Db, institutionId: number, intakeId: number): Promise<InLine[]> =>
  query<InLine>(
    db,
    sql`
    select ${columns} from (
      select w.*, row_number() over (partition by w.class_id order by w.score desc nulls last, w.submitted_at, w.id) as place
      from applications w
      where w.institution_id = ${institutionId} and w.intake_id = ${intakeId} and w.status = 'waiting_list') a
    join intake_classes k on (k.institution_id, k.intake_id, k.class_id) = (a.institution_id, a.intake_id, a.class_id)
    join classes c on (c.institution_id, c.id) = (k.institution_id, k.class_id)
    left join (select class_id, count(*) as taken from applications
      where institution_id = ${institutionId} and intake_id = ${intakeId} and status in ${takesSeat} group by class_id) t
      on t.class_id = a.class_id
    where k.seats is null or a.place <= k.seats - coalesce(t.taken, 0)
    order by c.position, c.id, a.place fetch first ${mostInLine} rows only`,
  );

/** Offers without an answer, the earliest deadline first. */
export const openOffers = (db: Db, institutionId: number, intakeId: number, today: string): Promise<OpenOffer[]> =>
  query<OpenOffer>(
    db,
    sql`
    select ${columns}, a.offer_until::text as until, coalesce(a.offer_until < ${today}::date, false) as "isLate"
    from applications a left join classes c on (c.institution_id, c.id) = (a.institution_id, a.class_id)
    where a.institution_id = ${institutionId} and a.intake_id = ${intakeId} and a.status = 'offered'
    order by a.offer_until nulls last, a.sort_name, a.id fetch first ${mostInLine} rows only`,
  );

/** Accepted applicants who are to be admitted. */
export const acceptedOnes = (db: Db, institutionId: number, intakeId: number): Promise<InLine[]> =>
  query<InLine>(
    db,
    sql`
    select ${columns} from applications a left join classes c on (c.institution_id, c.id) = (a.institution_id, a.class_id)
    where a.institution_id = ${institutionId} and a.intake_id = ${intakeId} and a.status = 'accepted'
    order by c.position, a.sort_name, a.id fetch first ${mostInLine} rows only`,
  );
