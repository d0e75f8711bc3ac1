import type pg from 'pg';

const differences = `
  select 'batch ' || batch_id as of, counted, kept from (
    select institution_id, coalesce(batch_id, 0) as batch_id,
      array[count(*), count(*) filter (where gender = 'female'), count(*) filter (where gender = 'male')] as counted
    from students where batch_id is not null or (status = 'active' and merged_into_id is null) group by 1, 2) truth
  full join (
    select institution_id, batch_id, array[sum(students), sum(female), sum(male)] as kept
    from batch_counts group by 1, 2) kept using (institution_id, batch_id)
  where coalesce(counted, '{0,0,0}') <> coalesce(kept, '{0,0,0}')
  union all
  select 'session ' || session_id, array[counted], array[kept] from (
    select institution_id, session_id, count(distinct student_id) as counted from enrolments group by 1, 2) truth
  full join (
    select institution_id, session_id, sum(students) as kept from session_counts group by 1, 2) kept
    using (institution_id, session_id)
  where coalesce(counted, 0) <> coalesce(kept, 0)`;

/** Throws where the kept counts of students differ from the students: after whatever a test did. */
export async function checkCounts(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ of: string; counted: string[] | null; kept: string[] | null }>({
    name: 'counts that differ',
    text: differences,
  });
  if (rows.length === 0) return;
  const lines = rows.map(({ of, counted, kept }) => `${of}: ${String(kept)} kept, ${String(counted)} counted`);
  throw new Error(`The counts of students are wrong (docs/decisions/0027):\n${lines.join('\n')}`);
}
