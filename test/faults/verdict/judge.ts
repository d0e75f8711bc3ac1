import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { withClient } from '#test/harness/client.ts';
import type { Kind, Notes } from '#test/faults/notes.ts';
import { surnameOf } from '#test/faults/work/imports.ts';
import { logoAndFiles } from './files.ts';
import { wrongBooks } from './books.ts';
import { ledgers } from './ledgers.ts';
import { sentences } from './sentences.ts';
import { wrongNumbers, wrongSessions } from './wrong-numbers.ts';

interface Where {
  ownerUrl: () => string;
  dataFolder: string;
}

/**
 * Everything that is wrong in the database, compared with what the server had acknowledged and refused. Reads one
 * snapshot, so it may be asked while work goes on.
 */
export const judge = (where: Where, institutionId: number, notes: Notes): Promise<string[]> =>
  patiently(where.ownerUrl(), async (client) => {
    await client.query('begin isolation level repeatable read read only');
    return [
      ...(await halfDone(client)),
      ...(await wrongMarks(client, notes)),
      ...(await lostAssignments(client, notes)),
      ...(await wrongImports(client, institutionId, notes)),
      ...(await wrongNumbers(client, institutionId, notes)),
      ...(await wrongSessions(client, notes)),
      ...(await wrongBooks(client, notes)),
      ...(await logoAndFiles(client, institutionId, notes, where.dataFolder)),
    ];
  });

/** A PostgreSQL that has just lost a process is back in a moment. */
export async function patiently<T>(ownerUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await withClient(ownerUrl, work);
    } catch (error) {
      if (tries > 100) throw error;
      await wait(100);
    }
  }
}

async function halfDone(client: pg.Client) {
  const problems: string[] = [];
  for (const [what, query] of Object.entries(sentences)) {
    const { rows } = await client.query<{ id: number }>(query);
    if (rows.length) problems.push(`${rows.length} × ${what}, for example ${rows[0]!.id}`);
  }
  return problems;
}

/** What was said to be done is there once, with one audit entry; what was said not to be done is not there. */
async function wrongMarks(client: pg.Client, notes: Notes) {
  const problems: string[] = [];
  for (const [kind, { rows, entries }] of Object.entries(ledgers) as [Kind, (typeof ledgers)[Kind] & object][]) {
    const written = await countMarks(client, entries);
    const there = rows ? await countMarks(client, rows) : written;
    for (const mark of new Set([...written.keys(), ...there.keys(), ...(notes.done.get(kind) ?? [])])) {
      const [is, told] = [there.get(mark) ?? 0, written.get(mark) ?? 0];
      const say = (what: string) => problems.push(`${kind} ${mark} ${what} (${is} there, ${told} in the audit log)`);
      if (is !== told) say('is half done');
      else if (is > 1) say('is doubled');
      else if (is === 0 && notes.done.get(kind)?.has(mark)) say('was acknowledged and is lost');
      else if (is === 1 && notes.denied.get(kind)?.has(mark)) say('was refused and is there');
    }
  }
  return problems;
}

async function countMarks(client: pg.Client, query: string) {
  const { rows } = await client.query<{ mark: string }>(query);
  const counts = new Map<string, number>();
  for (const { mark } of rows) counts.set(mark, (counts.get(mark) ?? 0) + 1);
  return counts;
}

async function lostAssignments(client: pg.Client, notes: Notes) {
  const { rows } = await client.query(`
    select a.id::int, a.batch_id::int as batch, a.undone_at is not null as undone, w.details -> 'students' as students
    from batch_assignments a left join audit_entries w on w.institution_id = a.institution_id
      and w.action = 'students.assignBatch' and (w.details ->> 'assignment')::bigint = a.id`);
  const found = new Map(
    rows.map((row) => [row.id as number, row as { batch: number; undone: boolean; students: number[] }]),
  );
  return notes.assignments.flatMap(({ id, batchId, studentIds }) => {
    const row = found.get(id);
    if (!row) return [`assignment ${id} was acknowledged and is lost`];
    const strangers = row.students.filter((student) => !studentIds.includes(student));
    return [
      ...(row.batch !== batchId || strangers.length ? [`assignment ${id} is not what was asked for`] : []),
      ...(notes.undone.has(id) && !row.undone ? [`the undo of assignment ${id} was acknowledged and is lost`] : []),
      ...(!notes.undoAsked.has(id) && row.undone ? [`assignment ${id} is undone, and nobody asked for that`] : []),
      ...(notes.denied.get('undo')?.has(String(id)) && row.undone
        ? [`the undo of assignment ${id} was refused and is there`]
        : []),
    ];
  });
}

async function wrongImports(client: pg.Client, institutionId: number, notes: Notes) {
  const { rows } = await client.query(
    `select u.id, i.state, i.failure, i.imported_count as imported, s.count::int, s.people::int, w.ends::int
     from unnest($2::bigint[], $3::text[]) u (id, surname)
     left join imports i on (i.institution_id, i.id) = ($1, u.id)
     cross join lateral (select count(*), count(distinct first_name) as people from students
       where institution_id = $1 and surname = u.surname) s
     cross join lateral (select count(*) as ends from audit_entries
       where institution_id = $1 and action = 'students.import' and subject_id = u.id) w`,
    [institutionId, notes.imports.map(({ id }) => id), notes.imports.map(({ prefix }) => surnameOf(prefix))],
  );
  return notes.imports.flatMap(({ id, rows: wanted, mode, isRunAsked, isRunAcknowledged }, at) => {
    const { state, failure, imported, count, people, ends } = rows[at];
    const problems: string[] = [];
    const say = (problem: string) =>
      problems.push(`import ${id} (${mode}, ${state}${failure ? `: ${failure}` : ''}): ${problem}`);
    if (state === null) say('it was acknowledged and is lost');
    if (count !== people) say(`${count} rows for ${people} people`);
    if (!isRunAsked && count > 0) say(`${count} rows are there, and nobody asked for them`);
    if (isRunAcknowledged && !['running', 'done'].includes(state)) say('its run was acknowledged and is lost');
    if (ends !== (state === 'done' ? 1 : 0)) say(`it has ${ends} audit entries of its end`);
    if (state === 'done' ? count !== wanted : state !== 'running' && count > 0)
      say(`${count} of ${wanted} rows are there`);
    if (state === 'running' && (mode === 'all' ? count !== 0 : count !== imported))
      say(`${count} rows are there, and it counts ${imported}`);
    return problems;
  });
}
