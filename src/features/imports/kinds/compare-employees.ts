import { formatDay } from '#kernel/dates.ts';
import type { Tx } from '#kernel/database.ts';
import { employees } from '#features/people/people.schema.ts';
import { giveNumbers } from '../give-numbers.ts';
import { columnsFor, insertPeople, updatePeople, writeOwnFields } from '../write-people.ts';
import { erased } from './compare-students.ts';
import { findByName, findByNumber, personKey, type KnownByNumber } from './known.queries.ts';
import type { Bench, Change, Known, Piece } from './kind.ts';

type KnownEmployee = Known & { isErased: boolean };

/** A piece of a file beside the employees of an institution. */
export async function compareEmployees(piece: Piece): Promise<Bench> {
  const { db, institutionId, records, options } = piece;
  const where = { db, institutionId, table: employees };
  const [byNumber, byName] = await Promise.all([
    findByNumber(
      where,
      records.flatMap(({ employeeNumber }) => (employeeNumber as string | null) ?? []),
    ),
    options.sameName === 'import' ? new Map<string, KnownByNumber>() : findByName(where, records),
  ]);
  return {
    same(record): KnownEmployee | undefined {
      const found = byNumber.get(record['employeeNumber'] as string);
      if (!found) return undefined;
      const { id, isErased, firstName, surname, number } = found;
      return { id, isErased, inWords: `${firstName} ${surname} already has employee number ${number}.` };
    },
    namesake(record) {
      const found = byName.get(personKey(record));
      return (
        found &&
        `${found.firstName} ${found.surname}, born ${formatDay(record.birthDate!)}, is already here with employee number ${found.number}.`
      );
    },
    refuse: (record, known) =>
      (known as KnownEmployee | undefined)?.isErased ? erased('employeeNumber', record) : null,
    write: (tx, changes, taken) => writeEmployees(tx, piece, changes, taken),
  };
}

async function writeEmployees(
  tx: Tx,
  { institutionId, school }: Piece,
  changes: Change[],
  taken: ReadonlySet<string>,
): Promise<void> {
  const keys = columnsFor(school.roster.fields);
  const fresh = changes.filter(({ kind }) => kind === 'new').map(({ record }) => record);
  const without = fresh.filter(({ employeeNumber }) => !employeeNumber);
  const numbers = await giveNumbers(
    tx,
    {
      ...{ institutionId, taken, counter: 'employee', pattern: school.patterns.employee },
      inUse: (wanted) => findByNumber({ db: tx, institutionId, table: employees }, wanted),
    },
    without.map(({ employedOn }) => Number(((employedOn as string | null) ?? school.surroundings.today).slice(0, 4))),
  );
  without.forEach((record, at) => (record['employeeNumber'] = numbers[at]));
  const ids = await insertPeople(tx, employees, institutionId, fresh, keys);

  const changed = changes.flatMap((change) =>
    change.kind === 'update' ? [{ personId: change.known.id, record: change.record }] : [],
  );
  // Leaving and coming back are moves of their own: nobody is revived, or let go, by a file.
  const updated = keys.filter((key) => !['employeeNumber', 'leftOn', 'leavingReason'].includes(key));
  await updatePeople(tx, employees, institutionId, changed, updated);
  await writeOwnFields(tx, institutionId, 'employee', school.ownFields, [
    ...fresh.map((record, at) => ({ personId: ids[at]!, record })),
    ...changed,
  ]);
}
