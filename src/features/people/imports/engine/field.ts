import type { RestrictedGroup } from '#kernel/contracts/field-groups.ts';
import type { CustomValue } from '#kernel/contracts/custom-field.ts';
import type { Day } from '#kernel/dates.ts';
import type { ListKey } from '#features/records/lookups/lookups.schema.ts';
import type { Gazetteer } from '#features/records/geography/geography.queries.ts';
import type { BatchIndex } from './batch-index.ts';
import type { Permission } from '#kernel/permissions.ts';
import type { Notation } from '#kernel/notation.ts';
import type { DateOrder } from './date-order.ts';
import type { Read } from './read-value.ts';

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
  read?: (value: string, reading: Reading) => Read<unknown>;
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
export type Understand = (
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
