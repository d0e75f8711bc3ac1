import { and, eq, getTableName, isNull, sql } from 'drizzle-orm';
import { render, type Tx, query } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { lists, type ListKey } from './lookups.schema.ts';

/**
 * The chosen values, spelled as in the institution's lists. Refuses values that a list does not offer; values the
 * record `keeps` may be retired.
 */
export async function checkListValues<Field extends string>(
  tx: Tx,
  institutionId: number,
  fields: Record<Field, ListKey>,
  input: Record<NoInfer<Field>, string | null>,
  keeps: Partial<Record<NoInfer<Field>, string | null>> = {},
): Promise<Record<Field, string | null>> {
  const checked = {} as Record<Field, string | null>;
  for (const field of Object.keys(fields) as Field[]) {
    const word = input[field];
    checked[field] =
      word === null || word === keeps[field] ? word : await spelling(tx, institutionId, fields[field], field, word);
  }
  return checked;
}

async function spelling(tx: Tx, institutionId: number, key: ListKey, field: string, word: string): Promise<string> {
  const table = lists[key];
  const [found] = await tx
    .select({ name: table.name })
    .from(table)
    .where(
      and(
        eq(table.institutionId, institutionId),
        isNull(table.retiredAt),
        sql`akada_searchable(${table.name}) = akada_searchable(${word})`,
      ),
    );
  if (!found) throw new ValidationError(field, `${word} isn’t in the school’s list. Choose a value from the list.`);
  return found.name;
}

/** Adds missing values from an import; returns each value's spelling in the list. */
export async function addMissingListValues(
  tx: Tx,
  institutionId: number,
  key: ListKey,
  words: string[],
): Promise<Map<string, string>> {
  // Sorted, so that two imports with the same new values cannot deadlock.
  const wanted = [...new Set(words)].toSorted();
  if (wanted.length === 0) return new Map();
  const table = lists[key];
  const name = sql.identifier(getTableName(table));
  await tx.execute(sql`insert into ${name} (institution_id, name, position)
    select ${institutionId}, word, 100 from unnest(${sql.param(wanted)}::text[]) word on conflict do nothing`);
  const rows = await query<{ word: string; name: string }>(tx, render)`
    select word, l.name from unnest(${sql.param(wanted)}::text[]) word
    join ${name} l on l.institution_id = ${institutionId} and akada_searchable(l.name) = akada_searchable(word)`;
  return new Map(rows.map((row) => [row.word, row.name]));
}
