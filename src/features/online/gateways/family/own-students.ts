import { sql, type SQL } from 'drizzle-orm';
import { institutionsInView, membershipIn, type Actor } from '#kernel/actor.ts';
import { query, render, type Tx } from '#kernel/database.ts';

/**
 * The students whose fees the actor pays: their own record and their children, whatever else they may see. `s` is a row
 * of students.
 */
export function ownStudents(actor: Actor, wanted?: number): SQL {
  const parts = institutionsInView(actor, wanted, 'fees.viewSelf').map((id) => {
    const { studentIds, guardianIds } = membershipIn(actor, id)!;
    return sql`(s.institution_id = ${id} and s.merged_into_id is null and (s.id = any (${sql.param(studentIds)}::bigint[])
      or s.id in (select g.student_id from student_guardians g
        where g.institution_id = ${id} and g.guardian_id = any (${sql.param(guardianIds)}::bigint[]))))`;
  });
  return parts.length ? sql`(${sql.join(parts, sql` or `)})` : sql`false`;
}

/** Those of the students that are the actor's own, locked by id. */
export async function lockOwnStudents(
  tx: Tx,
  actor: Actor,
  institutionId: number,
  studentIds: number[],
): Promise<number[]> {
  const rows = await query<{ id: number }>(
    tx,
    render(sql`
    select s.id from students s
    where ${ownStudents(actor, institutionId)} and s.id = any (${sql.param(studentIds)}::bigint[])
    order by s.id for no key update of s`),
  );
  return rows.map(({ id }) => Number(id));
}
