import { and, between, countDistinct, eq, isNull, sql } from 'drizzle-orm';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { importProblems, imports } from '../imports.schema.ts';
import { type OpenedImport, isImport } from './import-work.ts';
import { alikeOf, saveProblems } from './save-problems.ts';
import type { ReadRow } from '../engine/row.ts';
import type { Verdict } from './judge-rows.ts';
import { kinds } from '../kinds/all.ts';
import { countedOf } from '../kinds/kind-words.ts';
import { notifyOfSeats } from './record-changes.ts';
import { notifyStarter } from './notify-starter.ts';
import type { ImportJob } from '../kinds/kind.ts';
import { whoIn } from '../engine/row.ts';

/** Updates the problems found since the check. */
export async function replaceProblems(tx: Tx, job: ImportJob, verdicts: Verdict[], read: ReadRow[]) {
  const [first, last] = [verdicts[0]!.row, verdicts.at(-1)!.row];
  await tx
    .delete(importProblems)
    .where(
      and(
        eq(importProblems.institutionId, job.institutionId),
        eq(importProblems.importId, job.importId),
        between(importProblems.rowNumber, first, last),
      ),
    );
  await saveProblems(
    tx,
    job,
    [...verdicts.flatMap((verdict) => (verdict.kind === 'bad' ? verdict.problems : [])), ...alikeOf(verdicts)],
    whoIn(read),
  );
}

const countBad = async (tx: Tx, job: ImportJob) => {
  const [bad] = await tx
    .select({ rows: countDistinct(importProblems.rowNumber) })
    .from(importProblems)
    .where(
      and(
        eq(importProblems.institutionId, job.institutionId),
        eq(importProblems.importId, job.importId),
        isNull(importProblems.alikeId),
      ),
    );
  return bad!.rows;
};

export async function finishRun(tx: Tx, job: ImportJob, { actor, import: { rowCount, mode, kind } }: OpenedImport) {
  const badCount = await countBad(tx, job);
  const [done] = await tx
    .update(imports)
    .set({ state: 'done', doneCount: rowCount, badCount, finishedAt: sql`now()` })
    .where(isRunning(job))
    .returning({ imported: imports.importedCount });
  if (!done) return;
  await record(tx, actor, `${kind}.import`, {
    institutionId: job.institutionId,
    subject: { type: 'import', id: job.importId },
    summary: `imported ${countedOf(kind, done.imported)} from a file`,
    details: {
      ...(await kinds[kind].logged?.(tx, actor, job)),
      rows: rowCount,
      imported: done.imported,
      problems: badCount,
      mode,
    },
  });
  await notifyOfSeats(tx, actor, job);
  const left = badCount ? ` ${badCount === 1 ? '1 row was' : `${badCount} rows were`} skipped.` : '';
  await notifyStarter(tx, job, 'done', `${countedOf(kind, done.imported)} imported.${left}`);
}

const changed = 'the school’s data changed after the check. Review the problems, then check the file again.';

export async function backToChecked(tx: Tx, job: ImportJob, verdicts: Verdict[], read: ReadRow[]) {
  if (verdicts.length) await replaceProblems(tx, job, verdicts, read);
  const undone = await tx
    .update(imports)
    .set({
      state: 'checked',
      doneCount: 0,
      badCount: await countBad(tx, job),
      failure: `Nothing was imported: ${changed}`,
    })
    .where(isRunning(job))
    .returning({ id: imports.id });
  if (undone.length) await notifyStarter(tx, job, 'undone', `${changed[0]!.toUpperCase()}${changed.slice(1)}`);
}

export const isRunning = (job: ImportJob) => and(isImport(job), eq(imports.state, 'running'));
