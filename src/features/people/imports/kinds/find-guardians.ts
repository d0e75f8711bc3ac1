import { sql } from 'drizzle-orm';
import { query, render, type Db } from '#kernel/database.ts';
import type { Known, Piece } from './kind.ts';
import { isNameAlone, namesOf, waysOf } from './merge-guardians.ts';

export interface KnownGuardian extends Known {
  isErased: boolean;
  /** The importing user's own record. */
  isOwn: boolean;
  sortName: string;
  /** Phones and e-mail, and `child 12` for each child. */
  ways: string[];
}

export interface Pupil {
  id: number;
  name: string;
  /** The current next of kin. */
  nextOfKin: number | null;
}

interface FoundGuardian extends KnownGuardian {
  /** Its own id and those of records merged into it. */
  ids: number[];
}

export async function findGuardians(db: Db, { institutionId, importId, records }: Piece, numbers: string[]) {
  const ids = records.flatMap(({ guardianId }) => (guardianId as number | null) ?? []);
  const ways = records.flatMap(waysOf);
  const names = records.filter(isNameAlone).flatMap(namesOf);
  const rows = await query<Omit<FoundGuardian, 'inWords'> & { firstName: string; surname: string }>(
    db,
    render(sql`
    with recursive way as (
      select id as asked, id, merged_into_id from guardians
      where institution_id = ${institutionId} and id = any(${sql.param(ids)}::bigint[])
      union select w.asked, n.id, n.merged_into_id from way w
        join guardians n on n.institution_id = ${institutionId} and n.id = w.merged_into_id),
    wanted as (
      select id, asked from way where merged_into_id is null
      union select id, id from guardians where institution_id = ${institutionId} and merged_into_id is null
        and (phone = any(${sql.param(ways)}::text[]) or mobile = any(${sql.param(ways)}::text[]) or email = any(${sql.param(ways)}::text[]))
      union select g.id, g.id from unnest(${sql.param(names)}::text[]) as alone (name)
        join guardians g on g.institution_id = ${institutionId} and g.merged_into_id is null
          and (g.sort_name = alone.name or (g.sort_name >= alone.name || ' ' and g.sort_name < alone.name || '!'))
      union select g.guardian_id, g.guardian_id from student_guardians g
        join students s on s.institution_id = g.institution_id and s.id = g.student_id
        where g.institution_id = ${institutionId} and s.admission_number = any(${sql.param(numbers)}::text[]))
    select g.id, array_agg(distinct w.asked) as ids, g.surname, g.first_name as "firstName", g.sort_name as "sortName",
      g.anonymised_at is not null as "isErased",
      exists (select from imports i join memberships m on m.institution_id = i.institution_id and m.account_id = coalesce(i.acting_account_id, i.account_id)
        where i.institution_id = ${institutionId} and i.id = ${importId} and m.guardian_id = g.id) as "isOwn",
      array_remove(array[g.phone, g.mobile, g.email], null) || array(
        select 'child ' || l.student_id from student_guardians l
        where l.institution_id = g.institution_id and l.guardian_id = g.id) as ways
    from wanted w join guardians g on g.institution_id = ${institutionId} and g.id = w.id
    group by g.institution_id, g.id`),
  );
  return rows.map(({ firstName, surname, ...row }): FoundGuardian => ({
    ...row,
    id: Number(row.id),
    ids: row.ids.map(Number),
    inWords: `${firstName} ${surname} already exists, with the same ID, phone, e-mail or child.`,
  }));
}

export async function findPupils(db: Db, institutionId: number, numbers: string[]): Promise<Map<string, Pupil>> {
  if (numbers.length === 0) return new Map();
  const rows = await query<Pupil & { number: string }>(
    db,
    sql`
    with recursive way as (
      select admission_number as number, id, merged_into_id from students
      where institution_id = ${institutionId} and admission_number = any(${sql.param(numbers)}::text[])
      union select w.number, n.id, n.merged_into_id from way w
        join students n on n.institution_id = ${institutionId} and n.id = w.merged_into_id)
    select s.number, s.id, n.first_name || ' ' || n.surname as name, g.guardian_id as "nextOfKin" from way s
    join students n on n.institution_id = ${institutionId} and n.id = s.id
    left join student_guardians g on g.institution_id = ${institutionId} and g.student_id = s.id and g.is_next_of_kin
    where s.merged_into_id is null`,
  );
  return new Map(rows.map(({ number, ...pupil }) => [number, pupil]));
}
