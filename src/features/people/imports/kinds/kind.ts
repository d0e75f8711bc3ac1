import type { Actor } from '#kernel/actor.ts';
import type { Changes } from '#kernel/edit/changes.ts';
import type { CustomField, CustomValue } from '#kernel/contracts/custom-field.ts';
import type { Db, Tx } from '#kernel/database.ts';
import type { FieldGroup, GroupPermissions } from '#kernel/contracts/field-groups.ts';
import type { Permission } from '#kernel/permissions.ts';
import type { ListKey } from '#features/records/lookups/lookups.schema.ts';
import type { Entity } from '#features/records/people/people.schema.ts';
import type { KnownBatch } from '../engine/batch-index.ts';
import type { PersonRecord, Roster, Surroundings, TwinFinder } from '../engine/field.ts';
import type { Options } from '../engine/plan.ts';
import type { ImportAction } from '../import-actions.ts';
import type { ImportKind } from './kind-labels.ts';

/** The data that a file's values are looked up in. */
export interface School {
  surroundings: Surroundings;
  /** The values of the lists, normalised, including archived ones. */
  words: Map<ListKey, Map<string, string>>;
  /** The kind's fields with the institution's custom fields. */
  roster: Kind;
  customFields: CustomField[];
  currency: string;
  patterns: { admission: string; employee: string };
  batches: Map<number, OpenBatch>;
}

/** An open batch of the current session, with its taken seats. */
interface OpenBatch extends KnownBatch {
  sessionId: number;
  capacity: number;
  /** The institution's term: 'class arm'. */
  word: string;
  taken: number;
}

/** The record that a row may duplicate, or 0 for an earlier row. */
export interface AlikeTo {
  id: number;
  message: string;
}

/** Counts of what an undo will do or has done. */
export interface UndoResult {
  removed: number;
  /** Added records that stay, by reason. */
  stays: Record<string, number>;
  /** Records whose previous values are restored. */
  restored: number;
  /** Changed records that keep some values because they were changed again. */
  kept: number;
}

/** The payload of a job; the job reads everything else. */
export interface ImportJob {
  institutionId: number;
  importId: number;
}

/** A guardian-child link before and after the import. */
export interface LinkChange {
  studentId: number;
  guardianId: number;
  from: object | null;
  to: object;
}

/** A record that already exists in the institution. */
export interface ExistingRecord {
  id: number;
  /** With the number: 'Ada Obi already has admission number 2026/0001.' */
  inWords: string;
}

/** A row that adds or updates a record; with `onlyAdds` the record itself does not change, nor its links unless `setsLinks`. */
export type Change = { row: number; record: PersonRecord; alike?: AlikeTo; isUnseated?: true } & (
  | { kind: 'new' }
  | { kind: 'update'; known: ExistingRecord; onlyAdds?: true; setsLinks?: true }
);

export interface Refusal {
  field: string;
  value: string | null;
  message: string;
}

/** A chunk of rows, to compare with the institution's records and to write. */
export interface Piece {
  db: Db;
  institutionId: number;
  importId: number;
  /** Who imports. */
  actor: Actor;
  school: School;
  options: Options;
  records: PersonRecord[];
  /** What the importing user is permitted to do. */
  acts: ReadonlySet<ImportAction>;
  /** Locks the records that must not change until the rows are written. */
  isWriting: boolean;
  /** Who released the credit of opening balances, and how much; null while it is only checked. */
  released?: { by: number | null; credit: number };
  /** Seats taken in each batch by rows already judged. */
  given: Map<number, number>;
}

/** What an import did to a record, for its history and for undo. */
export interface RecordChange {
  personId: number;
  /** 'Ada Obi', and the person's number. */
  called: string;
  number?: string;
  isNew: boolean;
  fields: Changes;
  /** Custom field values. */
  own: Map<CustomField, { from: CustomValue | null; to: CustomValue | null }>;
  links: (LinkChange & { student: string })[];
  /** What the history says, unless it counts the changed fields. */
  summary?: string;
  seat?: { batchId: number; batchName: string; enrolmentId: number };
  as?: 'guardians';
}

/** A chunk of rows compared with the institution's records. */
export interface Comparison {
  /** Existing records by number. */
  same(record: PersonRecord): ExistingRecord | undefined;
  /** Possible duplicates of rows without a matching number, and why. */
  alike?(record: PersonRecord): { known: ExistingRecord; message: string } | undefined;
  /** A message about a record of the same name, if nothing else identifies the person. */
  namesake?(record: PersonRecord): string | undefined;
  /** Whether a student is already in a class arm, which imports never change. */
  isSeated?(known: ExistingRecord | undefined): boolean;
  /** Rows that have nothing to import, which is no problem. */
  skips?(record: PersonRecord): boolean;
  /** Values that the preview shows with what the database knows of them, by field. */
  shown?(record: PersonRecord): Record<string, string>;
  /** Whether something is added to an unchanged record. */
  adds?(record: PersonRecord, known: ExistingRecord): boolean;
  /** Why a row cannot be written, whatever the options. */
  refuse(record: PersonRecord, known: ExistingRecord | undefined): Refusal | null;
  /** Writes valid rows. `taken` are the numbers in the file, which are not assigned to others. */
  write(tx: Tx, changes: Change[], taken: ReadonlySet<string>): Promise<RecordChange[]>;
}

export interface LogDetails {
  /** For the log’s entry about an undo. */
  logged?: Record<string, unknown>;
}

/** What is specific to importing one kind of people. */
export interface Kind extends Roster {
  key: ImportKind;
  entity: Entity;
  permission: Permission;
  groups: GroupPermissions;
  groupOf: (field: string) => FieldGroup;
  /** Whether a row for a new person also changes a status. */
  changesStatus?(record: PersonRecord): boolean;
  /** The field under which an existing record is reported. */
  keyField: string;
  twins(options: Options): TwinFinder;
  /** Parts of a record that also hold list values, spelled as in the list. */
  bearers?(record: PersonRecord): { list: ListKey; of: Record<string, unknown>; key: string }[];
  compare(piece: Piece): Promise<Comparison>;
  /** Examples and notes for the template, by field. */
  examples?: Record<string, [example: string, explanation?: string]>;
  /** Whether records have the institution's custom fields. */
  hasCustomFields?: false;
  /** Imported as a whole, after the person has confirmed again; valid rows alone are refused, with these words. */
  isWhole?: string;
  /** What the log’s entry about the import keeps beside its counts. */
  logged?(tx: Tx, actor: Actor, job: ImportJob): Promise<Record<string, unknown>>;
  /** For what is not a record of people: what an undo would do, and how it is done. */
  undo?: {
    plan(tx: Tx, job: ImportJob): Promise<UndoResult>;
    /** For money: what it would take off debts, in minor units, and whether this person may do that alone. */
    debts?: {
      taken(tx: Tx, job: ImportJob): Promise<number>;
      mayTakeAlone(tx: Tx, actor: Actor, institutionId: number, taken: number): Promise<boolean>;
    };
    run(tx: Tx, actor: Actor, job: ImportJob, agreedBy: number | null): Promise<UndoResult & LogDetails>;
  };
}

/** Every list value in a record, with the object that holds it. */
export const listValuesIn = (kind: Kind, record: PersonRecord) =>
  [
    ...Object.entries(kind.fields).flatMap(([key, { list, isPart, as = key }]) =>
      list && !isPart ? [{ list, of: record as Record<string, unknown>, key: as }] : [],
    ),
    ...(kind.bearers?.(record) ?? []),
  ].flatMap((bearer) => {
    const word = bearer.of[bearer.key];
    return typeof word === 'string' && word ? [{ ...bearer, word }] : [];
  });
