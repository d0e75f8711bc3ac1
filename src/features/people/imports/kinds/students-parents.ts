import type { Tx } from '#kernel/database.ts';
import type { PersonRecord } from '../engine/field.ts';
import { Unreadable } from '../engine/unreadable.ts';
import { compareGuardians } from './compare-guardians.ts';
import { guardianFields } from './guardian-columns.ts';
import { joinParents } from './join-parents.ts';
import type { Change, Known, Piece, Refusal, Written } from './kind.ts';
import { parentsOf, type ParentRecord } from './parent-columns.ts';

/** Why the guardians in a row can't be linked to its student; known before anything is written. */
export async function compareParents(piece: Piece, numberOf: (record: PersonRecord) => string | undefined) {
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
const isOwn = (known: Known) => (known as Known & { isOwn: boolean }).isOwn;
const own = { message: 'This is your own guardian record. Ask a colleague to link you to another child.' };

/** Adds the guardians of written students, each family once, or links those that exist as the file says. */
export async function writeParents(
  tx: Tx,
  piece: Piece,
  students: { record: PersonRecord; number: string }[],
): Promise<Written[]> {
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
