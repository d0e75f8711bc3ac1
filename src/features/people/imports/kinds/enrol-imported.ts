import { and, eq, inArray, sql } from 'drizzle-orm';
import { withTable } from '#kernel/database/with-table.ts';
import type { Tx } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';
import { openEnrolments } from '#features/people/students/moves/take-seats.ts';
import { students } from '#features/people/students/students.schema.ts';
import type { PersonRecord } from '../engine/field.ts';
import type { Written } from './kind.ts';

/** Nobody is in class before the admission, which may be still to come. */
const latest = (usual: Day, admitted: Day | null, today: Day): Day =>
  admitted && admitted > usual ? (admitted < today ? admitted : today) : usual;

interface Wanted {
  wanted: { personId: number; record: PersonRecord }[];
  /** Since when, unless the row says. */
  usual: Day;
  today: Day;
}

/** Enrols those who have got a class arm, and nobody before having left the last one. */
export async function enrolImported(
  tx: Tx,
  institutionId: number,
  batches: ReadonlyMap<number, { name: string }>,
  { wanted, usual, today }: Wanted,
): Promise<Map<number, NonNullable<Written['seat']>>> {
  if (wanted.length === 0) return new Map();
  const seated = await tx
    .select({
      studentId: students.id,
      batchId: sql<number>`${students.batchId}`,
      left: sql<Day | null>`(select max(e.to_date)::text from enrolments e
        where e.institution_id = ${withTable(students.institutionId)} and e.student_id = ${withTable(students.id)})`,
    })
    .from(students)
    .where(
      and(
        eq(students.institutionId, institutionId),
        inArray(
          students.id,
          wanted.map(({ personId }) => personId),
        ),
      ),
    );
  const fromOf = new Map(
    wanted.map(({ personId, record }) => [
      personId,
      (record['enrolledFrom'] as Day | null) ?? latest(usual, record['admissionDate'] as Day | null, today),
    ]),
  );
  const opened = await openEnrolments(tx, {
    institutionId,
    seats: seated.map(({ left, ...seat }) => {
      const from = fromOf.get(seat.studentId)!;
      return { ...seat, from: left && left > from ? left : from };
    }),
  });
  return new Map(
    seated.map(({ studentId, batchId }) => [
      studentId,
      { batchId, batchName: batches.get(batchId)!.name, enrolmentId: opened.get(studentId)! },
    ]),
  );
}
