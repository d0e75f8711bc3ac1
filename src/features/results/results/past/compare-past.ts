import { sql } from 'drizzle-orm';
import { quote } from '#features/people/imports/engine/headers.ts';
import type { Comparison, Piece, Refusal, ImportJob, RecordChange } from '#features/people/imports/kinds/kind.ts';
import { findByNumber, type KnownByNumber } from '#features/people/imports/kinds/known-people.ts';
import { ownFamily } from '#kernel/own-family/own-family.ts';
import { students } from '#features/people/students/students.schema.ts';
import type { PastRow } from './past-rows.ts';
import { searchable } from '#kernel/searchable.ts';
import { query, type Tx, type Db } from '#kernel/database.ts';
import type { Band } from '#features/results/assessment/compute/types.ts';
import { countOf } from '#ui/format.ts';
import { refreshSummaries } from '../summaries/refresh-summaries.ts';

/** Compares rows of past terms with the students, the school's scales and the terms that they have already. */
export async function comparePast(piece: Piece): Promise<Comparison> {
  const { db, importId, institutionId, isWriting } = piece;
  const records = piece.records as PastRow[];
  const known = await findByNumber({ db, institutionId, table: students }, [
    ...new Set(records.map(({ admissionNumber }) => admissionNumber)),
  ]);
  const ids = [...new Set([...known.values()].map(({ id }) => Number(id)))];
  if (isWriting)
    await db.execute(sql`select 1 from students where institution_id = ${institutionId}
      and id = any (${sql.param(ids)}::bigint[]) order by id for no key update`);
  const admitted = await query<{ id: number; day: string | null }>(db)`
    select id::bigint as id, admission_date::text as day from students
      where institution_id = ${institutionId} and id = any (${sql.param(ids)}::bigint[])`;
  const admittedOn = new Map(admitted.map(({ id, day }) => [id, day]));
  const taken = await takenTerms(db, { institutionId, importId }, ids);
  const bandsFor = await bandsIn(db, institutionId);
  const { students: own } = await ownFamily(db, piece.actor.accountId, institutionId);
  const studentOf = (row: PastRow) => known.get(row.admissionNumber);

  /** The row with what its scale says, or what is wrong with it. */
  function graded(row: PastRow, student: KnownByNumber): GradedRow | { field: string; message: string } {
    const bands = bandsFor(row.scale, admittedOn.get(Number(student.id)) ?? null);
    if (!Array.isArray(bands)) return { field: 'scale', message: bands.problem };
    const band = row.grade ? bandCalled(bands, row.grade) : bandAt(bands, row.total!);
    if (!band)
      return {
        field: 'grade',
        message: `${quote(row.grade ?? '')} is not a grade of the scale. Use ${bands.map(({ grade }) => grade).join(', ')}.`,
      };
    const points = row.points ?? (row.units === null ? null : band.points);
    return { ...row, studentId: Number(student.id), grade: band.grade, points, passed: isPass(bands, band) };
  }

  return {
    same: () => undefined,
    refuse(record): Refusal | null {
      const row = record as PastRow;
      const wrong = (field: string, message: string): Refusal => {
        const value = row[field];
        return { field, value: typeof value === 'string' ? value : null, message };
      };
      const student = studentOf(row);
      if (!student)
        return wrong('admissionNumber', 'No student has this admission number. Add the student first, or correct it.');
      if (student.isErased)
        return wrong('admissionNumber', 'The record with this admission number was erased. Leave this row out.');
      if (row.name && !isNamed(student, row.name))
        return wrong(
          'name',
          `${student.number} is ${called(student)}, not ${quote(row.name)}. Check the admission number.`,
        );
      if (own.has(Number(student.id)))
        return wrong('admissionNumber', `${called(student)} is in your own family. Ask a colleague to import this.`);
      const why = taken.get(`${student.id} ${row.year} ${row.position}`);
      if (why) return wrong('term', `${called(student)} has ${why} of ${row.term}, ${row.session} already.`);
      const grade = graded(row, student);
      return 'field' in grade ? wrong(String(grade.field), String(grade.message)) : null;
    },
    write: (tx, changes) =>
      writePast(
        tx as Tx,
        piece,
        changes.map(({ record }) => {
          const row = record as PastRow;
          const student = studentOf(row)!;
          return { row: graded(row, student) as GradedRow, called: called(student) };
        }),
      ),
  };
}

const called = ({ firstName, surname }: KnownByNumber) => `${firstName} ${surname}`;

/** One word of the name is enough: files spell names in many ways. */
const isNamed = ({ firstName, surname }: KnownByNumber, name: string): boolean => {
  const words = (text: string) => searchable(text).split(/[^\p{L}\p{N}]+/u);
  const given = new Set(words(name));
  return words(`${firstName} ${surname}`).some((word) => given.has(word));
};

/** Terms that students have already, published here or imported by another file: 'published results', by student and term. */
async function takenTerms(
  db: Db,
  { institutionId, importId }: ImportJob,
  studentIds: number[],
): Promise<Map<string, string>> {
  const ids = sql`any (${sql.param(studentIds)}::bigint[])`;
  const rows = await query<{ key: string; why: string }>(db)`
    select concat_ws(' ', r.student_id, extract(year from y.starts_on), t.position) as key, 'published results' as why
      from published_results r join terms t on (t.institution_id, t.id) = (r.institution_id, r.term_id)
      join academic_sessions y on (y.institution_id, y.id) = (t.institution_id, t.session_id)
      where r.institution_id = ${institutionId} and r.student_id = ${ids} and r.replaced_at is null
      union all
      select concat_ws(' ', p.student_id, p.year, p.position), 'imported results' from past_terms p
      where p.institution_id = ${institutionId} and p.student_id = ${ids} and p.import_id is distinct from ${importId}::bigint`;
  return new Map(rows.map(({ key, why }) => [key, why]));
}

/** Finds the bands that hold for a student: of a named scale, or of the only one, in the version of the entry year. */
type BandsFor = (name: string | null, admittedOn: string | null) => Band[] | { problem: string };

async function bandsIn(db: Db, institutionId: number): Promise<BandsFor> {
  const versions = await query<{ name: string; entryFrom: string | null; bands: Band[] }>(db)`
    select s.name, v.entry_from::text as "entryFrom", v.bands from grading_scales s
      join grading_scale_versions v on (v.institution_id, v.scale_id) = (s.institution_id, s.id)
      where s.institution_id = ${institutionId} and s.archived_at is null order by s.name, v.version desc`;
  const scales = Map.groupBy(versions, ({ name }) => searchable(name));
  const names = [...new Set(versions.map(({ name }) => name))];
  return (name, admittedOn) => {
    if (names.length === 0) return { problem: 'The school has no grading scale yet. Add one under Assessment first.' };
    if (name === null && scales.size > 1)
      return { problem: `The school has several grading scales. Name one of them: ${names.join(', ')}.` };
    const own = name === null ? versions : scales.get(searchable(name));
    if (!own) return { problem: `“${name}” is not a grading scale of the school. Use ${names.join(', ')}.` };
    const version = own.find(({ entryFrom }) => entryFrom === null || (admittedOn !== null && entryFrom <= admittedOn));
    return (version ?? own.at(-1)!).bands;
  };
}

/** The highest band that a total reaches. */
const bandAt = (bands: Band[], total: number): Band | undefined =>
  bands.toSorted((a, b) => b.from - a.from).find(({ from }) => from <= total);

const bandCalled = (bands: Band[], grade: string): Band | undefined =>
  bands.find((band) => searchable(band.grade) === searchable(grade));

/** Every band but the lowest is a pass. */
const isPass = (bands: Band[], { from }: Band): boolean => from > Math.min(...bands.map((band) => band.from));

/** A row with what its scale says. */
interface GradedRow extends PastRow {
  studentId: number;
  grade: string;
  passed: boolean;
}

/** Adds past terms with their courses. Rows of a term can come in several pieces of the file. */
async function writePast(
  tx: Tx,
  { institutionId, importId }: ImportJob,
  graded: { row: GradedRow; called: string }[],
): Promise<RecordChange[]> {
  const rows = graded.map(({ row: { custom: _, ...row } }) => ({
    ...row,
    system: row.units === null ? 'average' : 'gpa',
    units: row.units ?? 1,
  }));
  const file = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x ("studentId" bigint, session text, year int,
    term text, position int, "className" text, system text, average int, rank int, "rankOf" int, code text, title text,
    units int, total int, grade text, points numeric, passed boolean)`;
  await tx.execute(sql`
    insert into past_terms (institution_id, student_id, import_id, session, year, term, position, class_name, system,
      average, rank, rank_of)
    select distinct ${institutionId}::int, x."studentId", ${importId}::bigint, x.session, x.year, x.term, x.position,
      x."className", x.system, x.average, x.rank, x."rankOf"
    from ${file} order by x."studentId", x.year, x.position
    on conflict (institution_id, student_id, year, position) do nothing`);
  await tx.execute(sql`
    insert into past_results (institution_id, past_term_id, code, title, units, total, grade, points, passed)
    select p.institution_id, p.id, x.code, x.title, x.units, x.total, x.grade, x.points, x.passed
    from ${file} join past_terms p on p.institution_id = ${institutionId}
      and (p.student_id, p.year, p.position, p.import_id) = (x."studentId", x.year, x.position, ${importId}::bigint)`);
  const ofStudents = Map.groupBy(graded, ({ row }) => row.studentId);
  const studentIds = [...ofStudents.keys()];
  await refreshSummaries(tx, institutionId, studentIds);
  const before = await query<{ id: number }>(tx)`
    select subject_id::bigint as id from import_changes where institution_id = ${institutionId}
      and import_id = ${importId} and subject_id = any (${sql.param(studentIds)}::bigint[])`;
  const written = new Set(before.map(({ id }) => id));
  return [...ofStudents].flatMap(([personId, own]): RecordChange[] => {
    if (written.has(personId)) return [];
    const { called } = own[0]!;
    const terms = [...new Set(own.map(({ row }) => `${row.term}, ${row.session}`))];
    return [
      {
        personId,
        called,
        isNew: false,
        own: new Map(),
        links: [],
        fields: { pastResults: { from: null, to: terms.join('; ') } },
        summary: `added past results of ${called} from a file: ${countOf(terms.length, 'term')}`,
      },
    ];
  });
}
