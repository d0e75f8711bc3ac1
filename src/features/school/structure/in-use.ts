import { sql, type SQL } from 'drizzle-orm';
import { query, render, type Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';

interface Use {
  singular: string;
  plural?: string;
  count: SQL;
}

/**
 * Refuses to delete a record in use, with counts and what to do instead: 'JSS 1 A has 38 students. Close it instead.'
 */
export async function refuseInUse(tx: Tx, name: string, uses: Use[], instead: string): Promise<void> {
  const counts = sql.join(
    uses.map(({ count }, at) => sql`(${count}) as ${sql.identifier(`n${at}`)}`),
    sql`, `,
  );
  const answer = await query<Record<string, number>>(tx, render(sql`select ${counts}`));
  const row = answer[0]!;
  const found = uses
    .map(({ singular, plural = `${singular}s` }, at) => ({
      words: Number(row[`n${at}`]) === 1 ? `1 ${singular}` : `${Number(row[`n${at}`])} ${plural}`,
      n: Number(row[`n${at}`]),
    }))
    .filter(({ n }) => n > 0)
    .map(({ words }) => words);
  if (found.length === 0) return;
  const list = found.length > 1 ? `${found.slice(0, -1).join(', ')} and ${found.at(-1)}` : found[0];
  throw new ValidationError('form', `${name} has ${list}. ${instead}`);
}
