import type { SQL, SQLWrapper } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Actor } from '#kernel/actor.ts';
import type { Patterns } from '../search-patterns.ts';
import type { Needs, PeopleTable } from './list-filters.ts';

/** A sort by figures kept beside the people, such as a CGPA. People without one come last in both directions. */
export interface FigureSort {
  /** A query of institution_id, person_id and key, with at most one row for each person. */
  figures: SQL;
  /** The type of the key. */
  type: 'numeric' | 'int' | 'text';
  needs: Needs;
}

/** The filter of an address, with its search words as patterns. */
export interface Asked {
  actor: Actor;
  filter: { institution_id?: number | undefined; sort: string } & Record<string, unknown>;
  patterns: Patterns[];
}

/** The parts of a list's statements. */
export interface ListParts<Table extends PeopleTable> {
  table: Table;
  /** The same rows through a view in which LIKE can use its index: docs/decisions/0004-search.md. */
  findable: Table;
  /** The distinct first words of names, to show matches at the start of a name first. */
  names?: PgTable;
  /** Filters after which a search among all names doesn't pay. */
  narrow?: readonly string[];
  /** The table is small enough for a search to read all matches. */
  areFew?: boolean;
  /** A date column is sorted with rows without a date first. */
  sorts: Record<string, Extract<keyof Table, string> | { day: Extract<keyof Table, string> } | FigureSort>;
  /** The columns of a row by their names. */
  cells: (table: Table) => Record<string, SQLWrapper>;
  /** Values looked up only for the rows of the page, from its row `s`. */
  lookups?: (asked: Asked, isAcross: boolean) => Record<string, SQL>;
  /** The rows that the user can see, one condition for each institution, each read in order from its index. */
  visible: (actor: Actor, table: Table, wanted?: number) => SQL[];
  /** The institutions in view if all people of each are visible; otherwise null. */
  seenWhole: (actor: Actor, wanted?: number) => number[] | null;
  /** The rows that match. */
  matching: (table: Table, asked: Asked) => SQL[];
}
