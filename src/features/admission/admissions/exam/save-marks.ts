import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { recordMany } from '#kernel/audit.ts';
import { type Tx, query } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { id } from '#kernel/schemas.ts';
import { holdIntake, lockApplications, type LockedApplication, type LockedIntake } from '../lock-applications.ts';
import { interviewColumn, interviewMost } from './exam-constants.ts';
import type { Mark } from './exam-marks.queries.ts';
import { sql } from 'drizzle-orm';

const Value = z.union([z.literal('absent'), z.number().min(0).max(100_000), z.null()]);

export const SaveMarks = z.object({
  marks: z
    .array(z.object({ applicationId: id, test: z.string().max(41), mark: Value, was: Value }))
    .min(1, 'Enter a mark.')
    .max(20_000, 'Save up to 20,000 marks at once.'),
});
export type MarkInput = z.infer<typeof SaveMarks>['marks'][number];

interface MarkProblem {
  applicationId: number;
  test: string;
  message: string;
  /** What somebody else has entered meanwhile. */
  current?: Mark;
}

export interface SavedMarks {
  saved: number;
  problems: MarkProblem[];
  /** The scores of the applications that changed. */
  scores: Record<number, number | null>;
}

/**
 * Saves marks of an intake. A mark above the maximum, and one that somebody else has changed since it was shown, is left
 * alone and named; the others are saved. The score is their sum with the interview.
 */
export async function saveMarks(tx: Tx, actor: Actor, intakeId: number, sent: MarkInput[]): Promise<SavedMarks> {
  const intake = await holdIntake(tx, actor, intakeId);
  const chosen = await lockApplications(
    tx,
    actor,
    sent.map(({ applicationId }) => applicationId),
  );
  const { institutionId } = chosen[0]!;
  allow(actor, 'admissions.review', institutionId);
  if (chosen.some((one) => one.intakeId !== intakeId || one.institutionId !== institutionId))
    throw new NotFound('application');
  const most = highestMarks(intake);
  const before = await marksBefore(tx, institutionId, chosen);
  const changes: MarkInput[] = [];
  const problems: MarkProblem[] = [];
  for (const one of sent) {
    const { applicationId, test, mark, was } = one;
    const current = before.get(applicationId)?.[test] ?? null;
    const problem = (message: string, more: object = {}) => problems.push({ applicationId, test, message, ...more });
    const highest = most.get(test);
    if (highest === undefined) problem('This test no longer exists. Reload the page.');
    else if (test === interviewColumn && mark === 'absent') problem('Leave the interview empty instead.');
    else if (typeof mark === 'number' && mark > highest) problem(`The highest mark is ${highest}.`);
    else if (typeof mark === 'number' && Math.round(mark * 100) / 100 !== mark) problem('Use up to two decimals.');
    else if (mark === current) continue;
    else if (current !== was) problem(`Someone else has since entered ${inWords(current)}.`, { current });
    else changes.push(one);
  }
  const scores = await writeMarks(tx, actor, institutionId, changes);
  await recordMany(tx, actor, 'admissions.enterMarks', entriesOf(institutionId, chosen, changes, before));
  return { saved: changes.length, problems, scores };
}

/** The highest mark of each test, and of the interview. */
const highestMarks = ({ tests }: LockedIntake): Map<string, number> =>
  new Map([...tests.map(({ key, most }) => [key, most] as const), [interviewColumn, interviewMost]]);

const inWords = (mark: Mark): string => (mark === null ? 'nothing' : mark === 'absent' ? 'absent' : String(mark));

const columnName = (test: string) => (test === interviewColumn ? 'interview' : test);

function entriesOf(
  institutionId: number,
  chosen: LockedApplication[],
  changes: MarkInput[],
  before: Map<number, Record<string, Mark>>,
) {
  const byApplication = Map.groupBy(changes, ({ applicationId }) => applicationId);
  return chosen
    .filter(({ id: one }) => byApplication.has(one))
    .map(({ id: one, firstName, surname }) => {
      const own = byApplication.get(one)!;
      const words = own.map(({ test, mark }) => `${columnName(test)} ${inWords(mark)}`).join(', ');
      return {
        institutionId,
        summary: `entered marks of ${firstName} ${surname}: ${words}`,
        subject: { type: 'application', id: one },
        details: {
          changes: Object.fromEntries(
            own.map(({ test, mark }) => [columnName(test), { from: before.get(one)?.[test] ?? null, to: mark }]),
          ),
        },
      };
    });
}

interface MarkChange {
  applicationId: number;
  test: string;
  mark: Mark;
}

/** The marks of locked applications by test, with the interview. */
async function marksBefore(tx: Tx, institutionId: number, chosen: LockedApplication[]) {
  const before = new Map<number, Record<string, Mark>>(
    chosen.map(({ id, interview }) => [id, { [interviewColumn]: interview }]),
  );
  const found = await query<{ id: number; test: string; mark: number | null }>(tx)`
    select application_id as id, test, mark::float as mark from exam_scores
    where institution_id = ${institutionId} and application_id = any (${sql.param([...before.keys()])}::bigint[])`;
  for (const { id, test, mark } of found) before.get(Number(id))![test] = mark ?? 'absent';
  return before;
}

/** Writes marks and the scores that follow from them; returns the scores. */
async function writeMarks(tx: Tx, actor: Actor, institutionId: number, changes: MarkChange[]) {
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
  const scores = await query<{ id: number; score: number | null }>(tx)`
    update applications a set score = case when s.n > 0 or a.interview is not null
      then coalesce(s.total, 0) + coalesce(a.interview, 0) end
    from unnest(${sql.param(ids)}::bigint[]) as u (id) cross join lateral (select count(*) as n, sum(x.mark) as total
      from exam_scores x where x.institution_id = ${institutionId} and x.application_id = u.id) s
    where a.institution_id = ${institutionId} and a.id = u.id returning a.id, a.score::float as score`;
  return Object.fromEntries(scores.map(({ id, score }) => [id, score]));
}
