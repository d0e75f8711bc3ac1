import { sql } from 'drizzle-orm';
import { query, type Tx } from '#kernel/database.ts';
import { searchable } from '#kernel/searchable.ts';
import { quote } from '#features/people/imports/engine/clean.ts';
import type { Comparison, Piece, Refusal } from '#features/people/imports/kinds/kind.ts';
import { findByNumber, type KnownByNumber } from '#features/people/imports/kinds/known.queries.ts';
import { ownFamily } from '#kernel/own-family/own-family.ts';
import { students } from '#features/people/students/students.schema.ts';
import type { PastRow } from './past-rows.ts';
import { bandAt, bandCalled, bandsIn, isPass } from './scales.queries.ts';
import { takenTerms } from './taken-terms.queries.ts';
import { writePast, type GradedRow } from './write-past.ts';

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
  const admitted = await query<{ id: number; day: string | null }>(
    db,
    sql`select id::int as id, admission_date::text as day from students
      where institution_id = ${institutionId} and id = any (${sql.param(ids)}::bigint[])`,
  );
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
        return wrong('admissionNumber', `${called(student)} is of your own family. Ask a colleague to import this.`);
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
