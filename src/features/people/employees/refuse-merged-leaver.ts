import { render, query } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import type { Merge } from '#kernel/personal-data/merge-rule.ts';

/** Former employees cannot sign in or teach. A merge must not undo that silently. */
export async function refuseMergedLeaver({ tx, institutionId, keptId }: Merge): Promise<void> {
  const rows = await query<{ works: boolean }>(tx, render)`
    select e.left_on is not null and (
      exists (select from memberships m where m.institution_id = e.institution_id and m.employee_id = e.id)
      or exists (select from batches b join academic_sessions y on (y.institution_id, y.id) = (b.institution_id, b.session_id)
        where b.institution_id = e.institution_id and b.closed_at is null and y.closed_at is null and (
        exists (select from batch_teachers t where t.institution_id = e.institution_id and t.batch_id = b.id and t.employee_id = e.id)
        or exists (select from course_offerings o where o.institution_id = e.institution_id and o.batch_id = b.id and o.employee_id = e.id)))
    ) as works
    from employees e where e.institution_id = ${institutionId} and e.id = ${keptId}`;
  if (rows[0]!.works)
    throw new ValidationError(
      'form',
      'The merged record would belong to a former employee who can still sign in or teach. Choose the “Employed” values of the current employee, or record the exit first.',
    );
}
