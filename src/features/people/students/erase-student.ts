import { query, render } from '#kernel/database.ts';
import { sql } from 'drizzle-orm';
import { rowsOf, type Erasure } from '#kernel/personal-data/erasure.ts';

/** Accounts that a status change removed, and its notifications: only the row of the change links them to the person. */
export async function collectFromMoves(erasure: Erasure): Promise<void> {
  const { tx, found } = erasure;
  const accounts = await query<{ id: number }>(
    tx,
    render(sql`
    select (ended ->> 'account_id')::bigint as id from student_moves,
      jsonb_array_elements(coalesce(content -> 'signIns' -> 'memberships', '[]')) ended where ${rowsOf(erasure)}`),
  );
  found.formerAccounts.push(...accounts.map(({ id }) => Number(id)));
  const moves = await query<{ id: number }>(
    tx,
    render(sql`select id from student_moves where ${rowsOf(erasure)}
    union select together_id from student_moves where ${rowsOf(erasure)} and together_id is not null`),
  );
  found.noticeSubjects.push(...moves.map(({ id }) => `move:${id}:`));
}

/** Removes the surname from the spelling suggestions of the search, unless another person has it. */
export async function forgetSurnames({ tx, institutionId, bearers }: Erasure): Promise<void> {
  for (const word of new Set(bearers.map(({ sortName }) => sortName.split(' ')[0]!)))
    await tx.execute(sql`select akada_forget_name(${institutionId}, ${word})`);
}
