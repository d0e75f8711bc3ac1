import { and, eq, sql } from 'drizzle-orm';
import { importProblems, imports } from '../imports.schema.ts';
import { isImport, openImport, orFail, type ImportServices } from './import-work.ts';
import { alikeOf, saveProblems } from './save-problems.ts';
import { isGood, judgeRows } from './judge-rows.ts';
import { findTwins, readFile } from '../files/read-file.ts';
import { notifyStarter } from './notify-starter.ts';
import { previewOf } from './preview.ts';
import { amountsIn, lackingIn, leftOutIn, newWordsOf } from './check-summary.ts';
import type { ImportJob } from '../kinds/kind.ts';
import { whoIn } from '../engine/row.ts';

const rowsATime = 1000;

/** The dry run: checks every row, counts the results and saves the problems. Imports nothing and can be restarted at any time. */
export const checkRows = (services: ImportServices, job: ImportJob, signal: AbortSignal): Promise<void> =>
  orFail(services, job, async () => {
    const { database } = services;
    const opened = await openImport(services, job, 'checking');
    if (!opened) return;
    const { source, school } = opened;
    const found = newWordsOf(opened);
    const lacking = lackingIn(opened);
    const leftOut = leftOutIn();
    const amounts = amountsIn();
    const preview = previewOf(source.plan, school);
    const isChecking = and(isImport(job), eq(imports.state, 'checking'));
    await database.asSystem([job.institutionId], async (tx) => {
      await tx
        .delete(importProblems)
        .where(and(eq(importProblems.institutionId, job.institutionId), eq(importProblems.importId, job.importId)));
      await tx
        .update(imports)
        .set({
          checkedCount: 0,
          goodCount: 0,
          badCount: 0,
          doneCount: 0,
          newWords: {},
          amounts: {},
          lacking: {},
          leftOut: {},
          preview: {},
          counts: {},
          alikeCount: 0,
          failure: null,
        })
        .where(isChecking);
    });

    const twins = await findTwins(source, signal);
    const given = new Map<number, number>();
    const { acts } = opened;
    const { decisions } = opened.import;
    const asked = { actor: opened.actor, school, acts, decisions, twins, plan: source.plan, options: source.options };
    let checked = 0;
    for await (const piece of readFile(source, rowsATime, signal)) {
      signal.throwIfAborted();
      const goesOn = await database.asSystem([job.institutionId], async (tx) => {
        const { verdicts, comparison } = await judgeRows({ ...job, ...asked, db: tx, given, isWriting: false }, piece);
        const bad = verdicts.flatMap((verdict) => (verdict.kind === 'bad' ? [verdict.problems] : []));
        const good = verdicts.filter(isGood).length;
        found.gather(verdicts);
        lacking.gather(verdicts);
        leftOut.gather(verdicts);
        amounts.gather(verdicts);
        preview.gather(piece, verdicts, comparison);
        const alike = alikeOf(verdicts);
        // A check that started later has reset the count; a cancelled import is no longer being checked.
        const moved = await tx
          .update(imports)
          .set({
            checkedCount: checked + piece.length,
            goodCount: sql`${imports.goodCount} + ${good}`,
            badCount: sql`${imports.badCount} + ${bad.length}`,
            alikeCount: sql`${imports.alikeCount} + ${alike.length}`,
          })
          .where(and(isChecking, eq(imports.checkedCount, checked)))
          .returning({ id: imports.id });
        if (moved.length) await saveProblems(tx, job, [...bad.flat(), ...alike], whoIn(piece));
        return moved.length > 0;
      });
      if (!goesOn) return;
      checked += piece.length;
    }
    await database.asSystem([job.institutionId], async (tx) => {
      const [done] = await tx
        .update(imports)
        .set({
          state: 'checked',
          newWords: found.words(),
          lacking: lacking.counts(),
          leftOut: leftOut.counts(),
          amounts: amounts.sums(),
          preview: preview.preview(),
          counts: preview.counts(),
        })
        .where(and(isChecking, eq(imports.checkedCount, checked)))
        .returning({ good: imports.goodCount, bad: imports.badCount });
      if (!done) return;
      const bad =
        done.bad === 0 ? 'No row has a problem' : `${done.bad === 1 ? '1 row has' : `${done.bad} rows have`} problems`;
      await notifyStarter(
        tx,
        job,
        'checked',
        `${bad}, ${done.good} can be imported. Nothing is imported until you confirm.`,
      );
    });
  });
