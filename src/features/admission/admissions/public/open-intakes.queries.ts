import { sql } from 'drizzle-orm';
import { query, type Db } from '#kernel/database.ts';

export interface VisibleIntake {
  id: number;
  programId: number;
  program: string;
  sessionId: number;
  session: string;
  opensAt: string;
  closesAt: string;
  isOpen: boolean;
  requiresPin: boolean;
  applicationFee: number;
  minimumAge: number | null;
  maximumAge: number | null;
  /** The day on which ages count. */
  ageOn: string;
  introduction: string | null;
  /** Null for seats without a limit. */
  classes: { id: number; name: string; seats: number | null; left: number | null }[];
  /** Batches that a returning student can choose. */
  batches: { id: number; name: string }[];
}

/** Published intakes that are open or will open, the first to close first. */
export const visibleIntakes = (db: Db, institutionId: number): Promise<VisibleIntake[]> =>
  query<VisibleIntake>(
    db,
    sql`
    select i.id::float8 as id, p.id::float8 as "programId", p.name as program, y.id::float8 as "sessionId", y.name as session,
      to_json(i.opens_at)#>>'{}' as "opensAt", to_json(i.closes_at)#>>'{}' as "closesAt", i.opens_at <= now() as "isOpen",
      i.requires_pin as "requiresPin", i.application_fee::float8 as "applicationFee",
      i.minimum_age as "minimumAge", i.maximum_age as "maximumAge", coalesce(i.age_on, y.starts_on)::text as "ageOn",
      i.introduction,
      coalesce((
        select json_agg(json_build_object('id', c.id, 'name', c.name, 'seats', k.seats, 'left', k.seats - (
            select count(*) from applications a where a.institution_id = i.institution_id and a.intake_id = i.id
              and a.class_id = c.id and a.status in ('offered', 'accepted', 'admitted')))
          order by c.position, c.id)
        from intake_classes k join classes c on (c.institution_id, c.id) = (k.institution_id, k.class_id)
        where (k.institution_id, k.intake_id) = (i.institution_id, i.id)), '[]') as classes,
      coalesce((
        select json_agg(json_build_object('id', b.id, 'name', b.name) order by c.position, b.name)
        from batches b join classes c on (c.institution_id, c.id) = (b.institution_id, b.class_id)
        where b.institution_id = i.institution_id and b.session_id = i.session_id and c.program_id = i.program_id
          and b.closed_at is null), '[]') as batches
    from intakes i
    join programs p on (p.institution_id, p.id) = (i.institution_id, i.program_id)
    join academic_sessions y on (y.institution_id, y.id) = (i.institution_id, i.session_id)
    where i.institution_id = ${institutionId} and i.published_at <= now() and i.closes_at > now() and p.retired_at is null
    order by i.closes_at, p.name, i.id`,
  );

/** The programs that can be applied for now. */
export const openProgramIds = (db: Db, institutionId: number): Promise<{ id: number }[]> =>
  query<{ id: number }>(
    db,
    sql`
    select distinct i.program_id::float8 as id from intakes i
    where i.institution_id = ${institutionId} and i.published_at <= now() and i.opens_at <= now() and i.closes_at > now()`,
  );

export interface TaughtCourse {
  programId: number;
  code: string;
  title: string;
  /** Those of a group are chosen from. */
  electiveGroup: string | null;
}

/** What the programs teach or let choose: the courses of their open batches. */
export const coursesOfPrograms = (db: Db, institutionId: number, programIds: readonly number[]) =>
  query<TaughtCourse>(
    db,
    sql`
    select distinct c.program_id::float8 as "programId", k.code, k.title, k.elective_group as "electiveGroup"
    from classes c
    join batches b on (b.institution_id, b.class_id) = (c.institution_id, c.id) and b.closed_at is null
    join course_offerings o on (o.institution_id, o.batch_id) = (b.institution_id, b.id)
    join courses k on (k.institution_id, k.id) = (o.institution_id, o.course_id) and k.retired_at is null
    where c.institution_id = ${institutionId} and c.program_id = any (${sql.param([...programIds])}::bigint[])
    order by k.title, k.code`,
  );
