import type { RestrictedGroup } from '#kernel/contracts/field-groups.ts';
import type { CustomValue } from '#kernel/contracts/custom-field.ts';
import type { Day } from '#kernel/dates.ts';
import type { ListKey } from '#features/records/lookups/lookups.schema.ts';
import type { Gazetteer } from '#features/records/geography/geography.queries.ts';
import type { BatchIndex } from './batch-index.ts';
import type { Permission } from '#kernel/permissions.ts';
import type { Notation } from '#kernel/notation.ts';
import type { DateOrder } from './date-order.ts';
import type { CellResult } from './read-value.ts';
import { searchable } from '#kernel/searchable.ts';

/** The institution's data that a file's values are looked up in. */
export interface Surroundings {
  today: Day;
  /** The institution's country, assumed for phone numbers without a country code and states without a country. */
  countryId: string;
  places: Gazetteer;
  batches: BatchIndex;
  /** When the current session and its current term began; absent without a session. */
  begins?: { session: Day; term: Day };
  /** The values of each list by their form under `searchable`; absent where any value is accepted. */
  words?: ReadonlyMap<ListKey, ReadonlyMap<string, string>>;
}

export interface Reading extends Surroundings {
  /** Whether the day or the month comes first in a date. */
  order: DateOrder;
  /** Which sign stands before the decimals. */
  notation: Notation;
}

/** A field that a column can be mapped to. */
export interface Field {
  label: string;
  /** Matching headings, normalised by `squeeze`, the most specific first. */
  synonyms: readonly string[];
  /** The maximum length in characters, as in the database. */
  max?: number;
  /** Only users with access to this group of fields can import it. */
  group?: RestrictedGroup;
  /** The list that its values belong to. */
  list?: ListKey;
  /** Its name in a record, if different. */
  as?: string;
  /** Parses a cell; by default the text itself. */
  read?: (value: string, reading: Reading) => CellResult<unknown>;
  /** Whether a value looks like this field, for the guess; by default whether it can be parsed. */
  fits?: (value: string, surroundings: Surroundings) => unknown;
  isDay?: boolean;
  /** Its values are amounts, in minor units. */
  isMoney?: true;
  /** Its values are decimals, which the file’s notation applies to. */
  isDecimal?: boolean;
  /** Parsed together with other fields: parts of names and places. */
  isPart?: boolean;
  /** The value as a person reads it, where it is not the text itself. */
  shown?: (record: PersonRecord) => string;
  /** Only users with all these permissions can import it; for others the field does not exist. */
  needs?: readonly Permission[];
  /** The id of the custom field. */
  customId?: number;
  /** The only values that it can have. */
  choices?: string[];
  /** A column has to be mapped to it. */
  isRequired?: true;
  /** A hint shown when it is chosen. */
  note?: string;
}
export type Fields = Readonly<Record<string, Field>>;

/** A person as given by a row; null where a cell is blank. */
export interface PersonRecord {
  surname: string;
  firstName: string;
  birthDate?: string | null;
  /** Custom field values by id; blank cells are absent. */
  custom: ReadonlyMap<number, CustomValue | null>;
  [field: string]: unknown;
}

/** Combines several cells into fields of a record. */
type Understand = (
  texts: Readonly<Record<string, string>>,
  surroundings: Surroundings,
  /** The values parsed from the other fields. */
  record: Readonly<Record<string, unknown>>,
  add: (field: string, message: string) => void,
  /** How names are read. */
  plan: { tidyNames: boolean },
) => Record<string, unknown>;

/** What the engine knows of one kind of people: its fields and its typical headings. */
export interface Roster {
  /** 'student', 'students' */
  one: string;
  many: string;
  fields: Fields;
  /** Heading prefixes to ignore, as in “student's surname”. */
  prefix: RegExp;
  understand?: Understand;
  /** Headings that identify another kind of list, and those that identify this one. */
  doubts: { own: RegExp; others: [heading: RegExp, list: string][] };
  /** Headings of our own exports that are not imported, and why. */
  computed: Readonly<Record<string, string>>;
}

/** The lists used by a kind of people. */
export const listsOf = ({ fields }: Roster): ListKey[] => [
  ...new Set(Object.values(fields).flatMap(({ list }) => list ?? [])),
];

/** A value of the file, and the one that is read instead; blank leaves the cell out. */
interface Meaning {
  value: string;
  means: string;
}

/** What the person corrected of a file before it is imported. */
export interface Corrections {
  /** Meanings by field and by the value's key. */
  words?: Record<string, Record<string, Meaning>>;
  /** Cells by row number and column. */
  cells?: Record<number, Record<number, string>>;
}

/** Values that differ only in case, accents and spaces have one meaning. */
export const valueKey = (value: string): string => searchable(value);

type Texts = Readonly<Record<string, string>>;

/** The value of a field as the file writes it. A class and its arm in two columns are one value. */
export const writtenValue = (field: string, texts: Texts): string =>
  (field === 'batch' ? [texts['batch'], texts['arm']].filter(Boolean).join(' ') : texts[field]) ?? '';

/** Replaces values by what they mean; returns which were replaced. */
export function replaceValues(texts: Record<string, string>, words: Corrections['words'] = {}): [string, string][] {
  const replaced: [string, string][] = [];
  for (const [field, meanings] of Object.entries(words)) {
    if (!texts[field]) continue;
    const key = valueKey(writtenValue(field, texts));
    const meaning = Object.hasOwn(meanings, key) ? meanings[key] : undefined;
    if (!meaning) continue;
    texts[field] = meaning.means;
    if (field === 'batch' && texts['arm'] !== undefined) texts['arm'] = '';
    replaced.push([field, key]);
  }
  return replaced;
}

const chosen = new Set(['batch', 'gender', 'status', 'nationality', 'country', 'state', 'lga']);

/** Whether equal values of a field mean the same in every row, so that they are corrected once for all. */
export const isChosen = (key: string, { list, choices }: Field): boolean =>
  list !== undefined || choices !== undefined || chosen.has(key);

const ofOnePerson = new Set(['birthDate', 'leftOn']);

/** Whether all rows can have the same value in a field. */
export const canBeSame = (key: string, field: Field): boolean =>
  !field.isRequired &&
  !ofOnePerson.has(key) &&
  (isChosen(key, field) || field.isDay === true || key === 'city' || field.customId !== undefined);

/** Surname and first name as `sort_name` begins. Middle names are often omitted, so they do not distinguish people. */
export const nameKey = ({ surname, firstName }: Pick<PersonRecord, 'surname' | 'firstName'>): string =>
  searchable(`${surname} ${firstName}`);

export interface Twin {
  field: string;
  row: number;
  first: number;
  message: string;
  /** The later row only resembles the first: the user is asked, and it is not a problem. */
  isAlike?: true;
}

/** Remembers the rows of a file and finds pairs that are the same person. */
export interface TwinFinder {
  meet(row: number, record: PersonRecord): Twin[];
  /** Rows that continue an earlier row, and the merged record by the first row's number. */
  leaders: ReadonlyMap<number, number>;
  merged: ReadonlyMap<number, PersonRecord>;
}

const nobody = { leaders: new Map<number, number>(), merged: new Map<number, PersonRecord>() };

/** For people with a number: a repeated number is a problem in both rows; other matching values make the later row a possible duplicate. */
export function createTwinFinder({ field, words }: { field: string; words: string }, checksAlike: boolean): TwinFinder {
  const numbers = new Map<string, number>();
  const people = new Map<string, number>();
  const meet = (seen: Map<string, number>, key: string, row: number): number | undefined => {
    const first = seen.get(key);
    if (first === undefined) seen.set(key, row);
    return first;
  };
  return {
    ...nobody,
    meet(row, record) {
      const number = record[field] as string | null;
      const first = number ? meet(numbers, number, row) : undefined;
      if (first !== undefined)
        return [{ field, row, first, message: `Rows ${first} and ${row} have the same ${words}, ${number}.` }];
      if (!checksAlike) return [];
      // All keys are remembered, whichever matches first.
      const met = likenessesOf(record).map(({ key, why }) => ({ why, first: meet(people, key, row) }));
      const twin = met.find((one) => one.first !== undefined);
      if (!twin) return [];
      const message = `Possible duplicate of row ${twin.first} of this file: ${twin.why}.`;
      return [{ field: 'firstName', row, first: twin.first!, message, isAlike: true }];
    },
  };
}

/** Keys that make two rows, or a row and a record, possible duplicates. A family may share one e-mail address, so the first name counts too. */
export function likenessesOf(record: PersonRecord): { key: string; why: string }[] {
  const name = nameKey(record);
  const email = record['email'] as string | null | undefined;
  const phones = new Set([record['phone'], record['mobile']] as (string | null | undefined)[]);
  return [
    ...(record.birthDate ? [{ key: `born ${record.birthDate} ${name}`, why: sameBirth }] : []),
    ...(email ? [{ key: `mail ${email.toLowerCase()} ${searchable(record.firstName)}`, why: sameEmail }] : []),
    ...[...phones].flatMap((phone) => (phone ? [{ key: `phone ${phone} ${name}`, why: samePhone }] : [])),
  ];
}

const sameBirth = 'same name and date of birth';
const sameEmail = 'same e-mail and first name';
const samePhone = 'same name and phone';
