import { sql } from 'drizzle-orm';
import { rowsOf, type Db } from '#kernel/database.ts';

/**
 * The students of the account's own family: the account's student, its children and those children's siblings, by the
 * account or by an employee record with the same phone number or e-mail address as a guardian.
 */
export async function ownFamily(db: Db, accountId: number | null, institutionId: number): Promise<Set<number>> {
  const mine = sql`select m.student_id, m.guardian_id, m.employee_id from memberships m
    where m.institution_id = ${institutionId} and m.account_id = ${accountId}::bigint`;
  const rows = await rowsOf<{ id: number }>(
    db,
    sql`
    with contact as (
      select e.phone, e.mobile, lower(e.email) as email from employees e join (${mine}) m on m.employee_id = e.id
        where e.institution_id = ${institutionId}
      union all select null, c.phone, lower(c.email) from accounts c where c.id = ${accountId}::bigint),
    guardian as (
      select m.guardian_id as id from (${mine}) m where m.guardian_id is not null
      union select g.id from guardians g join contact c on g.phone in (c.phone, c.mobile) or g.mobile in (c.phone, c.mobile)
          or lower(g.email) = c.email
        where g.institution_id = ${institutionId}
      union select l.guardian_id from student_guardians l join (${mine}) m on m.student_id = l.student_id
        where l.institution_id = ${institutionId}),
    child as (select l.student_id as id from student_guardians l join guardian on guardian.id = l.guardian_id
        where l.institution_id = ${institutionId})
      select m.student_id as id from (${mine}) m where m.student_id is not null
      union select l.student_id from student_guardians l where l.institution_id = ${institutionId}
        and l.guardian_id in (select o.guardian_id from student_guardians o join child on child.id = o.student_id
          where o.institution_id = ${institutionId})`,
  );
  return new Set(rows.map(({ id }) => Number(id)));
}
