import { withClient } from '#test/harness/client.ts';
import type { School } from '#test/faults/work/desk.ts';

/** The registrar's institution, with room for everybody in every batch. */
export const findSchool = (ownerUrl: string): Promise<School> =>
  withClient(ownerUrl, async (client) => {
    const institutionId = 1;
    const { rows: batches } = await client.query<{ id: number; name: string; class: number; session: number }>(
      `update batches b set capacity = 5000 from academic_sessions y
       where (y.institution_id, y.id) = (b.institution_id, b.session_id) and y.is_current and b.closed_at is null and b.institution_id = $1
       returning b.id::int, b.name, b.class_id::int as class, b.session_id::int as session`,
      [institutionId],
    );
    const { rows: students } = await client.query<{ id: number }>(
      `select id::int from students where institution_id = $1 and status = 'active' order by id`,
      [institutionId],
    );
    const { rows: teachers } = await client.query<{ id: number }>(
      `select employee_id::int as id from batch_teachers where institution_id = $1 order by 1 limit 1`,
      [institutionId],
    );
    const { rows: categories } = await client.query<{ id: number }>(
      `select id::int from fee_categories where institution_id = $1 order by id limit 1`,
      [institutionId],
    );
    return {
      institutionId,
      categoryId: categories[0]!.id,
      sessionId: batches[0]!.session,
      classIds: [...new Set(batches.map((batch) => batch.class))],
      teacherId: teachers[0]!.id,
      batches,
      studentIds: students.map(({ id }) => id),
    };
  });
