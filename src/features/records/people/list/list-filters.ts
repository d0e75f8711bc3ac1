import { eq, gte, lte, type SQL } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { RestrictedGroup } from '#kernel/contracts/field-groups.ts';
import { filterBy, type Filter } from '#kernel/list/filters.ts';
import { choice, day } from '#kernel/schemas.ts';
import { genders } from '../genders.ts';
import { expiryCondition, expiryFilter, type ExpiryFilter } from '../documents/expiring-documents.ts';
import type { Entity } from '../people.schema.ts';
import type { Permission } from '#kernel/permissions.ts';

/** What sorting or filtering by a figure requires, because it reveals the figure. */
export interface Needs {
  permission: Permission;
  /** "You don't have permission to see …". */
  subject: string;
}

/** Columns of every table of people.  */
export type PeopleTable = PgTable &
  Record<'institutionId' | 'id' | 'sortName' | 'searchText' | 'mergedIntoId' | 'photoId', AnyPgColumn>;

/** A filter by restricted data reveals its values, so it needs the permission and is logged. */
export interface Restriction {
  group: RestrictedGroup;
  /** "You don't have permission to see …". */
  subject: string;
  /** The text in the access log. */
  note: (value: never) => string;
  /** Hidden from readers of the audit log. */
  isSecret?: boolean;
}

// oxlint-disable-next-line typescript/no-explicit-any
export type PeopleFilters<Table> = Record<string, Filter<Table, any> & { restriction?: Restriction; needs?: Needs }>;

const word = z.string().trim().max(80);
const columnOf = (table: unknown, name: string) => (table as Record<string, AnyPgColumn>)[name]!;

/** Filters that differ only by column. */
export const filtersOf = <Table extends PeopleTable>() => {
  type Column = Extract<keyof Table, string>;
  return {
    by: <Type extends z.ZodType>(type: Type, where: Filter<Table, Type>['where']) => filterBy<Type, Table>(type, where),
    word: (name: Column) => filterBy<typeof word, Table>(word, (value, table) => eq(columnOf(table, name), value)),
    from: (name: Column) => filterBy<typeof day, Table>(day, (value, table) => gte(columnOf(table, name), value)),
    until: (name: Column) => filterBy<typeof day, Table>(day, (value, table) => lte(columnOf(table, name), value)),
    gender: filterBy(choice(genders), (value, table: Table) => eq(columnOf(table, 'gender'), value)),
    papers: (entity: Entity) => ({
      type: expiryFilter,
      where: (value: NonNullable<ExpiryFilter>, table: Table): SQL | undefined => expiryCondition(entity, table, value),
      restriction: {
        group: 'private' as const,
        subject: 'documents',
        note: (value: NonNullable<ExpiryFilter>) => `Documents ${expiryNotes[value]}`,
      },
    }),
  };
};

const expiryNotes = { expiring: 'expire soon', expired: 'have expired' };
