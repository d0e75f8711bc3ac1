import type { StudentStatus } from '#features/people/students/student-status.ts';
import { students } from '#features/people/students/students.schema.ts';
import type { PersonRecord } from '../engine/field.ts';
import type { Comparison, Piece, Change, ExistingRecord, Refusal, RecordChange } from './kind.ts';
import { erased, looksLike, findAlike, findByNumber, type KnownByNumber } from './known-people.ts';
import { lockOpenSeats, keepSeat, writeStudents, type KnownStudent } from './write-students.ts';
import type { Tx } from '#kernel/database.ts';
import { Unreadable } from '../engine/headers.ts';
import { compareGuardians } from './compare-guardians.ts';
import { parentsOf, type ParentRecord, guardianFields } from './parent-columns.ts';
import { searchable } from '#kernel/searchable.ts';
import { waysOf } from './merge-guardians.ts';

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

/** Why the guardians in a row can't be linked to its student; known before anything is written. */
async function compareParents(piece: Piece, numberOf: (record: PersonRecord) => string | undefined) {
  const all = piece.records.flatMap((record) => parentsOf(record).map((parent) => ofChild(parent, numberOf(record))));
  if (all.length === 0) return { refuse: () => null };
  const comparison = await compareGuardians({ ...piece, records: all, isWriting: false });
  return {
    /** `number` is that of an existing student. */
    refuse(record: PersonRecord, number: string | undefined): Refusal | null {
      for (const parent of parentsOf(record).map((one) => ofChild(one, number))) {
        const known = comparison.same(parent);
        const refusal = comparison.refuse(parent, known) ?? (known && !number && isOwn(known) ? own : null);
        if (refusal)
          return {
            message: refusal.message,
            field: `${parent.role}Name`,
            value: `${parent.firstName} ${parent.surname}`,
          };
      }
      return null;
    },
  };
}

const ofChild = (parent: ParentRecord, number: string | undefined): ParentRecord => ({
  ...parent,
  children: number === undefined ? [] : parent.children.map((child) => ({ ...child, number })),
});
const isOwn = (known: ExistingRecord) => (known as ExistingRecord & { isOwn: boolean }).isOwn;
const own = { message: 'This is your own guardian record. Ask a colleague to link you to another child.' };

/** Adds the guardians of written students, each family once, or links those that exist as the file says. */
async function writeParents(
  tx: Tx,
  piece: Piece,
  students: { record: PersonRecord; number: string }[],
): Promise<RecordChange[]> {
  const records = joinParents(students);
  if (records.length === 0) return [];
  const { roster } = piece.school;
  const school = { ...piece.school, roster: { ...roster, fields: guardianFields }, customFields: [] };
  const asked = { ...piece, db: tx, records, school };
  const comparison = await compareGuardians(asked);
  const changes = records.map((record, at): Change => {
    const known = comparison.same(record);
    const refusal = comparison.refuse(record, known);
    if (refusal) throw new Unreadable(`${record.firstName} ${record.surname}: ${refusal.message}`);
    return known
      ? { row: at, record, kind: 'update', known, onlyAdds: true, setsLinks: true }
      : { row: at, record, kind: 'new' };
  });
  const written = await comparison.write(tx, changes, new Set());
  return written.map((one) => ({ ...one, as: 'guardians' }));
}

interface Family {
  parent: ParentRecord;
  ways: Set<string>;
  words: Set<string>;
}

const wordsOf = ({ surname, firstName, middleName }: ParentRecord) =>
  searchable(`${surname} ${firstName} ${String(middleName ?? '')}`)
    .split(' ')
    .filter(Boolean);

/**
 * The guardians of some students, each once: siblings share one whose phone or e-mail is the same with a word of the
 * name, or whose whole name is the same with the surname of the child, unless their phones differ.
 */
function joinParents(students: { record: PersonRecord; number: string }[]): ParentRecord[] {
  const families: Family[] = [];
  const byKey = new Map<string, Family[]>();
  for (const { record, number } of students)
    for (const parent of parentsOf(record)) {
      const own = { ...parent, children: parent.children.map((child) => ({ ...child, number })) };
      const ways = waysOf(parent);
      const words = wordsOf(parent);
      const name = `${words.toSorted().join(' ')} of ${searchable(record.surname)}`;
      const known =
        ways.flatMap((way) => byKey.get(way) ?? []).find((family) => words.some((word) => family.words.has(word))) ??
        (byKey.get(name) ?? []).find((family) => ways.length === 0 || family.ways.size === 0);
      const family = known ?? { parent: own, ways: new Set(), words: new Set() };
      if (known) add(known.parent, own);
      else families.push(family);
      for (const word of words) family.words.add(word);
      for (const way of ways) family.ways.add(way);
      for (const key of [...ways, name]) {
        const same = byKey.get(key) ?? [];
        if (!same.includes(family)) byKey.set(key, [...same, family]);
      }
    }
  return families.map(({ parent }) => parent);
}

/** Keeps what is known, and adds the child and what is new: an e-mail, a second number. */
function add(to: ParentRecord, { children, phone, mobile, email, title }: ParentRecord): void {
  to.children.push(...children.filter(({ number }) => to.children.every((child) => child.number !== number)));
  to.email ??= email;
  to.title ??= title;
  const numbers = [...new Set([to.mobile, to.phone, mobile, phone].filter((one) => one !== null))];
  to.mobile = numbers[1] ? numbers[0]! : null;
  to.phone = numbers[1] ?? numbers[0] ?? null;
}
