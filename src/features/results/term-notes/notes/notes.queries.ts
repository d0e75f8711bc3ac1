import { sql } from 'drizzle-orm';
import { query, type Db } from '#kernel/database.ts';
import type { Trait } from '#features/results/assessment/assessment.ts';
import { sheetMembers } from '#features/results/assessment/sheets/members.ts';
import { eachOnce, ofSheet, type NoteSheet } from './note-sheet.queries.ts';

export interface NoteRow {
  id: number;
  name: string;
  number: string;
  notes: Record<string, string>;
}

type Place = Pick<NoteSheet, 'institutionId' | 'id'>;

const rowsIn = ({ institutionId, id }: Place) => sql`
  with ${sheetMembers(sql`s.institution_id = ${institutionId} and s.id = ${id}`)}
  select p.id::int as id, p.surname || ', ' || p.first_name || coalesce(' ' || p.middle_name, '') as name,
    p.admission_number as number, p.sort_name, coalesce(n.notes, '{}') as notes, n.updated_at
  from member m join students p on (p.institution_id, p.id) = (m.institution_id, m.student_id)
  left join lateral (select x.notes, x.updated_at from term_notes x
    where (x.institution_id, x.student_id, x.term_id) = (m.institution_id, m.student_id, m.term_id) offset 0) n on true`;

/** The students of a sheet by name, with what is noted about them. */
export const noteRows = (db: Db, place: Place): Promise<NoteRow[]> =>
  query<NoteRow>(db, sql`select r.id, r.name, r.number, r.notes from (${rowsIn(place)}) r order by r.sort_name, r.id`);

/** The time of the database in milliseconds, from which changes are asked for. */
export async function timeNow(db: Db): Promise<number> {
  const [row] = await query<{ now: string }>(db, sql`select floor(extract(epoch from now()) * 1000)::text as now`);
  return Number(row!.now);
}

/**
 * The notes that were saved since. A time is taken before it is committed, so a few seconds before are read again.
 */
export const notesSince = (db: Db, place: Place, since: number): Promise<Pick<NoteRow, 'id' | 'notes'>[]> =>
  query<Pick<NoteRow, 'id' | 'notes'>>(
    db,
    sql`select r.id, r.notes from (${rowsIn(place)}) r
      where r.updated_at > to_timestamp(${since}::float8 / 1000) - interval '20 seconds'`,
  );

/** Notes of students in a term, by student: for their report cards. */
export async function notesOf(
  db: Db,
  institutionId: number,
  termId: number,
  studentIds: number[],
): Promise<Map<number, Record<string, string>>> {
  const rows = await query<Pick<NoteRow, 'id' | 'notes'>>(
    db,
    sql`select u.id::int as id, n.notes from unnest(${sql.param(studentIds)}::bigint[]) u (id)
      cross join lateral (select x.notes from term_notes x
        where (x.institution_id, x.student_id, x.term_id) = (${institutionId}, u.id, ${termId}) offset 0) n`,
  );
  return new Map(rows.map(({ id, notes }) => [id, notes]));
}

/** What holds for all report cards of a sheet: the times that the school opened, and the traits that are rated. */
export async function sheetNotesOf(
  db: Db,
  { institutionId, id }: Place,
): Promise<Pick<NoteSheet, 'timesOpened' | 'traits'>> {
  const [row] = await query<{ timesOpened: number | null; traits: Trait[][] }>(
    db,
    sql`select ${ofSheet} from mark_sheets s where s.institution_id = ${institutionId} and s.id = ${id}`,
  );
  return { timesOpened: row!.timesOpened, traits: eachOnce(row!.traits) };
}
