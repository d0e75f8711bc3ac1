import { and, eq, sql } from 'drizzle-orm';
import { importProblems, imports } from './imports.schema.ts';
import { isImport, keepProblems, openImport, orFail, type ImportJob, type Workshop } from './import-work.ts';
import { judgeRows, type Seats } from './judge-rows.ts';
import { findTwins, readFile } from './read-file.ts';
import { tellStarter } from './tell-starter.ts';

const rowsATime = 1000;

/** The dry run: judges every row, counts, and writes the problems down. Imports nothing; may start again at any time. */
export const checkRows = (workshop: Workshop, job: ImportJob, signal: AbortSignal): Promise<void> =>
  orFail(workshop, job, async () => {
    const { database } = workshop;
    const opened = await openImport(workshop, job, 'checking');
    if (!opened) return;
    const { source, school } = opened;
    const isChecking = and(isImport(job), eq(imports.state, 'checking'));
    await database.asSystem([job.institutionId], async (tx) => {
      await tx
        .delete(importProblems)
        .where(and(eq(importProblems.institutionId, job.institutionId), eq(importProblems.importId, job.importId)));
      await tx
        .update(imports)
        .set({ checkedCount: 0, goodCount: 0, badCount: 0, doneCount: 0, failure: null })
        .where(isChecking);
    });

    const twins = await findTwins(source);
    const seats: Seats = { batches: school.batches, given: new Map() };
    let checked = 0;
    for await (const piece of readFile(source, rowsATime)) {
      signal.throwIfAborted();
      const goesOn = await database.asSystem([job.institutionId], async (tx) => {
        const verdicts = await judgeRows(
          tx,
          { ...job, plan: source.plan, options: source.options, twins },
          piece,
          seats,
        );
        const bad = verdicts.flatMap((verdict) => (verdict.kind === 'bad' ? [verdict.problems] : []));
        const good = verdicts.filter(({ kind }) => kind === 'new' || kind === 'update').length;
        // Another checker that started later has set the count back; a cancelled import is no longer being checked.
        const moved = await tx
          .update(imports)
          .set({
            checkedCount: checked + piece.length,
            goodCount: sql`${imports.goodCount} + ${good}`,
            badCount: sql`${imports.badCount} + ${bad.length}`,
          })
          .where(and(isChecking, eq(imports.checkedCount, checked)))
          .returning({ id: imports.id });
        if (moved.length) await keepProblems(tx, job, bad.flat());
        return moved.length > 0;
      });
      if (!goesOn) return;
      checked += piece.length;
    }
    await database.asSystem([job.institutionId], async (tx) => {
      const [done] = await tx
        .update(imports)
        .set({ state: 'checked' })
        .where(and(isChecking, eq(imports.checkedCount, checked)))
        .returning({ good: imports.goodCount, bad: imports.badCount });
      if (!done) return;
      const bad =
        done.bad === 0 ? 'No row has a problem' : `${done.bad === 1 ? '1 row has' : `${done.bad} rows have`} problems`;
      await tellStarter(
        tx,
        job,
        'checked',
        `${bad}, ${done.good} can be imported. Nothing is imported before you say so.`,
      );
    });
  });
