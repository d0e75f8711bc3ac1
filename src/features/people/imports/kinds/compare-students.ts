import type { StudentStatus } from '#features/people/students/student-status.ts';
import { students } from '#features/people/students/students.schema.ts';
import type { PersonRecord } from '../engine/field.ts';
import { findAlike, findByNumber, type KnownByNumber } from './known.queries.ts';
import type { Comparison, Piece } from './kind.ts';
import { erased, looksLike } from './refusals.ts';
import { compareParents, writeParents } from './students-parents.ts';
import { lockOpenSeats, keepSeat, writeStudents, type KnownStudent } from './write-students.ts';

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
  const same = (record: PersonRecord) => {
    const found = byNumber.get(record['admissionNumber'] as string);
    return found && asKnown(found);
  };
  const likeness = (record: PersonRecord) => alike.get(at.get(record) ?? -1);
  const parents = await compareParents(piece, (record) => (same(record) ?? likeness(record))?.number);
  return {
    same,
    alike(record) {
      const found = likeness(record);
      return found && { known: asKnown(found), message: looksLike(found) };
    },
    isSeated: (known) => Boolean((known as KnownStudent | undefined)?.batchId),
    refuse(record, known) {
      const student = known as KnownStudent | undefined;
      if (student?.isErased) return erased('admissionNumber', record);
      const batchId = record['batchId'] as number | null;
      const message =
        batchId !== null && !student?.batchId
          ? keepSeat(batches, given, batchId, school.surroundings.batches.word)
          : null;
      return message === null ? parents.refuse(record, student?.number) : { field: 'batch', value: null, message };
    },
    async write(tx, changes, taken) {
      const written = await writeStudents(tx, piece, batches, changes, taken);
      const students = changes.map((change) => ({
        record: change.record,
        number:
          change.kind === 'update'
            ? (change.known as KnownStudent).number
            : (change.record['admissionNumber'] as string),
      }));
      return [...written, ...(await writeParents(tx, piece, students))];
    },
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
  id,
  batchId,
  isErased,
  number,
  status: status as StudentStatus,
  inWords: `${firstName} ${surname} already has admission number ${number}.`,
});
