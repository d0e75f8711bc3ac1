import type { RestrictedGroup } from '#kernel/field-groups.ts';
import type { CustomValue } from '#kernel/custom-field.ts';
import type { Day } from '#kernel/dates.ts';
import type { ListKey } from '#features/lookups/lookups.schema.ts';
import type { Gazetteer } from '#features/geography/geography.queries.ts';
import type { BatchIndex } from './batch-index.ts';
import type { DateOrder } from './date-order.ts';
import type { Read } from './read-value.ts';

/** What the institution knows and a file's words are looked up in. */
export interface Surroundings {
  today: Day;
  /** The institution's country: where phone numbers without a code and states without a country belong. */
  countryId: string;
  places: Gazetteer;
  batches: BatchIndex;
  /** The words of each list, folded as `searchable` does; nothing where any word will do. */
  words?: ReadonlyMap<ListKey, ReadonlySet<string>>;
}

export interface Reading extends Surroundings {
  /** Which of the first two numbers of a date is the day. */
  order: DateOrder;
}

/** What a column of a file can mean. */
export interface Field {
  label: string;
  /** Headings, squeezed (`squeeze`), the most telling first. */
  synonyms: readonly string[];
  /** The longest text, in letters; the limits are the database's. */
  max?: number;
  /** Only who may see these data of people brings them in. */
  group?: RestrictedGroup;
  /** It holds words of this list. */
  list?: ListKey;
  /** Its name in a record, where that is another. */
  as?: string;
  /** What a cell means; without it the text itself. */
  read?: (value: string, reading: Reading) => Read<unknown>;
  /** Whether a value looks like one, for the guess; without it whether it can be read. */
  fits?: (value: string, surroundings: Surroundings) => unknown;
  isDay?: boolean;
  /** Read together with others: parts of names and of places. */
  isPart?: boolean;
  /** The institution's own: its id. */
  customId?: number;
  /** What a person should know who chooses it. */
  note?: string;
}
export type Fields = Readonly<Record<string, Field>>;

/** A person as a row of a file gives one; null where the row says nothing. */
export interface PersonRecord {
  surname: string;
  firstName: string;
  birthDate?: string | null;
  /** By own field: none where the cell is blank. */
  custom: ReadonlyMap<number, CustomValue | null>;
  [field: string]: unknown;
}

/** Puts what several cells say together into parts of a record. */
export type Understand = (
  texts: Readonly<Record<string, string>>,
  surroundings: Surroundings,
  /** What was read of the other fields. */
  record: Readonly<Record<string, unknown>>,
  add: (field: string, message: string) => void,
) => Record<string, unknown>;

/** Which file this is, and what it may hold: what the engine knows of a kind of people. */
export interface Roster {
  /** 'student', 'students' */
  one: string;
  many: string;
  fields: Fields;
  /** Begins of headings that say nothing: the student's surname. */
  prefix: RegExp;
  understand?: Understand;
  /** Headings by which another list is known, and those by which this one is. */
  doubts: { own: RegExp; others: [heading: RegExp, list: string][] };
  /** Headings of our own files that are not brought in, and why. */
  computed: Readonly<Record<string, string>>;
}
