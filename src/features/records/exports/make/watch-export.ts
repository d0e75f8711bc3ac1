import { and, eq } from 'drizzle-orm';
import type { Database } from '#kernel/database.ts';
import { exportFiles, exportProgress } from '../exports.schema.ts';
import type { ExportJob } from './make-export.ts';

/** How often progress is written and a cancellation is noticed, in milliseconds. */
const every = 500;

/** Tells the page how far a file is, and aborts the work when somebody cancels it. */
export function watchExport(database: Database, job: ExportJob, ended: AbortSignal) {
  const { institutionId, exportFileId } = job;
  const cancelled = new AbortController();
  let now: { rowCount: number | null; doneCount: number } = { rowCount: null, doneCount: 0 };
  let told = now;
  let isTelling = false;

  const look = () =>
    database.asSystem([institutionId], async (tx) => {
      const [row] = await tx
        .select({ state: exportFiles.state })
        .from(exportFiles)
        .where(and(eq(exportFiles.institutionId, institutionId), eq(exportFiles.id, exportFileId)));
      if (row?.state !== 'running') return cancelled.abort();
      if (told === now) return;
      told = now;
      await tx
        .update(exportProgress)
        .set(told)
        .where(and(eq(exportProgress.institutionId, institutionId), eq(exportProgress.exportFileId, exportFileId)));
    });
  const timer = setInterval(() => {
    if (isTelling) return;
    isTelling = true;
    // The next time tells more.
    void look()
      .catch(() => {})
      .finally(() => (isTelling = false));
  }, every);

  return {
    signal: AbortSignal.any([ended, cancelled.signal]),
    onCount: (rowCount: number | null) => void (now = { ...now, rowCount }),
    onRows: (doneCount: number) => void (now = { ...now, doneCount }),
    stop: () => clearInterval(timer),
  };
}
