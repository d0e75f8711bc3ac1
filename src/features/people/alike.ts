import { and, eq, gte, isNull, lt, or, sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { day, id, queryParam } from '#kernel/schemas.ts';

/** What a form knows so far of the person somebody is typing. */
export const Alike = z.object({
  institution_id: id,
  surname: queryParam(z.string().trim().max(100)),
  first_name: queryParam(z.string().trim().max(100)),
  birth_date: queryParam(day),
  phone: queryParam(z.string().trim().max(40)),
  /** The record that is being edited is not its own double. */
  except: queryParam(id),
});
export type Alike = z.infer<typeof Alike>;

/** Somebody who is about to have a record. */
export interface Newcomer {
  institutionId: number;
  surname: string;
  firstName: string;
  birthDate: string | null;
}

interface NamedTable {
  sortName: AnyPgColumn;
  birthDate?: AnyPgColumn;
}
interface Named {
  surname?: string | null;
  firstName?: string | null;
}

/** Who bears the two names, in either order and with or without a middle name, accents aside; by the index of names. */
export const hasSameName = (table: NamedTable, { surname, firstName }: Named): SQL | undefined =>
  surname && firstName
    ? or(beginsWith(table.sortName, `${surname} ${firstName}`), beginsWith(table.sortName, `${firstName} ${surname}`))
    : undefined;

/** Who bears the surname and was born on the day: the first name may be spelled otherwise. */
export const bornAs = (table: NamedTable, { surname, firstName }: Named, birthDate: string | undefined) =>
  birthDate && table.birthDate && (surname || firstName)
    ? and(
        eq(table.birthDate, birthDate),
        or(...[surname, firstName].map((name) => (name ? beginsWith(table.sortName, name) : undefined))),
      )
    : undefined;

/** The very same person, as far as a name and a day can say. */
export const isTwin = (table: Required<NamedTable>, named: Named, birthDate: string | null) =>
  and(hasSameName(table, named), birthDate ? eq(table.birthDate, birthDate) : isNull(table.birthDate));

/** Whole words: Ada does not stand for Adamu. As bounds, because the planner may use those under row-level security. */
function beginsWith(column: AnyPgColumn, words: string): SQL {
  const begin = sql`akada_searchable(${words})`;
  return or(eq(column, begin), and(gte(column, sql`${begin} || ' '`), lt(column, sql`${begin} || '!'`)))!;
}

/** Two clerks, or one with a quick hand, who send the same name at once are taken one after the other. */
export const lockName = (
  institutionId: number,
  { surname, firstName }: { surname: string; firstName: string },
): SQL => {
  const [one, other] = [surname, firstName].map((word) => sql`akada_searchable(${word})`);
  return sql`select pg_advisory_xact_lock(${institutionId},
    hashtext(least(${one}, ${other}) || ' ' || greatest(${one}, ${other})))`;
};
