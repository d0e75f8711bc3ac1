import { sql } from 'drizzle-orm';
import { query, type Db } from '#kernel/database.ts';

export interface NewcomersOfClass {
  classId: number;
  name: string;
  /** Admitted students of the class who have no class arm in the session yet. */
  students: number;
  /** Open class arms of the session, and their free seats. */
  arms: number;
  free: number;
}

/**
 * Students `s` who were admitted by applications `a` of an intake `i` and have no class arm in its session `y`, which is the
 * current one or comes after it.
 */
export const newcomers = (institutionId: number, intakeId: number) => sql`
  intakes i join academic_sessions y on (y.institution_id, y.id) = (i.institution_id, i.session_id)
  join applications a on (a.institution_id, a.intake_id) = (i.institution_id, i.id) and a.status = 'admitted'
  join students s on (s.institution_id, s.id) = (a.institution_id, a.student_id)
    and s.status in ('active', 'suspended') and s.merged_into_id is null
  left join batches now on (now.institution_id, now.id) = (s.institution_id, s.batch_id)
  where i.institution_id = ${institutionId} and i.id = ${intakeId} and a.class_id is not null
    and now.session_id is distinct from y.id and y.starts_on >= coalesce((select c.starts_on from academic_sessions c
      where c.institution_id = i.institution_id and c.is_current), y.starts_on)`;

/** By class, in the order of the classes. */
export const newcomersOf = (db: Db, institutionId: number, intakeId: number) =>
  query<NewcomersOfClass>(
    db,
    sql`
    select c.id::int as "classId", c.name, n.students, k.arms, k.free
    from (select a.class_id, y.id as session_id, count(*)::int as students from ${newcomers(institutionId, intakeId)} group by 1, 2) n
    join classes c on c.institution_id = ${institutionId} and c.id = n.class_id
    cross join lateral (select count(*)::int as arms, coalesce(sum(greatest(b.capacity - (select count(*) from students o
        where o.institution_id = b.institution_id and o.batch_id = b.id), 0)), 0)::int as free
      from batches b where b.institution_id = ${institutionId} and b.session_id = n.session_id and b.class_id = c.id
        and b.closed_at is null) k
    order by c.position, c.id`,
  );
