import { sql } from 'drizzle-orm';
import { rowsOf, type Db } from '#kernel/database.ts';

/**
 * The students of the account's own family: the account's student, its children and those children's siblings, by the
 * account or by an employee record with the same phone number or e-mail address as a guardian.
 */
export async function ownFamily(db: Db, accountId: number | null, institutionId: number): Promise<Set<number>> {
  const here = sql`institution_id = ${institutionId}`;
  // Step by step from few rows: without statistics a plan for all at once joins the whole school with itself.
  const rows = await rowsOf<{ id: number }>(
    db,
    sql`
    with mine as materialized (
      select student_id, guardian_id, employee_id from memberships
      where ${here} and account_id = ${accountId}::bigint),
    contact as materialized (
      select e.phone, e.mobile, lower(e.email) as email from mine m cross join lateral (
        select phone, mobile, email from employees where ${here} and id = m.employee_id offset 0) e
      union all select null, c.phone, lower(c.email) from accounts c where c.id = ${accountId}::bigint),
    guardian as materialized (
      select guardian_id as id from mine where guardian_id is not null
      union select g.id from contact c cross join lateral (
        select id from guardians where ${here} and (phone in (c.phone, c.mobile) or mobile in (c.phone, c.mobile)
          or lower(email) = c.email) offset 0) g
      union select l.guardian_id from mine m cross join lateral (
        select guardian_id from student_guardians where ${here} and student_id = m.student_id offset 0) l),
    child as materialized (
      select distinct l.student_id as id from guardian g cross join lateral (
        select student_id from student_guardians where ${here} and guardian_id = g.id offset 0) l),
    parent as materialized (
      select distinct l.guardian_id as id from child c cross join lateral (
        select guardian_id from student_guardians where ${here} and student_id = c.id offset 0) l)
    select student_id as id from mine where student_id is not null
    union select l.student_id from parent p cross join lateral (
      select student_id from student_guardians where ${here} and guardian_id = p.id offset 0) l`,
  );
  return new Set(rows.map(({ id }) => Number(id)));
}
