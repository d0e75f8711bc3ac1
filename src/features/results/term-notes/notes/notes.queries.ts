import { sql } from 'drizzle-orm';
import type { CourseSheet } from '#features/results/assessment/marks/course-sheet.queries.ts';
import { query, type Db, type Tx } from '#kernel/database.ts';
import type { Trait } from '#features/results/assessment/assessment.ts';
import { sheetMembers } from '#features/results/assessment/sheets/members.ts';
import { type Actor, institutionsWhere, membershipIn } from '#kernel/actor.ts';
import { NotFound } from '#kernel/errors.ts';
import type { Writer } from './note-fields.ts';

export interface NoteRow {
  id: number;
  name: string;
  number: string;
  notes: Record<string, string>;
}

type Place = Pick<NoteSheet, 'institutionId' | 'id'>;

const rowsIn = ({ institutionId, id }: Place) => sql`
  with ${sheetMembers(sql`s.institution_id = ${institutionId} and s.id = ${id}`)}
  select p.id::bigint as id, p.surname || ', ' || p.first_name || coalesce(' ' || p.middle_name, '') as name,
    p.admission_number as number, p.sort_name, coalesce(n.notes, '{}') as notes, n.updated_at
  from member m join students p on (p.institution_id, p.id) = (m.institution_id, m.student_id)
  left join lateral (select x.notes, x.updated_at from term_notes x
    where (x.institution_id, x.student_id, x.term_id) = (m.institution_id, m.student_id, m.term_id) offset 0) n on true`;

/** The students of a sheet by name, with what is noted about them. */
export const noteRows = (db: Db, place: Place): Promise<NoteRow[]> =>
  query<NoteRow>(db)`select r.id, r.name, r.number, r.notes from (${rowsIn(place)}) r order by r.sort_name, r.id`;

/** The time of the database in milliseconds, from which changes are asked for. */
export async function timeNow(db: Db): Promise<number> {
  const [row] = await query<{ now: string }>(db)`select floor(extract(epoch from now()) * 1000)::text as now`;
  return Number(row!.now);
}

/**
 * The notes that were saved since. A time is taken before it is committed, so a few seconds before are read again.
 */
export const notesSince = (db: Db, place: Place, since: number): Promise<Pick<NoteRow, 'id' | 'notes'>[]> =>
  query<Pick<NoteRow, 'id' | 'notes'>>(db)`select r.id, r.notes from (${rowsIn(place)}) r
      where r.updated_at > to_timestamp(${since}::float8 / 1000) - interval '20 seconds'`;

/** Notes of students in a term, by student: for their report cards. */
export async function notesOf(
  db: Db,
  institutionId: number,
  termId: number,
  studentIds: number[],
): Promise<Map<number, Record<string, string>>> {
  const rows = await query<Pick<NoteRow, 'id' | 'notes'>>(db)`
    select u.id::bigint as id, n.notes from unnest(${sql.param(studentIds)}::bigint[]) u (id)
      cross join lateral (select x.notes from term_notes x
        where (x.institution_id, x.student_id, x.term_id) = (${institutionId}, u.id, ${termId}) offset 0) n`;
  return new Map(rows.map(({ id, notes }) => [id, notes]));
}

/** What holds for all report cards of a sheet: the times that the school opened, and the traits that are rated. */
export async function sheetNotesOf(
  db: Db,
  { institutionId, id }: Place,
): Promise<Pick<NoteSheet, 'timesOpened' | 'traits'>> {
  const [row] = await query<{ timesOpened: number | null; traits: Trait[][] }>(db)`
    select ${ofSheet} from mark_sheets s where s.institution_id = ${institutionId} and s.id = ${id}`;
  return { timesOpened: row!.timesOpened, traits: eachOnce(row!.traits) };
}

interface NoteToKeep {
  studentId: number;
  field: string;
  /** Empty if it was removed. */
  note: string;
}

/** Adds notes of a term to the ones that students have, in the name of the actor. */
export async function keepNotes(
  tx: Tx,
  actor: Actor,
  { institutionId, termId }: { institutionId: number; termId: number },
  notes: readonly NoteToKeep[],
): Promise<void> {
  if (notes.length === 0) return;
  const rows = [...Map.groupBy(notes, ({ studentId }) => studentId)].map(([student, own]) => ({
    student,
    notes: Object.fromEntries(own.map(({ field, note }) => [field, note])),
    writers: Object.fromEntries(own.map(({ field }) => [field, actor.accountId])),
  }));
  await tx.execute(sql`
    insert into term_notes as t (institution_id, student_id, term_id, notes, written_by)
    select ${institutionId}, n.student, ${termId}, n.notes, n.writers
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (student bigint, notes jsonb, writers jsonb)
    order by n.student
    on conflict (institution_id, student_id, term_id) do update set notes = t.notes || excluded.notes,
      written_by = t.written_by || excluded.written_by, updated_at = now()`);
}

export const seeingNotes = ['marks.view', 'marks.enter', 'marks.approve', 'marks.viewOwn'] as const;

/** A batch in a term, whose report cards get notes. */
export interface NoteSheet extends Pick<
  CourseSheet,
  'institutionId' | 'batchId' | 'batch' | 'termId' | 'term' | 'sessionId' | 'session' | 'state' | 'isClassTeacher'
> {
  id: number;
  timesOpened: number | null;
  /** Of all schemes that the sheet was opened with, each once. */
  traits: Trait[];
}

/** Of sheets `s`: the times that the school opened, and the traits of all schemes, those of most courses first. */
const ofSheet = sql`
  (select n.times_opened from sheet_notes n where (n.institution_id, n.sheet_id) = (s.institution_id, s.id))
    as "timesOpened",
  array(select v.content -> 'traits' from mark_sheet_courses k join assessment_scheme_versions v
      on (v.institution_id, v.scheme_id, v.version) = (k.institution_id, k.scheme_id, k.scheme_version)
    where (k.institution_id, k.sheet_id) = (s.institution_id, s.id)
    group by v.institution_id, v.scheme_id, v.version, v.content order by count(*) desc, v.scheme_id) as traits`;

/** Traits that several schemes share are rated once. */
const eachOnce = (traits: Trait[][]): Trait[] =>
  traits.flat().filter(({ key }, at, all) => all.findIndex((one) => one.key === key) === at);

/** A sheet whose notes the actor can see: all, or those of the batches that the actor leads. `hold`: nobody publishes it meanwhile. */
export async function findNoteSheet(db: Db, actor: Actor, sheetId: number, { hold = false } = {}): Promise<NoteSheet> {
  const within = institutionsWhere(actor, ...seeingNotes);
  const employeeIds = actor.institutions.flatMap((one) => one.employeeIds);
  const [row] = await query<Omit<NoteSheet, 'traits'> & { traits: Trait[][] }>(db)`
    select s.id::bigint as id, s.institution_id as "institutionId", b.id::bigint as "batchId", b.name as batch,
      t.id::bigint as "termId", t.name as term, y.id::bigint as "sessionId", y.name as session, s.state,
      ${ofSheet},
      exists (select from batch_teachers x where (x.institution_id, x.batch_id) = (s.institution_id, s.batch_id)
        and x.employee_id = any (${sql.param(employeeIds)}::bigint[])) as "isClassTeacher"
    from mark_sheets s
    join batches b on (b.institution_id, b.id) = (s.institution_id, s.batch_id)
    join terms t on (t.institution_id, t.id) = (s.institution_id, s.term_id)
    join academic_sessions y on (y.institution_id, y.id) = (t.institution_id, t.session_id)
    where s.institution_id = any (${sql.param(within)}::int[]) and s.id = ${sheetId} ${hold ? sql`for share of s` : sql``}`;
  if (!row || !maySee(actor, row)) throw new NotFound('mark sheet');
  return { ...row, traits: eachOnce(row.traits) };
}

function maySee(actor: Actor, { institutionId, isClassTeacher }: Pick<NoteSheet, 'institutionId' | 'isClassTeacher'>) {
  const { permissions } = membershipIn(actor, institutionId)!;
  const seesAll = ['marks.view', 'marks.enter', 'marks.approve'] as const;
  return seesAll.some((one) => permissions.has(one)) || (isClassTeacher && permissions.has('marks.viewOwn'));
}

/**
 * Whose part the actor writes: the class teacher and those who enter all marks that of the class teacher, with
 * attendance and traits; those who approve marks that of the principal. Nobody once the sheet is published.
 */
export function writesAs(actor: Actor, { institutionId, isClassTeacher, state }: NoteSheet): Record<Writer, boolean> {
  const { permissions } = membershipIn(actor, institutionId)!;
  const isOpen = state !== 'published';
  return {
    teacher: isOpen && (permissions.has('marks.enter') || (isClassTeacher && permissions.has('marks.enterOwn'))),
    principal: isOpen && permissions.has('marks.approve'),
  };
}
