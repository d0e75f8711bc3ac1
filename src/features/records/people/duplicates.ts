import { and, eq, gte, isNull, lt, or, sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { day, id, queryParam } from '#kernel/schemas.ts';

/** The fields of a form so far, to find possible duplicates. */
export const PossibleDuplicate = z.object({
  institution_id: id,
  surname: queryParam(z.string().trim().max(100)),
  first_name: queryParam(z.string().trim().max(100)),
  birth_date: queryParam(day),
  phone: queryParam(z.string().trim().max(40)),
  /** The record being edited, which is not its own duplicate. */
  except: queryParam(id),
});
export type PossibleDuplicate = z.infer<typeof PossibleDuplicate>;

/** A person about to be added. */
export interface NewPerson {
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

/** Records with both names, in either order, with or without a middle name, ignoring accents. Uses the index of names. */
export const hasSameName = (table: NamedTable, { surname, firstName }: Named): SQL | undefined =>
  surname && firstName
    ? or(beginsWith(table.sortName, `${surname} ${firstName}`), beginsWith(table.sortName, `${firstName} ${surname}`))
    : undefined;

/** Records with the same surname and date of birth: the first name may be spelled differently. */
export const bornAs = (table: NamedTable, { surname, firstName }: Named, birthDate: string | undefined) =>
  birthDate && table.birthDate && (surname || firstName)
    ? and(
        eq(table.birthDate, birthDate),
        or(...[surname, firstName].map((name) => (name ? beginsWith(table.sortName, name) : undefined))),
      )
    : undefined;

/** Records with the same name and date of birth. */
export const isDuplicate = (table: Required<NamedTable>, named: Named, birthDate: string | null) =>
  and(hasSameName(table, named), birthDate ? eq(table.birthDate, birthDate) : isNull(table.birthDate));

/** Matches whole words: Ada does not match Adamu. Written as bounds, which the planner can use under row-level security. */
function beginsWith(column: AnyPgColumn, words: string): SQL {
  const begin = sql`akada_searchable(${words})`;
  return or(eq(column, begin), and(gte(column, sql`${begin} || ' '`), lt(column, sql`${begin} || '!'`)))!;
}

/** Serialises forms with the same name that are sent at once. */
export const lockName = (
  institutionId: number,
  { surname, firstName }: { surname: string; firstName: string },
): SQL => {
  const [one, other] = [surname, firstName].map((word) => sql`akada_searchable(${word})`);
  return sql`select pg_advisory_xact_lock(${institutionId},
    hashtext(least(${one}, ${other}) || ' ' || greatest(${one}, ${other})))`;
};
