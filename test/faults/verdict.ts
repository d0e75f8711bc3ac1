import type pg from 'pg';
import { withClient } from '#test/harness/client.ts';
import type { Acknowledged, School } from '#test/faults/work.ts';

/**
 * Everything that is wrong in the database, compared with what the server had acknowledged. Reads one snapshot, so it
 * may be asked while work goes on.
 */
export const judge = (ownerUrl: string, school: School, noted: Acknowledged): Promise<string[]> =>
  withClient(ownerUrl, async (client) => {
    await client.query('begin isolation level repeatable read read only');
    return [
      ...(await halfDone(client)),
      ...(await lostAssignments(client, noted)),
      ...(await wrongImports(client, school, noted)),
    ];
  });

/** Sentences that hold for every row at any moment. */
const sentences: Record<string, string> = {
  'student whose batch is not that of the one open enrolment': `
    select s.id from students s
    left join enrolments e on (e.institution_id, e.student_id) = (s.institution_id, s.id) and e.to_date is null
    group by s.institution_id, s.id, s.batch_id
    having count(e.id) <> (s.batch_id is not null)::int or min(e.batch_id) is distinct from s.batch_id`,
  'assignment whose count is not that of its enrolments': `
    select a.id from batch_assignments a
    left join enrolments e on (e.institution_id, e.assignment_id) = (a.institution_id, a.id)
    group by a.institution_id, a.id
    having count(e.id) <> case when a.undone_at is null then a.student_count else 0 end`,
  'assignment without exactly one audit entry that names its students': `
    select a.id from batch_assignments a
    left join audit_entries w on w.institution_id = a.institution_id and w.action = 'students.assignBatch' and (w.details ->> 'assignment')::bigint = a.id
    where a.account_id is not null
    group by a.institution_id, a.id having count(w.id) <> 1 or min(jsonb_array_length(w.details -> 'students')) <> a.student_count`,
  'assignment that is undone without an audit entry, or the other way round': `
    select a.id from batch_assignments a
    left join audit_entries w on w.institution_id = a.institution_id and w.action = 'students.undoAssignment' and (w.details ->> 'assignment')::bigint = a.id
    group by a.institution_id, a.id having count(w.id) <> (a.undone_at is not null)::int`,
  'audit entry of an assignment that is not there': `
    select w.id from audit_entries w
    where w.action in ('students.assignBatch', 'students.undoAssignment')
      and not exists (select from batch_assignments a where (a.institution_id, a.id) = (w.institution_id, (w.details ->> 'assignment')::bigint))`,
  'enrolment closed by an assignment that was undone': `
    select e.id from enrolments e
    join batch_assignments a on (a.institution_id, a.id) = (e.institution_id, e.closed_by_assignment_id) where a.undone_at is not null`,
};

async function halfDone(client: pg.Client) {
  const problems: string[] = [];
  for (const [what, query] of Object.entries(sentences)) {
    const { rows } = await client.query<{ id: number }>(query);
    if (rows.length) problems.push(`${rows.length} × ${what}, for example ${rows[0]!.id}`);
  }
  return problems;
}

async function lostAssignments(client: pg.Client, noted: Acknowledged) {
  const { rows } = await client.query(`
    select a.id::int, a.batch_id::int as batch, a.undone_at is not null as undone, w.details -> 'students' as students
    from batch_assignments a left join audit_entries w on w.institution_id = a.institution_id
      and w.action = 'students.assignBatch' and (w.details ->> 'assignment')::bigint = a.id`);
  const found = new Map(
    rows.map((row) => [row.id as number, row as { batch: number; undone: boolean; students: number[] }]),
  );
  return noted.assignments.flatMap(({ id, batchId, studentIds }) => {
    const row = found.get(id);
    if (!row) return [`assignment ${id} was acknowledged and is lost`];
    const strangers = row.students.filter((student) => !studentIds.includes(student));
    return [
      ...(row.batch !== batchId || strangers.length ? [`assignment ${id} is not what was asked for`] : []),
      ...(noted.undone.has(id) && !row.undone ? [`the undo of assignment ${id} was acknowledged and is lost`] : []),
      ...(!noted.undoAsked.has(id) && row.undone ? [`assignment ${id} is undone, and nobody asked for that`] : []),
    ];
  });
}

async function wrongImports(client: pg.Client, school: School, noted: Acknowledged) {
  const problems: string[] = [];
  for (const { id, prefix, rows: wanted, mode, isRunAsked, isRunAcknowledged } of noted.imports) {
    const { rows } = await client.query(
      `select i.state, i.failure, i.imported_count as imported, s.count::int, s.numbers::int
       from (select count(*), count(distinct admission_number) as numbers from students where institution_id = $1 and admission_number like $2) s
       left join imports i on (i.institution_id, i.id) = ($1, $3)`,
      [school.institutionId, `${prefix}/%`, id],
    );
    const { state, failure, imported, count, numbers } = rows[0];
    const say = (problem: string) =>
      problems.push(`import ${id} (${mode}, ${state}${failure ? `: ${failure}` : ''}): ${problem}`);
    if (state === null) say('it was acknowledged and is lost');
    if (count !== numbers) say(`${count} rows for ${numbers} admission numbers`);
    if (!isRunAsked && count > 0) say(`${count} rows are there, and nobody asked for them`);
    if (isRunAcknowledged && !['running', 'done'].includes(state)) say('its run was acknowledged and is lost');
    if (state === 'done' ? count !== wanted : state !== 'running' && count > 0)
      say(`${count} of ${wanted} rows are there`);
    if (state === 'running' && (mode === 'all' ? count !== 0 : count !== imported))
      say(`${count} rows are there, and it counts ${imported}`);
  }
  return problems;
}

/** Imports that still have work to do. */
export const unfinishedImports = (ownerUrl: string) =>
  withClient(
    ownerUrl,
    async (client) =>
      (await client.query<{ id: number }>(`select id from imports where state in ('checking', 'running')`)).rows.length,
  );
