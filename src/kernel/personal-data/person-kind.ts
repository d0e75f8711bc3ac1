import type { SQL } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Actor } from '../actor.ts';
import type { Tx } from '../database.ts';
import type { GroupPermissions } from '../contracts/field-groups.ts';
import type { Permission } from '../permissions.ts';
import type { MergeField } from './merge-fields.ts';
import type { Entity } from './entity.ts';

type Column<Data, NotNull extends boolean = true> = AnyPgColumn<{ data: Data; notNull: NotNull }>;

/** The columns that students, employees and guardians share. */
export type PersonTable = PgTable &
  Record<'institutionId' | 'id', Column<number>> &
  Record<'surname' | 'firstName' | 'sortName' | 'searchText', Column<string>> &
  Record<'middleName' | 'phone' | 'mobile' | 'email', Column<string, false>> &
  Record<'photoId' | 'photoSmallId' | 'mergedIntoId', Column<number, false>> &
  Record<'anonymisedAt', Column<Date, false>> &
  Record<'updatedAt', Column<Date>>;

export interface LockedPerson {
  institutionId: number;
  id: number;
  surname: string;
  firstName: string;
  photoId: number | null;
  photoSmallId: number | null;
}

/**
 * What photos, papers, drafts, exports of personal data, erasures and merges must know of students, employees or
 * guardians; each feature declares its own.
 */
export interface PersonKind {
  /** The first word of their addresses, and their table in the database. */
  people: `${Entity}s`;
  entity: Entity;
  table: PersonTable;
  /** The same rows through a view in which LIKE may use its index. */
  findable: PersonTable;
  /** Every way of seeing them; what each shows is in `visibleTo`. */
  sees: readonly Permission[];
  /** Seeing oneself, or a child of one's own. */
  seesSelf: Permission;
  visibleTo(actor: Actor, from?: 'table' | 'findable'): SQL;
  /** Of those, whose private group the actor may see: by permission, or because it is he himself or his own child. */
  privateTo(actor: Actor): SQL;
  /** Behind each restricted group of columns and custom fields. */
  groups: GroupPermissions;
  /** The row, locked, or NotFound for whom the actor may not see. */
  lock(tx: Tx, actor: Actor, id: number): Promise<LockedPerson>;
  edit: Permission;
  /** Merging needs `people.merge` and `edit`; routes declare the one that fewer roles have. */
  mergeRoute: Permission;
  /** Without `audit.view`, all of these together open the history of a record; one may name others than the person. */
  opensHistory: readonly Permission[];
  create: Permission;
  /** What files and the log know a person by; guardians have none. */
  number: { column: 'admission_number' | 'employee_number'; words: string } | null;
  /** Whether the person is at the institution, or is to come, read beside the row. */
  isCurrent: SQL;
  /** Why a record cannot be erased yet, read beside its row; null when it can. */
  cannotErase: SQL<string | null>;
  /** The columns that a merge chooses between. */
  mergeFields: readonly MergeField[];
  /** What tells two people of the same name apart, read beside the row. */
  hint: SQL<string | null>;
  /** How summaries and messages name the person; the first name and the surname unless given. */
  nameOf?(person: { title?: string | null; firstName: string; surname: string }): string;
}

/** The person's name in a summary or a message. */
export const nameOfPerson = (
  { nameOf }: PersonKind,
  person: { title?: string | null; firstName: string; surname: string },
): string => nameOf?.(person) ?? `${person.firstName} ${person.surname}`;
