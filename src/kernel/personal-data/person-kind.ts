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
type PersonTable = PgTable &
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
 * What photos, documents, drafts, exports of personal data, erasures and merges need to know about students, employees
 * or guardians; each feature declares its own.
 */
export interface PersonKind {
  /** The first part of their addresses, and their table. */
  people: `${Entity}s`;
  entity: Entity;
  table: PersonTable;
  /** The same rows through a view in which LIKE can use an index. */
  findable: PersonTable;
  /** All permissions to see them; `visibleTo` decides what each shows. */
  sees: readonly Permission[];
  /** Permission to see oneself or one's own child. */
  seesSelf: Permission;
  visibleTo(actor: Actor, from?: 'table' | 'findable'): SQL;
  /** Those whose private group the actor can see: by permission, as the person, or as the parent. */
  privateTo(actor: Actor): SQL;
  /** The permission for each restricted group of columns and custom fields. */
  groups: GroupPermissions;
  /** The locked row, or NotFound if the actor cannot see it. */
  lock(tx: Tx, actor: Actor, id: number): Promise<LockedPerson>;
  edit: Permission;
  /** Merging needs `people.merge` and `edit`; routes declare the one that fewer roles have. */
  mergeRoute: Permission;
  /** Without `audit.view`, all of these together open the history of a record, since an entry may name other people. */
  opensHistory: readonly Permission[];
  create: Permission;
  /** The number that files and the log use; guardians have none. */
  number: { column: 'admission_number' | 'employee_number'; words: string } | null;
  /** Whether the person is at the institution, or is to come, read beside the row. */
  isCurrent: SQL;
  /** Why a record cannot be erased yet, read with its row; null if it can. */
  cannotErase: SQL<string | null>;
  /** The columns to choose between in a merge. */
  mergeFields: readonly MergeField[];
  /** Distinguishes two people of the same name; read with the row. */
  hint: SQL<string | null>;
  /** The person's name in summaries and messages; first name and surname by default. */
  nameOf?(person: { title?: string | null; firstName: string; surname: string }): string;
}

/** The person's name in a summary or a message. */
export const nameOfPerson = (
  { nameOf }: PersonKind,
  person: { title?: string | null; firstName: string; surname: string },
): string => nameOf?.(person) ?? `${person.firstName} ${person.surname}`;
