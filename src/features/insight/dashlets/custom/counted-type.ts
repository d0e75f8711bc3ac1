import { type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import { type Actor, institutionsInView } from '#kernel/actor.ts';
import type { Permission } from '#kernel/permissions.ts';
import { isOneOf } from '#kernel/database.ts';

/** A condition on rows by one of a few values. */
interface Filter {
  label: string;
  options: Readonly<Record<string, string>>;
  where(value: string): SQL;
}

/** What rows can be split by: the label of each row's group, never null. */
export interface Split {
  label: string;
  by: SQL;
  /** Rows without a place in that order come last. */
  order?: SQL;
  /** For values of a restricted group of fields: who sees them, and of which rows. Small groups have no number. */
  restricted?: { needs: Permission; visible(actor: Actor): SQL };
}

/**
 * Something that custom dashlets list and count: a model whose records can be chosen, an associate that hangs on one, or
 * both. Requests name these by their keys; the SQL is all here.
 */
export interface CountedType {
  label: string;
  one: string;
  many: string;
  /** With one of these in an institution. */
  may: readonly Permission[];
  /** The rows, with what names and groups them joined. */
  from: SQL;
  id: SQL;
  /** The rows that the actor can see. Every statement starts here. */
  visible(actor: Actor, institutionId: number): SQL;
  /** Of a row in a list and among the records to choose from. */
  name: SQL;
  /** Whether a record is of an earlier session. */
  isPast?: SQL;
  /** Beside the name: a number, an amount, a state. */
  detail: SQL;
  /** Which rows a search among records finds. */
  search?(text: string): SQL;
  order: SQL;
  /** '/students/' before an id. */
  href?: string;
  /** The day that periods, lines and calendars are about. */
  day?: SQL;
  /** In minor units, to be summed beside the count. */
  amount?: SQL;
  filters: Readonly<Record<string, Filter>>;
  splits: Readonly<Record<string, Split>>;
  /** The models that it hangs on: of one record, or of all. */
  of: Readonly<Record<string, LinkedRows>>;
  /** The list that shows the rows, if it can be filtered alike. */
  list?(asked: Listed): string | null;
}

interface Listed {
  model: string;
  record: number | null;
  /** The record is of an earlier session. */
  isPast: boolean;
  filter: string;
  value: string;
}

export interface LinkedRows {
  one(record: number): SQL;
  all?: SQL;
}

/** The label of a value in SQL; 'Not recorded' without one. Both come from our own lists, never from a request. */
export const labelOf = (value: SQL, labels: Readonly<Record<string, string>>): SQL =>
  sql`case ${value} ${sql.join(
    Object.entries(labels).map(([key, label]) => sql`when ${key} then ${label}::text`),
    sql` `,
  )} else 'Not recorded' end`;

/** An address with those parameters that have a value. */
export function query(path: string, params: Record<string, string | number | null | undefined>): string {
  const given = Object.entries(params).filter(([key, value]) => key && key !== 'all' && value);
  return given.length ? `${path}?${new URLSearchParams(given.map(([key, value]) => [key, String(value)]))}` : path;
}

/** Rows of the institution, with the permission there. */
export const inInstitution =
  (column: SQLWrapper, permission: Permission) =>
  (actor: Actor, institutionId: number): SQL => {
    const ids = institutionsInView(actor, institutionId, permission);
    return ids.length ? isOneOf(column, ids) : sql`false`;
  };
