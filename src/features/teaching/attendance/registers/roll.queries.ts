import { sql, type SQL } from 'drizzle-orm';
import { query, type Db } from '#kernel/database.ts';
import type { MarkKind } from '../mark-kinds.ts';
import type { RegisterPlace } from './place.queries.ts';

export interface RollStudent {
  id: number;
  name: string;
  number: string;
  gender: 'female' | 'male' | null;
  /** What a new register begins with, where it is not "present": suspended, or a reason that the school has accepted. */
  expected: { kind: MarkKind; why: string } | null;
}

type Place = Pick<RegisterPlace, 'institutionId' | 'batchId' | 'onDate' | 'today' | 'offeringId' | 'isElective'>;

/**
 * Students `s` of the batch on the day: from today on those who are in it now, before by their enrolments. In a lesson of
 * an elective, those who chose it.
 */
export function isOnRoll({ institutionId, batchId, onDate, today, offeringId, isElective }: Place): SQL {
  const isThere =
    onDate >= today
      ? sql`s.batch_id = ${batchId}`
      : sql`${batchId} = (select e.batch_id from enrolments e where (e.institution_id, e.student_id) = (${institutionId}, s.id)
          and e.from_date <= ${onDate}::date and (e.to_date is null or e.to_date >= ${onDate}::date)
          order by e.from_date desc, e.id desc limit 1)
        and s.id in (select e.student_id from enrolments e where e.institution_id = ${institutionId} and e.batch_id = ${batchId})`;
  const takes =
    offeringId === null || !isElective
      ? sql`true`
      : sql`exists (select from student_electives x where x.institution_id = ${institutionId}
          and x.student_id = s.id and x.offering_id = ${offeringId})`;
  return sql`s.institution_id = ${institutionId} and s.merged_into_id is null and ${isThere} and ${takes}`;
}

const rollColumns = ({ institutionId, onDate }: Place) => sql`s.id::int as id,
  s.surname || ', ' || s.first_name || coalesce(' ' || s.middle_name, '') as name, s.admission_number as number, s.gender,
  coalesce(
    (select jsonb_build_object('kind', x.kind, 'why', x.reason) from attendance_excuses x
      where x.institution_id = ${institutionId} and x.student_id = s.id and x.state = 'accepted'
        and ${onDate}::date between x.starts_on and x.ends_on order by x.id desc limit 1),
    case when s.status = 'suspended' then '{"kind": "suspended", "why": "Suspended"}'::jsonb end) as expected`;

/** Those who are called, by name; `only`: these students, wherever they are now. */
export const rollOf = (db: Db, place: Place, only?: readonly number[]): Promise<RollStudent[]> =>
  query<RollStudent>(
    db,
    sql`select ${rollColumns(place)} from students s
      where ${only ? sql`s.institution_id = ${place.institutionId} and s.id = any (${sql.param([...only])}::bigint[])` : isOnRoll(place)}
      order by s.sort_name, s.id`,
  );

/** The ids of those who are called. */
export async function idsOnRoll(db: Db, place: Place): Promise<ReadonlySet<number>> {
  const [row] = await query<{ ids: number[] }>(
    db,
    sql`select coalesce(jsonb_agg(s.id), '[]') as ids from students s where ${isOnRoll(place)}`,
  );
  return new Set(row!.ids);
}
