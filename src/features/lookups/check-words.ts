import { and, eq, getTableName, isNull, sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { Refused } from '#kernel/errors.ts';
import { lists, type ListKey } from './lookups.schema.ts';

/**
 * The chosen words in the spelling of the institution's lists. Refuses, on the field's name, a word that the list does
 * not offer; a word that the record `keeps` may have been retired since.
 */
export async function checkWords<Field extends string>(
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
  if (!found) throw new Refused(field, `${word} is not in the school’s list. Choose one from the list.`);
  return found.name;
}

/** Adds words that a list does not have yet, as an import brings them; answers each word's spelling in the list. */
export async function learnWords(
  tx: Tx,
  institutionId: number,
  key: ListKey,
  words: string[],
): Promise<Map<string, string>> {
  // In one order: of two imports that bring the same new words each waits only for the other's first.
  const wanted = [...new Set(words)].toSorted();
  if (wanted.length === 0) return new Map();
  const table = lists[key];
  const name = sql.identifier(getTableName(table));
  await tx.execute(sql`insert into ${name} (institution_id, name, position)
    select ${institutionId}, word, 100 from unnest(${sql.param(wanted)}::text[]) word on conflict do nothing`);
  const { rows } = await tx.execute<{ word: string; name: string }>(sql`
    select word, l.name from unnest(${sql.param(wanted)}::text[]) word
    join ${name} l on l.institution_id = ${institutionId} and akada_searchable(l.name) = akada_searchable(word)`);
  return new Map(rows.map((row) => [row.word, row.name]));
}
