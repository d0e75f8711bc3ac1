import { sql } from 'drizzle-orm';
import { type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { Refused } from '#kernel/errors.ts';

/**
 * Nobody lifts the hold of a student of their own family: themselves, their children and those children's siblings, by
 * the account or by an employee record with the same phone number or e-mail address as a guardian.
 */
export async function refuseOwn(tx: Tx, actor: Actor, institutionId: number, studentId: number): Promise<void> {
  const mine = sql`select m.student_id, m.guardian_id, m.employee_id from memberships m
    where m.institution_id = ${institutionId} and m.account_id = ${actor.accountId}::bigint`;
  const { rows } = await tx.execute<{ isOwn: boolean }>(sql`
    with contact as (
      select e.phone, e.mobile, lower(e.email) as email from employees e join (${mine}) m on m.employee_id = e.id
        where e.institution_id = ${institutionId}
      union all select null, c.phone, lower(c.email) from accounts c where c.id = ${actor.accountId}::bigint),
    guardian as (
      select m.guardian_id as id from (${mine}) m where m.guardian_id is not null
      union select g.id from guardians g join contact c on g.phone in (c.phone, c.mobile) or g.mobile in (c.phone, c.mobile)
          or lower(g.email) = c.email
        where g.institution_id = ${institutionId}
      union select l.guardian_id from student_guardians l join (${mine}) m on m.student_id = l.student_id
        where l.institution_id = ${institutionId}),
    child as (select l.student_id as id from student_guardians l join guardian on guardian.id = l.guardian_id
        where l.institution_id = ${institutionId})
    select exists (select from (${mine}) m where m.student_id = ${studentId}) or exists (
      select from student_guardians l where l.institution_id = ${institutionId} and l.student_id = ${studentId}
        and l.guardian_id in (select o.guardian_id from student_guardians o join child on child.id = o.student_id
          where o.institution_id = ${institutionId})) as "isOwn"`);
  if (rows[0]!.isOwn)
    throw new Refused('form', 'This student is of your own family. Ask somebody else who can lift holds.');
}
