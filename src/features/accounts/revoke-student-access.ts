import { sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { endSessions } from './open-session.ts';

/** What ended, so that it can be given back: the duties as rows of the table, and accounts that had no other. */
export interface RevokedAccess {
  memberships: Record<string, unknown>[];
  disabled: number[];
}

/** Takes the sign-ins of students away: their duties end, and an account that has no other is shut. By student. */
export async function revokeStudentAccess(
  tx: Tx,
  institutionId: number,
  studentIds: number[],
): Promise<Map<number, RevokedAccess>> {
  const { rows } = await tx.execute<{ row: Record<string, unknown> }>(sql`
    delete from memberships where institution_id = ${institutionId} and student_id = any(${sql.param(studentIds)}::bigint[])
    returning to_jsonb(memberships) as row`);
  const ended = new Map<number, RevokedAccess>();
  for (const { row } of rows) {
    const mine = ended.get(Number(row.student_id)) ?? { memberships: [], disabled: [] };
    mine.memberships.push(row);
    ended.set(Number(row.student_id), mine);
  }
  for (const mine of ended.values()) {
    const { rows: shut } = await tx.execute<{ id: number }>(sql`
      update accounts set disabled_at = now()
      where id = any(${sql.param(mine.memberships.map((row) => row.account_id))}::bigint[]) and disabled_at is null
        and not is_group_administrator and akada_institutions_of(id) = '{}' returning id`);
    mine.disabled = shut.map(({ id }) => Number(id));
    for (const id of mine.disabled) await endSessions(tx, id);
  }
  return ended;
}

/** Gives them back as they were, but for what has been given anew or is gone since. Sessions that ended stay ended. */
export async function restoreStudentAccess(tx: Tx, { memberships, disabled }: RevokedAccess): Promise<void> {
  await tx.execute(sql`insert into memberships overriding system value
    select * from jsonb_populate_recordset(null::memberships, ${JSON.stringify(memberships)}::jsonb) m
    where exists (select from roles r where r.institution_id = m.institution_id and r.id = m.role_id)
    on conflict do nothing`);
  if (disabled.length)
    await tx.execute(sql`update accounts set disabled_at = null where id = any(${sql.param(disabled)}::bigint[])`);
}
