import type { Tx } from '#kernel/database.ts';
import { employees } from '#features/records/people/people.schema.ts';
import { assignNumbers } from '../school/assign-numbers.ts';
import { columnsFor, insertPeople, updatePeople } from '../work/write-people.ts';
import { changedPeople, writeCustomFields } from '../work/write-custom-fields.ts';
import { erased, looksLike } from './refusals.ts';
import { findAlike, findByNumber, type KnownByNumber } from './known.queries.ts';
import type { Comparison, Change, Known, Piece, Written } from './kind.ts';

type KnownEmployee = Known & { isErased: boolean };

/** Compares a chunk of a file with the institution's employees. */
export async function compareEmployees(piece: Piece): Promise<Comparison> {
  const { db, institutionId, records } = piece;
  const at = new Map(records.map((record, index) => [record, index]));
  const where = { db, institutionId, table: employees };
  const [byNumber, alike] = await Promise.all([
    findByNumber(
      where,
      records.flatMap(({ employeeNumber }) => (employeeNumber as string | null) ?? []),
    ),
    findAlike(where, records),
  ]);
  return {
    same(record): KnownEmployee | undefined {
      const found = byNumber.get(record['employeeNumber'] as string);
      return found && asKnown(found);
    },
    alike(record) {
      const found = alike.get(at.get(record) ?? -1);
      return found && { known: asKnown(found), message: looksLike(found) };
    },
    refuse: (record, known) =>
      (known as KnownEmployee | undefined)?.isErased ? erased('employeeNumber', record) : null,
    write: (tx, changes, taken) => writeEmployees(tx, piece, changes, taken),
  };
}

const asKnown = ({ id, isErased, firstName, surname, number }: Omit<KnownByNumber, 'key'>): KnownEmployee => ({
  id,
  isErased,
  inWords: `${firstName} ${surname} already has employee number ${number}.`,
});

async function writeEmployees(
  tx: Tx,
  { institutionId, school }: Piece,
  changes: Change[],
  taken: ReadonlySet<string>,
): Promise<Written[]> {
  const keys = columnsFor(school.roster.fields);
  const fresh = changes.filter(({ kind }) => kind === 'new').map(({ record }) => record);
  const without = fresh.filter(({ employeeNumber }) => !employeeNumber);
  const numbers = await assignNumbers(
    tx,
    {
      institutionId,
      taken,
      counter: 'employee',
      pattern: school.patterns.employee,
      inUse: (wanted) => findByNumber({ db: tx, institutionId, table: employees }, wanted),
    },
    without.map(({ employedOn }) => Number(((employedOn as string | null) ?? school.surroundings.today).slice(0, 4))),
  );
  without.forEach((record, at) => (record['employeeNumber'] = numbers[at]));
  const ids = await insertPeople(tx, employees, institutionId, fresh, keys);

  const changed = changes.flatMap((change) =>
    change.kind === 'update' ? [{ personId: change.known.id, record: change.record }] : [],
  );
  // Exits and rehires are recorded separately: an import neither ends nor resumes an employment.
  const updated = keys.filter((key) => !['employeeNumber', 'leftOn', 'leavingReason'].includes(key));
  const rewritten = await updatePeople(tx, employees, institutionId, changed, updated);
  const added = fresh.map((record, index) => ({ personId: ids[index]!, record }));
  const own = await writeCustomFields(tx, institutionId, 'employee', school.customFields, { fresh: added, changed });
  return [
    ...added.map(({ personId, record }): Written => ({
      personId,
      called: `${record.firstName} ${record.surname}`,
      number: record['employeeNumber'] as string,
      isNew: true,
      fields: {},
      own: new Map(),
      links: [],
    })),
    ...changedPeople(changed, rewritten, own),
  ];
}
