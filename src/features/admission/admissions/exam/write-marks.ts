import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { query, type Tx } from '#kernel/database.ts';
import type { LockedApplication } from '../lock-applications.ts';
import { interviewColumn } from './exam-words.ts';
import type { Mark } from './marks.queries.ts';

interface MarkChange {
  applicationId: number;
  test: string;
  mark: Mark;
}

/** The marks of locked applications by test, with the interview. */
export async function marksBefore(tx: Tx, institutionId: number, chosen: LockedApplication[]) {
  const before = new Map<number, Record<string, Mark>>(
    chosen.map(({ id, interview }) => [id, { [interviewColumn]: interview }]),
  );
  const found = await query<{ id: number; test: string; mark: number | null }>(
    tx,
    sql`select application_id as id, test, mark::float as mark from exam_scores
      where institution_id = ${institutionId} and application_id = any (${sql.param([...before.keys()])}::bigint[])`,
  );
  for (const { id, test, mark } of found) before.get(Number(id))![test] = mark ?? 'absent';
  return before;
}

/** Writes marks and the scores that follow from them; returns the scores. */
export async function writeMarks(
  tx: Tx,
  actor: Actor,
  institutionId: number,
  changes: MarkChange[],
): Promise<Record<number, number | null>> {
  if (changes.length === 0) return {};
  const sent = (rows: MarkChange[]) =>
    sql`jsonb_to_recordset(${JSON.stringify(
      rows.map(({ applicationId, test, mark }) => ({ a: applicationId, t: test, m: mark === 'absent' ? null : mark })),
    )}::jsonb) as n (a bigint, t text, m numeric)`;
  const marks = changes.filter(({ test }) => test !== interviewColumn);
  const entered = marks.filter(({ mark }) => mark !== null);
  const cleared = marks.filter(({ mark }) => mark === null);
  const interviews = changes.filter(({ test }) => test === interviewColumn);
  if (entered.length > 0)
    await tx.execute(sql`
      insert into exam_scores (institution_id, application_id, test, mark, account_id)
      select ${institutionId}, n.a, n.t, n.m, ${actor.accountId}::bigint from ${sent(entered)}
      on conflict (institution_id, application_id, test)
      do update set mark = excluded.mark, account_id = excluded.account_id, entered_at = now()`);
  if (cleared.length > 0)
    await tx.execute(sql`delete from exam_scores x using ${sent(cleared)}
      where x.institution_id = ${institutionId} and x.application_id = n.a and x.test = n.t`);
  if (interviews.length > 0)
    await tx.execute(sql`update applications a set interview = n.m from ${sent(interviews)}
      where a.institution_id = ${institutionId} and a.id = n.a`);
  const ids = [...new Set(changes.map(({ applicationId }) => applicationId))];
  const scores = await query<{ id: number; score: number | null }>(
    tx,
    sql`
    update applications a set score = case when s.n > 0 or a.interview is not null
      then coalesce(s.total, 0) + coalesce(a.interview, 0) end
    from unnest(${sql.param(ids)}::bigint[]) as u (id) cross join lateral (select count(*) as n, sum(x.mark) as total
      from exam_scores x where x.institution_id = ${institutionId} and x.application_id = u.id) s
    where a.institution_id = ${institutionId} and a.id = u.id returning a.id, a.score::float as score`,
  );
  return Object.fromEntries(scores.map(({ id, score }) => [id, score]));
}
