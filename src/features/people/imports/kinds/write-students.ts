import { sql, and, eq, inArray } from 'drizzle-orm';
import type { Db, Tx } from '#kernel/database.ts';
import { isEnrolled, type StudentStatus } from '#features/people/students/student-status.ts';
import { students } from '#features/people/students/students.schema.ts';
import { lockSeats, whyFull, type Seats, openEnrolments } from '#features/people/students/moves/assign-batch.ts';
import type { PersonRecord } from '../engine/field.ts';
import { assignNumbers } from '../school/assign-numbers.ts';
import { columnsFor, insertPeople, updatePeople, changedPeople, writeCustomFields } from '../work/write-people.ts';
import { findByNumber } from './known-people.ts';
import type { Change, ExistingRecord, Piece, RecordChange } from './kind.ts';
import { withTable } from '#kernel/database/with-table.ts';
import type { Day } from '#kernel/dates.ts';

export interface KnownStudent extends ExistingRecord {
  batchId: number | null;
  status: StudentStatus;
  isErased: boolean;
  number: string;
}

type OpenSeats = ReadonlyMap<number, Pick<Seats, 'name' | 'capacity' | 'taken'>>;

export async function lockOpenSeats(db: Db, institutionId: number, batchIds: number[]): Promise<OpenSeats> {
  const locked = await lockSeats(db, institutionId, batchIds);
  return new Map([...locked].filter(([, { isClosed, isInCurrentSession }]) => isInCurrentSession && !isClosed));
}

/** Keeps a seat for the row, or says why it gets none. */
export function keepSeat(batches: OpenSeats, given: Map<number, number>, batchId: number, word: string): string | null {
  const batch = batches.get(batchId);
  if (!batch) return `The ${word} has been closed. Choose another one, or leave the cell blank.`;
  const why = whyFull({ ...batch, taken: batch.taken + (given.get(batchId) ?? 0) }, 1);
  if (why) return `${why} Raise its capacity, choose another ${word}, or leave the cell blank.`;
  given.set(batchId, (given.get(batchId) ?? 0) + 1);
  return null;
}

export async function writeStudents(
  tx: Tx,
  { institutionId, school, options }: Piece,
  batches: OpenSeats,
  changes: Change[],
  taken: ReadonlySet<string>,
): Promise<RecordChange[]> {
  const keys = columnsFor(school.roster.fields, 'batchId').filter((key) => key !== 'enrolledFrom');
  const fresh = changes.filter(({ kind }) => kind === 'new').map(({ record }) => record);
  const without = fresh.filter(({ admissionNumber }) => !admissionNumber);
  const { today } = school.surroundings;
  const numbers = await assignNumbers(
    tx,
    {
      institutionId,
      taken,
      counter: 'admission',
      pattern: school.patterns.admission,
      inUse: (wanted) => findByNumber({ db: tx, institutionId, table: students }, wanted),
    },
    without.map(({ admissionDate }) => Number(((admissionDate as string | null) ?? today).slice(0, 4))),
  );
  without.forEach((record, at) => (record['admissionNumber'] = numbers[at]));
  for (const record of fresh) record['status'] ??= 'active';
  const ids = await insertPeople(tx, students, institutionId, fresh, keys);

  const changed = changes.flatMap((change) => {
    if (change.kind === 'new') return [];
    const { batchId, status } = change.known as KnownStudent;
    const seat = batchId === null && isEnrolled(status) ? change.record['batchId'] : null;
    return [{ personId: change.known.id, record: { ...change.record, batchId: seat } as PersonRecord }];
  });
  // Status, an existing batch and the number are changed elsewhere and stay.
  const updated = keys.filter((key) => key !== 'status' && key !== 'admissionNumber');
  const rewritten = await updatePeople(tx, students, institutionId, changed, updated, {
    batchId: sql`coalesce(s.batch_id, r."batchId")`,
    ...Object.fromEntries(
      ['nextOfKinName', 'nextOfKinPhone', 'nextOfKinRelation'].map((key) => [key, ownNextOfKin(key)]),
    ),
  });

  const added = fresh.map((record, index) => ({ personId: ids[index]!, record }));
  const own = await writeCustomFields(tx, institutionId, 'student', school.customFields, { fresh: added, changed });
  const wanted = [...added, ...changed].filter(({ record }) => record['batchId'] != null);
  const { begins } = school.surroundings;
  const usual = options.enrolment === 'term' && begins && begins.term < today ? begins.term : today;
  const seats = await enrolImported(tx, institutionId, batches, { wanted, usual, today });
  const seated = (one: RecordChange): RecordChange => {
    // The seat is recorded by name and undone separately.
    const { batchId: _, ...fields } = one.fields;
    const seat = seats.get(one.personId);
    return seat
      ? { ...one, seat, fields: one.isNew ? {} : { ...fields, [seatField]: { from: null, to: seat.batchName } } }
      : { ...one, fields };
  };
  return [
    ...added.map(({ personId, record }): RecordChange => ({
      personId,
      called: `${record.firstName} ${record.surname}`,
      number: record['admissionNumber'] as string,
      isNew: true,
      fields: {},
      own: new Map(),
      links: [],
    })),
    ...changedPeople(changed, rewritten, own),
  ].map(seated);
}

/** If a guardian is marked as next of kin, the student's own next-of-kin columns are not changed. */
const ownNextOfKin = (key: string) => {
  const column = sql.identifier(key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
  return sql`case when exists (select from student_guardians g where g.institution_id = s.institution_id and g.student_id = s.id
    and g.is_next_of_kin) then s.${column} else coalesce(r.${sql.identifier(key)}, s.${column}) end`;
};

/** The class arm's label in the history of a record. */
export const seatField = 'batch';

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
async function enrolImported(
  tx: Tx,
  institutionId: number,
  batches: ReadonlyMap<number, { name: string }>,
  { wanted, usual, today }: Wanted,
): Promise<Map<number, NonNullable<RecordChange['seat']>>> {
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
