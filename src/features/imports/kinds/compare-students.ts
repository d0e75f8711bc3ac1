import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Db, Tx } from '#kernel/database.ts';
import { isEnrolled, type StudentStatus } from '#features/students/student-status.ts';
import { students } from '#features/students/students.schema.ts';
import { lockSeats, openEnrolments, whyFull, type Seats } from '#features/students/moves/take-seats.ts';
import type { PersonRecord } from '../engine/field.ts';
import { assignNumbers } from '../school/assign-numbers.ts';
import { changedPeople, columnsFor, insertPeople, updatePeople, writeCustomFields } from '../work/write-people.ts';
import { findAlike, findByNumber, type Alike, type KnownByNumber } from './known.queries.ts';
import type { Comparison, Change, Known, Piece, Written } from './kind.ts';

interface KnownStudent extends Known {
  batchId: number | null;
  status: StudentStatus;
  isErased: boolean;
}

/** Compares a chunk of a file with the institution's students and open batches. */
export async function compareStudents(piece: Piece): Promise<Comparison> {
  const { db, institutionId, school, records, given } = piece;
  const at = new Map(records.map((record, index) => [record, index]));
  const where = { db, institutionId, table: students };
  const wanted = [...new Set(records.flatMap(({ batchId }) => (batchId as number | null) ?? []))];
  const [byNumber, alike, batches] = await Promise.all([
    findByNumber(
      where,
      records.flatMap(({ admissionNumber }) => (admissionNumber as string | null) ?? []),
    ),
    findAlike(where, records),
    piece.isWriting ? lockOpenSeats(db, institutionId, wanted) : school.batches,
  ]);
  return {
    same(record) {
      const found = byNumber.get(record['admissionNumber'] as string);
      return found && asKnown(found);
    },
    alike(record) {
      const found = alike.get(at.get(record) ?? -1);
      return found && { known: asKnown(found), message: looksLike(found) };
    },
    isSeated: (known) => Boolean((known as KnownStudent | undefined)?.batchId),
    refuse(record, known) {
      const same = known as KnownStudent | undefined;
      if (same?.isErased) return erased('admissionNumber', record);
      const batchId = record['batchId'] as number | null;
      const message =
        batchId !== null && !same?.batchId ? keepSeat(batches, given, batchId, school.surroundings.batches.word) : null;
      return message === null ? null : { field: 'batch', value: null, message };
    },
    write: (tx, changes, taken) => writeStudents(tx, piece, batches, changes, taken),
  };
}

const asKnown = ({
  id,
  batchId,
  status,
  isErased,
  firstName,
  surname,
  number,
}: Omit<KnownByNumber, 'key'>): KnownStudent => ({
  ...{ id, batchId, isErased, status: status as StudentStatus },
  inWords: `${firstName} ${surname} already has admission number ${number}.`,
});

/** Describes a possible duplicate for the user to decide. */
export const looksLike = ({ firstName, surname, number, why }: Alike) =>
  `Possible duplicate of ${firstName} ${surname} (${number}): ${why}.`;

export const erased = (field: string, record: PersonRecord) => ({
  field,
  value: record[field] as string,
  message: 'The record with this number was erased at the person’s request. Remove the row from the file.',
});

type OpenSeats = ReadonlyMap<number, Pick<Seats, 'name' | 'capacity' | 'taken'>>;

async function lockOpenSeats(db: Db, institutionId: number, batchIds: number[]): Promise<OpenSeats> {
  const locked = await lockSeats(db, institutionId, batchIds);
  return new Map([...locked].filter(([, { isClosed, isInCurrentSession }]) => isInCurrentSession && !isClosed));
}

/** Keeps a seat for the row, or says why it gets none. */
function keepSeat(batches: OpenSeats, given: Map<number, number>, batchId: number, word: string): string | null {
  const batch = batches.get(batchId);
  if (!batch) return `The ${word} has been closed. Choose another one, or leave the cell blank.`;
  const why = whyFull({ ...batch, taken: batch.taken + (given.get(batchId) ?? 0) }, 1);
  if (why) return `${why} Raise its capacity, choose another ${word}, or leave the cell blank.`;
  given.set(batchId, (given.get(batchId) ?? 0) + 1);
  return null;
}

async function writeStudents(
  tx: Tx,
  { institutionId, school }: Piece,
  batches: OpenSeats,
  changes: Change[],
  taken: ReadonlySet<string>,
): Promise<Written[]> {
  const keys = columnsFor(school.roster.fields, 'batchId');
  const fresh = changes.filter(({ kind }) => kind === 'new').map(({ record }) => record);
  const without = fresh.filter(({ admissionNumber }) => !admissionNumber);
  const { today } = school.surroundings;
  const numbers = await assignNumbers(
    tx,
    {
      ...{ institutionId, taken, counter: 'admission', pattern: school.patterns.admission },
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
  const seats = await enrol(
    tx,
    institutionId,
    today,
    batches,
    wanted.map(({ personId }) => personId),
  );
  const seated = (one: Written): Written => {
    // The seat is recorded by name and undone separately.
    const { batchId: _, ...fields } = one.fields;
    const seat = seats.get(one.personId);
    return seat
      ? { ...one, seat, fields: one.isNew ? {} : { ...fields, [seatField]: { from: null, to: seat.batchName } } }
      : { ...one, fields };
  };
  return [
    ...added.map(({ personId, record }): Written => ({
      personId,
      called: `${record.firstName} ${record.surname}`,
      number: record['admissionNumber'] as string,
      ...{ isNew: true, fields: {}, own: new Map(), links: [] },
    })),
    ...changedPeople(changed, rewritten, own),
  ].map(seated);
}

/** The class arm's label in the history of a record. */
export const seatField = 'batch';

/** If a guardian is marked as next of kin, the student's own next-of-kin columns are not changed. */
const ownNextOfKin = (key: string) => {
  const column = sql.identifier(key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
  return sql`case when exists (select from student_guardians g where g.institution_id = s.institution_id and g.student_id = s.id
    and g.is_next_of_kin) then s.${column} else coalesce(r.${sql.identifier(key)}, s.${column}) end`;
};

async function enrol(
  tx: Tx,
  institutionId: number,
  from: string,
  batches: OpenSeats,
  wanted: number[],
): Promise<Map<number, NonNullable<Written['seat']>>> {
  if (wanted.length === 0) return new Map();
  const seated = await tx
    .select({ studentId: students.id, batchId: sql<number>`${students.batchId}` })
    .from(students)
    .where(and(eq(students.institutionId, institutionId), inArray(students.id, wanted)));
  const opened = await openEnrolments(tx, { institutionId, seats: seated, from });
  return new Map(
    seated.map(({ studentId, batchId }) => [
      studentId,
      { batchId, batchName: batches.get(batchId)!.name, enrolmentId: opened.get(studentId)! },
    ]),
  );
}
