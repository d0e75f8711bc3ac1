import type pg from 'pg';
import { staffRoles } from '#test/school.ts';

/** Ids of the own children, by username. */
export type Families = ReadonlyMap<string, readonly number[]>;

/** All but who decides for everybody: the owner is of no family, so that something can be agreed to. */
export const parents = staffRoles.filter((name) => name !== 'owner');

/** Makes everybody on the staff but the owner a parent of one of these students: what they do for that child is judged. */
export async function bringFamilies(client: pg.Client, institutionId: number, studentIds: number[]): Promise<Families> {
  const families = new Map<string, readonly number[]>();
  for (const [at, name] of parents.entries()) {
    const studentId = studentIds[at % studentIds.length]!;
    const { rows } = await client.query<{ id: string }>(
      `insert into guardians (institution_id, surname, first_name) values ($1, 'Staff', 'Parent') returning id`,
      [institutionId],
    );
    await client.query(`insert into student_guardians (institution_id, student_id, guardian_id) values ($1, $2, $3)`, [
      institutionId,
      studentId,
      rows[0]!.id,
    ]);
    await client.query(
      `update memberships set guardian_id = $3 where institution_id = $1
         and account_id = (select id from accounts where username = $2)`,
      [institutionId, name, rows[0]!.id],
    );
    families.set(name, [studentId]);
  }
  return families;
}
