import type { SQL } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import type { GroupPermissions } from '#kernel/contracts/field-groups.ts';
import type { viewFields } from '#kernel/list/view-fields.ts';
import type { Permission } from '#kernel/permissions.ts';
import type { Entity } from '../people.schema.ts';
import type { ListQuery, ListParts, PeopleFilters, PeopleTable } from './list-order.ts';

/** A feature's declaration of its list of people. */
export interface Declaration<Table extends PeopleTable, All extends PeopleFilters<Table>> extends Omit<
  ListParts<Table>,
  'matching' | 'cells' | 'seenWhole'
> {
  entity: Entity;
  /** The permissions that show the list, and the one that shows everyone. */
  seeing: readonly Permission[];
  seeingAll: Permission;
  groups: GroupPermissions;
  columns: readonly Extract<keyof Table, string>[];
  /** Columns computed from others. */
  computed?: (table: Table) => Record<string, SQL>;
  filters: All;
  /** Further parameters of the address that are not filters. */
  parameters?: z.ZodRawShape;
  /** Splits a search into words. */
  words?: (actor: Actor, filter: { q?: string | undefined; institution_id?: number | undefined }) => string[];
  /** Whether another row is the same person, so that only one is shown. */
  isRepeated?: (table: Table, asked: ListQuery, matching: (table: Table) => SQL[]) => SQL | null;
}

/** The zod types of the parameters. A list's filter replaces a common parameter that other lists ignore. */
export type Address<All extends PeopleFilters<never>> = Omit<typeof viewFields, keyof All> & {
  [Key in keyof All]: All[Key]['type'];
} & {
  q: z.ZodOptional<z.ZodString>;
  sort: z.ZodDefault<z.ZodEnum<Record<string, string>>>;
  after: z.ZodOptional<z.ZodString>;
};

/** Parameters common to all lists of people. */
export interface Values extends Record<string, unknown> {
  institution_id?: number | undefined;
  q?: string | undefined;
  sort: string;
  after?: string | undefined;
}
