import type { Queue } from '../jobs/queues.ts';
import type { DataSection } from './data-section.ts';
import type { Erase, Erasure } from './erasure.ts';
import type { MergeRule } from './merge-rule.ts';
import type { InSession } from './in-session.ts';
import type { NamedBy } from './named-by.ts';
import { entities, type Entity } from './entity.ts';
import type { PersonKind } from './person-kind.ts';

/**
 * What one feature stores about people. Exports, erasures and merges walk these declarations, so a new feature only
 * adds its own: docs/how-to/personal-data.md.
 */
export interface PersonalData {
  /** Only for the three features that own the records of people. */
  kind?: PersonKind;
  /** Parents before the tables that refer to them. */
  tables: readonly PersonalTable[];
}

/** A table whose rows name a person. A table that names students and guardians differently is declared twice. */
export interface PersonalTable {
  table: string;
  people: readonly Entity[];
  /** How a row names the person: `byOwner` (student_id and so on) by default. */
  namedBy?: NamedBy;
  /** The section in an export of the person's data. */
  section: DataSection | { omit: string };
  erase: Erase;
  /** Columns with ids of files that are deleted with the person. */
  files?: readonly string[];
  /** Runs before anything is erased: adds to `erasure.found` what can no longer be read afterwards. */
  collect?: (erasure: Erasure) => Promise<void>;
  /** Runs after all rows of the person are erased: removes the person from records about others. */
  eraseMentions?: (erasure: Erasure) => Promise<void>;
  merge: MergeRule;
  /** Of a table that leads to a student and a session. */
  inSession?: InSession;
  /** Its rows are erased and moved last, because that locks accounts: docs/decisions/0017. */
  locksAccounts?: true;
  retention: Retention;
}

/** How long rows are stored: for as long as the reason holds, or a number of days, after which a job deletes them. */
type Retention = { keep: string } | { days: number; job: Queue };

/** The declarations of all features. */
export interface PersonalDataRegistry {
  readonly kinds: readonly PersonKind[];
  kindOf(entity: Entity): PersonKind;
  tablesOf(entity: Entity): readonly PersonalTable[];
}

/** Refuses a table that is declared twice for the same kind of person. */
export function registerPersonalData(features: readonly PersonalData[]): PersonalDataRegistry {
  const kinds = features.flatMap(({ kind }) => kind ?? []);
  const tables = features.flatMap((feature) => feature.tables);
  const tablesOf = (entity: Entity) => tables.filter(({ people }) => people.includes(entity));
  for (const entity of entities) {
    const names = tablesOf(entity).map(({ table }) => table);
    const twice = names.find((name, at) => names.indexOf(name) < at);
    if (twice) throw new Error(`The personal data in ${twice} is declared twice for a ${entity}.`);
  }
  const kindOf = (entity: Entity) => {
    const kind = kinds.find((declared) => declared.entity === entity);
    if (!kind) throw new Error(`No feature declares the record of a ${entity}.`);
    return kind;
  };
  return { kinds, kindOf, tablesOf };
}

/** The order in which rows are erased or moved: children before parents, accounts last. */
export function inWriteOrder(tables: readonly PersonalTable[]): PersonalTable[] {
  const childrenFirst = tables.toReversed();
  return [
    ...childrenFirst.filter(({ locksAccounts }) => !locksAccounts),
    ...tables.filter(({ locksAccounts }) => locksAccounts),
  ];
}
