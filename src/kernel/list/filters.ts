import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '../actor.ts';
import { day, queryParam } from '../schemas.ts';
import { literally } from '../searchable.ts';

/** What a condition may depend on besides its own value. */
export interface FilterContext {
  actor: Actor;
  /** The institution in the address. */
  institutionId?: number | undefined;
  /** The clock of the current institution, if each is read separately. */
  timeZone?: string | undefined;
}

/** One filter of a list: the allowed values in the address, and the matching rows. */
export interface Filter<Table = void, Type extends z.ZodType = z.ZodType> {
  type: Type;
  where(value: Exclude<z.infer<Type>, undefined>, table: Table, context: FilterContext): SQL | undefined;
  /** The default condition while the address does not contain the filter. */
  otherwise?: (table: Table) => SQL;
}

// Value types are known where a filter is defined, not where all are walked.
// oxlint-disable-next-line typescript/no-explicit-any
export type Filters<Table = void> = Record<string, Filter<Table, any>>;

type Shape<All extends Filters<never>> = { [Key in keyof All]: All[Key]['type'] };

/** A filter by one value; an empty one counts as missing. */
export const filterBy = <Type extends z.ZodType, Table = void>(
  type: Type,
  where: Filter<Table, Type>['where'],
): Filter<Table, ReturnType<typeof queryParam<Type>>> => ({
  type: queryParam(type),
  where: where as Filter<Table, ReturnType<typeof queryParam<Type>>>['where'],
});

/** From one date to another, in the institution's time zone. */
export const daysBetween = (moment: SQLWrapper) => ({
  from: filterBy(day, (from, _, { timeZone }) => sql`${moment} >= ${from}::date::timestamp at time zone ${timeZone}`),
  to: filterBy(day, (to, _, { timeZone }) => sql`${moment} < (${to}::date + 1)::timestamp at time zone ${timeZone}`),
});

/**
 * The filters of a list, in the order in which they are offered for removal if there are no results: the most specific
 * first.
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

    /** For an empty list: whether filters narrow it, and which to remove first. Default filters would return. */
    narrowing(values: Record<string, unknown>, startsWith: object = {}): Narrowing {
      const given = entries.map(([key]) => key).filter((key) => isGiven(values[key]));
      const first = given.find((key) => !(key in startsWith));
      return { isFiltered: given.length > 0, dropFirst: first === undefined ? null : parameterOf(first, values) };
    },
  };
}

export interface Narrowing {
  isFiltered: boolean;
  /** The parameter to remove first; none if only defaults narrowed the list. */
  dropFirst: string | null;
}

const isGiven = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null && value !== '';

/** Parameters of a group, such as `custom.12`, are removed one by one. */
const parameterOf = (key: string, values: Record<string, unknown>): string => {
  const value = values[key];
  return typeof value === 'object' && !Array.isArray(value) ? `${key}.${Object.keys(value!)[0]}` : key;
};

/** The search text of a list. */
export const searchText = z.string().trim().max(100);

/** Rows whose text contains every word, ignoring accents; for lists of some thousands. */
export const searchIn = (...columns: SQLWrapper[]) =>
  filterBy(searchText, (text): SQL => {
    const words = text.split(/\s+/).filter(Boolean).slice(0, 6);
    const searched = sql`akada_searchable(concat_ws(' ', ${sql.join(columns, sql`, `)}))`;
    const found = words.map((word) => sql`${searched} like '%' || akada_searchable(${literally(word)}) || '%'`);
    return sql.join(found, sql` and `);
  });
