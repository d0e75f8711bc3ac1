import { sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { imports } from '../imports.schema.ts';
import { openImport, orFail, type OpenedImport, type ImportServices } from './import-work.ts';
import { judgeRows, type Verdict } from './judge-rows.ts';
import { kinds } from '../kinds/all.ts';
import type { Change, ImportJob } from '../kinds/kind.ts';
import { findTwins, readFile, type Twins } from '../files/read-file.ts';
import type { ReadRow } from '../engine/row.ts';
import { spellListValues } from './write-people.ts';
import { replaceProblems, finishRun, backToChecked, isRunning, recordChanges } from './record-changes.ts';

const rowsATime = 500;

/** Thrown to roll back an all-or-nothing import. */
class Undone extends Error {
  readonly verdicts: Verdict[];
  readonly read: ReadRow[];
  constructor(verdicts: Verdict[], read: ReadRow[]) {
    super('undone');
    this.verdicts = verdicts;
    this.read = read;
  }
}

/** The import job. On every start it resumes after the last saved chunk and does nothing twice. */
export const runRows = (services: ImportServices, job: ImportJob, signal: AbortSignal): Promise<void> =>
  orFail(services, job, async () => {
    const opened = await openImport(services, job, 'running');
    if (!opened) return;
    const twins = await findTwins(opened.source, signal);
    await (opened.import.mode === 'all' ? runAll : runGood)(services, job, opened, twins, signal);
  });

/** Imports chunk by chunk: the people of a chunk and the resume mark are saved in one transaction. */
async function runGood(
  { database }: ImportServices,
  job: ImportJob,
  opened: OpenedImport,
  twins: Twins,
  signal: AbortSignal,
) {
  let done = 0;
  for await (const piece of readFile(opened.source, rowsATime, signal)) {
    signal.throwIfAborted();
    const from = done;
    done += piece.length;
    if (done <= opened.import.doneCount) continue;
    const goesOn = await database.asSystem([job.institutionId], async (tx) => {
      const [mark] = await tx
        .select({ doneCount: imports.doneCount })
        .from(imports)
        .where(isRunning(job))
        .for('no key update');
      // Cancelled, or another worker is ahead.
      if (mark?.doneCount !== from) return false;
      const { verdicts, written } = await importPiece(tx, job, opened, twins, piece);
      await replaceProblems(tx, job, verdicts, piece);
      await tx
        .update(imports)
        .set({ doneCount: done, importedCount: sql`${imports.importedCount} + ${written}` })
        .where(isRunning(job));
      return true;
    });
    if (!goesOn) return;
  }
  await database.asSystem([job.institutionId], (tx) => finishRun(tx, job, opened));
}

/** Imports all rows in one transaction; a problem, a cancellation or a crash rolls everything back. */
async function runAll(
  { database }: ImportServices,
  job: ImportJob,
  opened: OpenedImport,
  twins: Twins,
  signal: AbortSignal,
) {
  const showProgress = (doneCount: number) =>
    database.asSystem([job.institutionId], (tx) =>
      tx.update(imports).set({ doneCount }).where(isRunning(job)).returning({ id: imports.id }),
    );
  try {
    await database.asSystem([job.institutionId], async (tx) => {
      let done = 0;
      let imported = 0;
      for await (const piece of readFile(opened.source, rowsATime, signal)) {
        signal.throwIfAborted();
        const { verdicts, written } = await importPiece(tx, job, opened, twins, piece);
        if (verdicts.some(({ kind }) => kind === 'bad')) throw new Undone(verdicts, piece);
        done += piece.length;
        imported += written;
        if ((await showProgress(done)).length === 0) throw new Undone([], []);
      }
      const finished = await tx
        .update(imports)
        .set({ importedCount: imported })
        .where(isRunning(job))
        .returning({ id: imports.id });
      if (finished.length === 0) throw new Undone([], []);
      await finishRun(tx, job, opened);
    });
  } catch (error) {
    if (!(error instanceof Undone)) throw error;
    await database.asSystem([job.institutionId], (tx) => backToChecked(tx, job, error.verdicts, error.read));
  }
}

async function importPiece(tx: Tx, job: ImportJob, opened: OpenedImport, twins: Twins, piece: ReadRow[]) {
  const { plan, options } = opened.source;
  const { school } = opened;
  const { acts } = opened;
  const { decisions } = opened.import;
  const given = new Map<number, number>();
  const asked = {
    ...job,
    db: tx,
    actor: opened.actor,
    school,
    acts,
    decisions,
    plan,
    options,
    twins,
    given,
    isWriting: true,
    released: { by: opened.import.approvedBy, credit: opened.import.approvedCredit },
  };
  const { verdicts, comparison } = await judgeRows(asked, piece);
  const changes = verdicts.filter((verdict): verdict is Change => verdict.kind === 'new' || verdict.kind === 'update');
  await spellListValues(
    tx,
    job.institutionId,
    school.roster,
    changes.map(({ record: person }) => person),
  );
  const written = await comparison.write(tx, changes, twins.numbers);
  for (const [as, some] of Map.groupBy(written, (one) => one.as))
    await recordChanges(tx, opened.actor, job, as ? kinds[as] : school.roster, some);
  return { verdicts, written: changes.length };
}
