import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '../actor.ts';
import { day, queryParam } from '../schemas.ts';

/** What a condition may depend on besides its own value. */
export interface FilterContext {
  actor: Actor;
  /** The institution that the address names. */
  institutionId?: number | undefined;
  /** The clock of the institution that is read, where each is read by itself. */
  timeZone?: string | undefined;
}

/** One filter of a list: the values that an address may name, and the rows that match. */
export interface Filter<Table = void, Type extends z.ZodType = z.ZodType> {
  type: Type;
  where(value: Exclude<z.infer<Type>, undefined>, table: Table, context: FilterContext): SQL | undefined;
  /** The rows of the list while the address does not name the filter. */
  otherwise?: (table: Table) => SQL;
}

// Which value belongs to which type is known where a filter is made, not where all are walked.
// oxlint-disable-next-line typescript/no-explicit-any
export type Filters<Table = void> = Record<string, Filter<Table, any>>;

type Shape<All extends Filters<never>> = { [Key in keyof All]: All[Key]['type'] };

/** A filter by one value; an empty one counts as not given. */
export const filterBy = <Type extends z.ZodType, Table = void>(
  type: Type,
  where: Filter<Table, Type>['where'],
): Filter<Table, ReturnType<typeof queryParam<Type>>> => ({
  type: queryParam(type),
  where: where as Filter<Table, ReturnType<typeof queryParam<Type>>>['where'],
});

/** From one day to another, by the clock of the institution that is read. */
export const daysBetween = (moment: SQLWrapper) => ({
  from: filterBy(day, (from, _, { timeZone }) => sql`${moment} >= ${from}::date::timestamp at time zone ${timeZone}`),
  to: filterBy(day, (to, _, { timeZone }) => sql`${moment} < (${to}::date + 1)::timestamp at time zone ${timeZone}`),
});

/**
 * The filters of a list, in the order in which they are offered for removal when nothing matches: first what narrows the
 * list most.
 */
export function declareFilters<Table, All extends Filters<Table>>(all: All) {
  const entries = Object.entries(all);
  return {
    /** For the zod object of the address. */
    shape: Object.fromEntries(entries.map(([key, { type }]) => [key, type])) as Shape<All>,

    conditions: (values: Record<string, unknown>, table: Table, context: FilterContext): SQL[] =>
      entries.flatMap(([key, { where, otherwise }]) => {
        const value = values[key];
        return (isGiven(value) ? where(value as never, table, context) : otherwise?.(table)) ?? [];
      }),

    /**
     * What the page says of an empty list: whether the address narrows it, and by which filter first. Those that the list
     * starts with would return.
     */
    narrowing(values: Record<string, unknown>, startsWith: object = {}): Narrowing {
      const given = entries.map(([key]) => key).filter((key) => isGiven(values[key]));
      const first = given.find((key) => !(key in startsWith));
      return { isFiltered: given.length > 0, dropFirst: first === undefined ? null : parameterOf(first, values) };
    },
  };
}

export interface Narrowing {
  isFiltered: boolean;
  /** The parameter of the address to remove first; none where the list only starts narrowed. */
  dropFirst: string | null;
}

const isGiven = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null && value !== '';

/** A group of parameters, such as `custom.12`, is removed one by one. */
const parameterOf = (key: string, values: Record<string, unknown>): string => {
  const value = values[key];
  return typeof value === 'object' && !Array.isArray(value) ? `${key}.${Object.keys(value!)[0]}` : key;
};
