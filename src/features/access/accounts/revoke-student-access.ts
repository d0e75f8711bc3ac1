import { sql } from 'drizzle-orm';
import { render, type Tx, query } from '#kernel/database.ts';
import { endSessions } from './sign-in/open-session.ts';

/** The removed memberships, as table rows, and the accounts disabled with them, for undo. */
export interface RevokedAccess {
  memberships: Record<string, unknown>[];
  disabled: number[];
}

/** Removes students' memberships and disables accounts without any other. Returns what was revoked, by student. */
export async function revokeStudentAccess(
  tx: Tx,
  institutionId: number,
  studentIds: number[],
): Promise<Map<number, RevokedAccess>> {
  const rows = await query<{ row: Record<string, unknown> }>(tx, render)`
    delete from memberships where institution_id = ${institutionId} and student_id = any(${sql.param(studentIds)}::bigint[])
    returning to_jsonb(memberships) as row`;
  const ended = new Map<number, RevokedAccess>();
  for (const { row } of rows) {
    const revoked = ended.get(Number(row.student_id)) ?? { memberships: [], disabled: [] };
    revoked.memberships.push(row);
    ended.set(Number(row.student_id), revoked);
  }
  for (const revoked of ended.values()) {
    const closed = await query<{ id: number }>(tx, render)`
      update accounts set disabled_at = now()
      where id = any(${sql.param(revoked.memberships.map((row) => row.account_id))}::bigint[]) and disabled_at is null
        and not is_group_administrator and akada_institutions_of(id) = '{}' returning id`;
    revoked.disabled = closed.map(({ id }) => Number(id));
    for (const id of revoked.disabled) await endSessions(tx, id);
  }
  return ended;
}

/** Restores them, except memberships that exist again or whose role is gone. Sessions stay ended. */
export async function restoreStudentAccess(tx: Tx, { memberships, disabled }: RevokedAccess): Promise<void> {
  await tx.execute(sql`insert into memberships overriding system value
    select * from jsonb_populate_recordset(null::memberships, ${JSON.stringify(memberships)}::jsonb) m
    where exists (select from roles r where r.institution_id = m.institution_id and r.id = m.role_id)
    on conflict do nothing`);
  if (disabled.length)
    await tx.execute(sql`update accounts set disabled_at = null where id = any(${sql.param(disabled)}::bigint[])`);
}
