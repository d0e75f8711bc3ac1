import type { Changes } from '#kernel/changes.ts';
import type { CustomField, CustomValue } from '#kernel/custom-field.ts';
import type { Db, Tx } from '#kernel/database.ts';
import type { FieldGroup, GroupPermissions } from '#kernel/field-groups.ts';
import type { Permission } from '#kernel/permissions.ts';
import type { ListKey } from '#features/lookups/lookups.schema.ts';
import type { Entity } from '#features/people/people.schema.ts';
import type { TwinFinder } from '../engine/duplicates.ts';
import type { PersonRecord, Roster } from '../engine/field.ts';
import type { Options } from '../engine/plan.ts';
import type { School } from '../school.queries.ts';
import type { AlikeTo } from '../judge-rows.ts';
import type { Act } from '../import-acts.ts';
import type { LinkChange } from '../imports.schema.ts';
import type { ImportKind } from './kind-words.ts';

/** Somebody whom the institution has already. */
export interface Known {
  id: number;
  /** With the number: 'Ada Obi already has admission number 2026/0001.' */
  inWords: string;
}

/** A row that becomes somebody, or changes somebody; `onlyAdds` leaves the record itself as it is. */
export type Change = { row: number; record: PersonRecord; alike?: AlikeTo; isUnseated?: true } & (
  { kind: 'new' } | { kind: 'update'; known: Known; onlyAdds?: true }
);

export interface Refusal {
  field: string;
  value: string | null;
  message: string;
}

/** Some rows of a file, to be compared with the institution and written into it. */
export interface Piece {
  db: Db;
  institutionId: number;
  importId: number;
  school: School;
  options: Options;
  records: PersonRecord[];
  /** What the person who imports may do. */
  acts: ReadonlySet<Act>;
  /** What must stay as it is until the rows are written is locked. */
  isWriting: boolean;
  /** Seats of batches taken by rows already judged. */
  given: Map<number, number>;
}

/** What became of a record, for its history and for the undoing of the import. */
export interface Written {
  personId: number;
  /** 'Ada Obi', and by which number she is known. */
  called: string;
  number?: string;
  isNew: boolean;
  fields: Changes;
  /** Of custom fields, as values. */
  own: Map<CustomField, { from: CustomValue | null; to: CustomValue | null }>;
  links: (LinkChange & { student: string })[];
  seat?: { batchId: number; batchName: string; enrolmentId: number };
}

/** What the institution says to a piece. */
export interface Bench {
  /** Whom a row is about, by number. */
  same(record: PersonRecord): Known | undefined;
  /** Whom a row looks like that has no number of theirs, and why. */
  alike?(record: PersonRecord): { known: Known; message: string } | undefined;
  /** Somebody of the same name, where nothing else tells who a row is about: what to tell. */
  namesake?(record: PersonRecord): string | undefined;
  /** Whether a student is in a class arm already, which no file changes. */
  isSeated?(known: Known | undefined): boolean;
  /** A record is left alone, but something may be added to it. */
  adds?(record: PersonRecord, known: Known): boolean;
  /** Why a row cannot be written, whatever the person chose. */
  refuse(record: PersonRecord, known: Known | undefined): Refusal | null;
  /** Writes what was judged good. `taken` are numbers of the file, which are not given to anybody else. */
  write(tx: Tx, changes: Change[], taken: ReadonlySet<string>): Promise<Written[]>;
}

/** One kind of people that files bring in: what is peculiar to them, and nothing of how an import runs. */
export interface Kind extends Roster {
  key: ImportKind;
  entity: Entity;
  permission: Permission;
  groups: GroupPermissions;
  groupOf: (field: string) => FieldGroup;
  /** Whether a row for a new person says more than that the person is here now: a move of its own. */
  changesStatus?(record: PersonRecord): boolean;
  /** The field that a row of a known one is reported at. */
  keyField: string;
  twins(options: Options): TwinFinder;
  /** Parts of a record that hold words of a list as well, to be read and to be spelt as the list does. */
  bearers?(record: PersonRecord): { list: ListKey; of: Record<string, unknown>; key: string }[];
  compare(piece: Piece): Promise<Bench>;
}

/** Every word that a record brings, with the place where it stands. */
export const wordsIn = (kind: Kind, record: PersonRecord) =>
  [
    ...Object.entries(kind.fields).flatMap(([key, { list, isPart, as = key }]) =>
      list && !isPart ? [{ list, of: record as Record<string, unknown>, key: as }] : [],
    ),
    ...(kind.bearers?.(record) ?? []),
  ].flatMap((bearer) => {
    const word = bearer.of[bearer.key];
    return typeof word === 'string' && word ? [{ ...bearer, word }] : [];
  });

/** The lists that a kind's words are of. */
export const listsOf = ({ fields }: Roster): ListKey[] => [
  ...new Set(Object.values(fields).flatMap(({ list }) => list ?? [])),
];
