import { sql } from 'drizzle-orm';
import { query, render, type Tx } from '#kernel/database.ts';
import { setUpAssessment } from '#features/results/assessment/load.demo.ts';

/** For tests: a WAEC scale and a scheme of it for the whole institution, halves allowed. */
export const addSampleScheme = (tx: Tx, institutionId: number, traits: string[] = []) =>
  setUpAssessment(tx, institutionId, {
    scale: 'waec',
    name: 'Tests and examination',
    system: 'average',
    step: '50',
    traits,
    components: [
      ['Test', 40],
      ['Examination', 60],
    ],
  });

/** A course of a batch with its teacher. */
export async function addSampleCourse(
  tx: Tx,
  {
    institutionId,
    batchId,
    code,
    employeeId,
  }: { institutionId: number; batchId: number; code: string; employeeId?: number },
): Promise<number> {
  const rows = await query<{ id: number }>(
    tx,
    render(sql`
    with course as (insert into courses (institution_id, code, title) values (${institutionId}, ${code}, ${code}) returning id)
    insert into course_offerings (institution_id, batch_id, course_id, employee_id)
    select ${institutionId}, ${batchId}, id, ${employeeId ?? null}::bigint from course returning course_id::int as id`),
  );
  return rows[0]!.id;
}
