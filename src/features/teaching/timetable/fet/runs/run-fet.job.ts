import { sql } from 'drizzle-orm';
import type { Database } from '#kernel/database.ts';
import type { Job } from '#kernel/jobs/jobs.ts';
import { findProgram } from '../engine/find-program.ts';
import { runEngine, type Outcome } from '../engine/run-engine.ts';
import { writeFet } from '../format/fet-problem.ts';
import { Unreadable } from '../format/read-xml.ts';
import { placingsOf, type Note } from '../places/placings-of.ts';
import { lessonInFet } from '../problem/rule-constraints.ts';
import { problemOf, type WholeVersion } from '../problem/problem-of.ts';
import { begin, end, isThis, tellProgress, type FetJob, type Result } from './keep-run.ts';
import type { RunState } from './run-state.ts';

interface FetServices {
  database: Database;
  environment: { fet?: string };
}

/** A search that ended so often without a word, such as by the end of its process, is not begun again. */
const mostAttempts = 3;

/** Runs FET for a version. The result waits for somebody to apply it, so a job that is repeated does no harm. */
export async function runFet({ database, environment }: FetServices, job: FetJob, signal: AbortSignal): Promise<void> {
  const begun = await begin(database, job);
  if (!begun) return;
  const { whole, minutes, name } = begun;
  const fail = (failure: string, state: RunState = 'failed') => end(database, job, begun, { state, failure });
  if (begun.isStopping) return fail('It was stopped.', 'stopped');
  if (begun.attempts > mostAttempts)
    return fail(
      'The search stopped three times without a result, probably because the server was restarted. Start it again.',
    );
  const program = await findProgram(environment.fet);
  if (!program)
    return fail('FET is no longer installed on this server. See the automatic timetable page for what to do.');
  const { problem, unsaid } = problemOf(whole.draft, whole.rules, whole.classes, name);
  await database.asSystem([job.institutionId], (tx) =>
    tx.execute(sql`update fet_runs set activity_count = ${problem.activities.length} where ${isThis(job)}`),
  );
  const outcome = await runEngine(writeFet(problem), {
    program,
    seconds: minutes * 60,
    signal,
    onProgress: (placed) => tellProgress(database, job, placed),
  });
  const said = unsaid.map((words): Note => ({ words, lessonIds: [] }));
  await end(database, job, begun, resultOf(whole, outcome, said));
}

function resultOf({ draft }: WholeVersion, outcome: Outcome, said: Note[]): Result {
  const { end: state, why, places } = outcome;
  const notes = outcome.notes.map(({ words, lessonIds }) => ({
    words,
    lessonIds: draft.lessons.flatMap(({ id }) => (lessonIds.includes(lessonInFet(id)) ? [id] : [])),
  }));
  if (state === 'nothing') return { state: 'failed', failure: why, notes: [...notes, ...said] };
  try {
    const read = placingsOf(draft, { places });
    const isWhole = state === 'whole' && read.placings.every(({ weekday }) => weekday !== null);
    const all = [...notes, ...read.notes, ...said];
    return { state: isWhole ? 'done' : 'part', failure: why, placings: read.placings, notes: all };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { state: 'failed', failure: error.message, notes: said };
  }
}

export const runFetJob: Job<FetServices, FetJob> = { queue: 'timetable.fet', work: runFet };

const fileDays = 30;

/** Deletes files of other schools that nobody made into a draft. */
export const tidyFetFiles: Job<FetServices> = {
  queue: 'timetable.tidyFetFiles',
  cron: '35 2 * * *',
  work: ({ database }) => database.anonymous((tx) => tx.execute(sql`select akada_tidy_fet_files(${fileDays})`)),
};

declare module '#kernel/jobs/queues.ts' {
  interface Queues {
    'timetable.fet': true;
    'timetable.tidyFetFiles': true;
  }
}
