import { and, sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import { ValidationError } from '#kernel/errors.ts';

interface WholeList {
  Filter: z.ZodType;
  allow(actor: Actor, filter: object): void;
  whole(actor: Actor, filter: object): { table: unknown; where: (SQL | undefined)[] };
}

/** A query of the ids of everyone in a list, as its address filters it. A restricted filter needs its permission. */
export function idsOfList(list: WholeList, actor: Actor, institutionId: number, query: string): SQL {
  const values = { ...filterOf(list, query), institution_id: institutionId };
  list.allow(actor, values);
  const { table, where } = list.whole(actor, values);
  const columns = table as Record<'id', SQL>;
  return sql`select ${columns.id} from ${table as PgTable} where ${and(...where)}`;
}

/** The filter that an address means. */
export function filterOf(list: Pick<WholeList, 'Filter'>, query: string): object {
  const filter = list.Filter.safeParse(parametersOf(query));
  if (!filter.success)
    throw new ValidationError('audience', 'The list that you came from can’t be read any more. Open it again.');
  return filter.data as object;
}

/** An address may name a parameter several times. */
function parametersOf(query: string): Record<string, string | string[]> {
  const found = new URLSearchParams(query);
  return Object.fromEntries(
    [...new Set(found.keys())]
      .filter((name) => name !== 'after')
      .map((name) => {
        const values = found.getAll(name);
        return [name.replace(/\[\]$/, ''), values.length > 1 ? values : values[0]!];
      }),
  );
}
