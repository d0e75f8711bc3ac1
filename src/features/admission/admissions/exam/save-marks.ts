import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { recordMany } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { id } from '#kernel/schemas.ts';
import { holdIntake, lockApplications, type LockedApplication, type LockedIntake } from '../lock-applications.ts';
import { interviewColumn, interviewMost } from './exam-words.ts';
import type { Mark } from './marks.queries.ts';
import { writeMarks, marksBefore } from './write-marks.ts';

const Value = z.union([z.literal('absent'), z.number().min(0).max(100_000), z.null()]);

export const SaveMarks = z.object({
  marks: z
    .array(z.object({ applicationId: id, test: z.string().max(41), mark: Value, was: Value }))
    .min(1, 'Enter a mark.')
    .max(20_000, 'Save up to 20,000 marks at once.'),
});
export type MarkInput = z.infer<typeof SaveMarks>['marks'][number];

export interface MarkProblem {
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
    else if (current !== was) problem(`Somebody else entered ${inWords(current)} meanwhile.`, { current });
    else changes.push(one);
  }
  const scores = await writeMarks(tx, actor, institutionId, changes);
  await recordMany(tx, actor, 'admissions.enterMarks', entriesOf(institutionId, chosen, changes, before));
  return { saved: changes.length, problems, scores };
}

/** The highest mark of each test, and of the interview. */
const highestMarks = ({ tests }: LockedIntake): Map<string, number> =>
  new Map([...tests.map(({ key, most }) => [key, most] as const), [interviewColumn, interviewMost]]);

export const inWords = (mark: Mark): string =>
  mark === null ? 'nothing' : mark === 'absent' ? 'absent' : String(mark);

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
