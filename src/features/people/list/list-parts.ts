import type { SQL, SQLWrapper } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Actor } from '#kernel/actor.ts';
import type { Patterns } from '../search-patterns.ts';
import type { PeopleTable } from './list-filters.ts';

/** What the address asks for, with the words of its search as patterns. */
export interface Asked {
  actor: Actor;
  filter: { institution_id?: number | undefined; sort: string } & Record<string, unknown>;
  patterns: Patterns[];
}

/** What the statements of a list are made of. */
export interface ListParts<Table extends PeopleTable> {
  table: Table;
  /** The same rows through a view in which LIKE may use its index: docs/decisions/0004-search.md. */
  findable: Table;
  /** The first words of names, each once: a search for one word shows those whom it names first. */
  names?: PgTable;
  /** Filters that leave too few people for a look among all names to pay. */
  narrow?: readonly string[];
  /** So few that a search reads all that match. */
  areFew?: boolean;
  /** A date column is sorted with rows without a date first. */
  sorts: Record<string, Extract<keyof Table, string> | { day: Extract<keyof Table, string> }>;
  /** The columns of a row by their names. */
  cells: (table: Table) => Record<string, SQLWrapper>;
  /** What is looked up for the rows of the page alone, from its row `s`. */
  lookups?: (asked: Asked, isAcross: boolean) => Record<string, SQL>;
  /** The rows that the person may know exist, a condition for each institution: each is read in order from its index. */
  visible: (actor: Actor, table: Table, wanted?: number) => SQL[];
  /** The institutions in view if all people of each are visible; else null. */
  seenWhole: (actor: Actor, wanted?: number) => number[] | null;
  /** The rows that match. */
  matching: (table: Table, asked: Asked) => SQL[];
}
