import { type Tx, query, type Db, render } from '#kernel/database.ts';
import { employees } from '#features/records/people/people.schema.ts';
import { assignNumbers } from '../school/assign-numbers.ts';
import { columnsFor, insertPeople, updatePeople, changedPeople, writeCustomFields } from '../work/write-people.ts';
import type { Comparison, Change, ExistingRecord, Piece, RecordChange } from './kind.ts';
import { type PersonRecord, likenessesOf, nameKey } from '../engine/field.ts';
import { getTableName, sql } from 'drizzle-orm';
import type { students } from '#features/people/students/students.schema.ts';
import { searchable } from '#kernel/searchable.ts';

type KnownEmployee = ExistingRecord & { isErased: boolean };

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
): Promise<RecordChange[]> {
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
    ...added.map(({ personId, record }): RecordChange => ({
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

/** Describes a possible duplicate for the user to decide. */
export const looksLike = ({ firstName, surname, number, why }: Alike) =>
  `Possible duplicate of ${firstName} ${surname} (${number}): ${why}.`;

export const erased = (field: string, record: PersonRecord) => ({
  field,
  value: record[field] as string,
  message: 'The record with this number was erased at the person’s request. Remove the row from the file.',
});

type Table = typeof students | typeof employees;

/** A person with an admission number or an employee number. */
export interface KnownByNumber {
  /** The id of the record that this one was merged into. */
  id: number;
  number: string;
  surname: string;
  firstName: string;
  status: string | null;
  batchId: number | null;
  isErased: boolean;
  key: string;
}

interface Where {
  db: Db;
  institutionId: number;
  table: Table;
}

const isStudents = (table: Table) => getTableName(table) === 'students';
const shown = (table: Table) => sql`k.id, ${numberOf(table)} as number, k.surname,
  k.first_name as "firstName", k.anonymised_at is not null as "isErased",
  ${isStudents(table) ? sql`k.status, k.batch_id` : sql`null::text as status, null::bigint`} as "batchId"`;
/** Joins the current record k of p: itself, or the one it was finally merged into. */
const currentRecord = (table: Table) => sql`join ${table} k on k.institution_id = p.institution_id
  and k.id = case when p.merged_into_id is null then p.id else (
    with recursive way as (select p.merged_into_id as id
      union select n.merged_into_id from ${table} n join way on n.institution_id = p.institution_id and n.id = way.id)
    select way.id from way join ${table} n on n.institution_id = p.institution_id and n.id = way.id
    where n.merged_into_id is null) end`;
const numberOf = (table: Table) => (isStudents(table) ? sql`p.admission_number` : sql`p.employee_number`);

const find = async ({ db }: Where, statement: ReturnType<typeof sql>) => {
  const found = await query<KnownByNumber>(db, render(statement));
  return new Map(found.map((row) => [row.key, row]));
};

/** Records with one of these numbers, by number. */
export async function findByNumber(where: Where, numbers: string[]): Promise<Map<string, KnownByNumber>> {
  if (numbers.length === 0) return new Map();
  const { table, institutionId } = where;
  return find(
    where,
    sql`select ${shown(table)}, ${numberOf(table)} as key from ${table} p ${currentRecord(table)}
      where p.institution_id = ${institutionId} and ${numberOf(table)} = any(${sql.param(numbers)})`,
  );
}

/** A possible duplicate of a row, by the row's index, and why. */
type Alike = Omit<KnownByNumber, 'key'> & { why: string };

/** Records with the same name and date of birth, e-mail and first name, or name and phone. */
export async function findAlike(where: Where, records: PersonRecord[]): Promise<Map<number, Alike>> {
  const contactsOf = ({ phone, mobile }: PersonRecord) => [phone, mobile].filter((one) => typeof one === 'string');
  const emails = records.flatMap(({ email }) => (typeof email === 'string' ? [email.toLowerCase()] : []));
  const phones = records.flatMap(contactsOf);
  const born = records.filter(({ birthDate }) => birthDate);
  const { table, institutionId } = where;
  const seen = sql`${shown(table)}, p.sort_name as "sortName", p.birth_date::text as born, lower(p.email) as email,
    p.first_name as "ownFirstName", array_remove(array[p.phone, p.mobile], null) as phones`;
  const here = sql`p.institution_id = ${institutionId} and p.merged_into_id is null and p.anonymised_at is null`;
  const parts = [
    ...(born.length
      ? [
          sql`select ${seen} from ${table} p ${currentRecord(table)}
            join unnest(${sql.param(born.map(nameKey))}::text[], ${sql.param(born.map(({ birthDate }) => birthDate!))}::date[]) as wanted (name, birth)
              on p.birth_date = wanted.birth and (p.sort_name = wanted.name or p.sort_name ^@ (wanted.name || ' '))
            where ${here}`,
        ]
      : []),
    ...(emails.length + phones.length
      ? [
          sql`select ${seen} from ${table} p ${currentRecord(table)} where ${here} and (lower(p.email) = any(${sql.param(emails)}::text[])
            or p.phone = any(${sql.param(phones)}::text[]) or p.mobile = any(${sql.param(phones)}::text[]))`,
        ]
      : []),
  ];
  if (parts.length === 0) return new Map();
  const candidates = await query<Candidate>(where.db, render(sql.join(parts, sql` union all `)));
  const keys = new Map<string, Candidate>();
  const learn = (key: string, one: Candidate) => keys.has(key) || keys.set(key, one);
  // A record's sort name begins with the row's surname and first name, so its own prefixes suffice.
  for (const one of candidates.toSorted((a, b) => a.id - b.id)) {
    for (const name of beginnings(one.sortName)) {
      if (one.born) learn(`born ${one.born} ${name}`, one);
      for (const phone of one.phones) learn(`phone ${phone} ${name}`, one);
    }
    if (one.email) learn(`mail ${one.email} ${searchable(one.ownFirstName)}`, one);
  }
  return new Map(
    records.flatMap((record, at) => {
      for (const { key, why } of likenessesOf(record)) {
        const found = keys.get(key);
        if (found) return [[at, { ...found, why }] as const];
      }
      return [];
    }),
  );
}

interface Candidate extends Omit<KnownByNumber, 'key'> {
  sortName: string;
  born: string | null;
  email: string | null;
  ownFirstName: string;
  phones: string[];
}

/** 'obi ada ngozi', 'obi ada', 'obi' */
const beginnings = (name: string): string[] => {
  const words = name.split(' ');
  return words.map((_, at) => words.slice(0, words.length - at).join(' '));
};
