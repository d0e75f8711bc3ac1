import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Database, Tx } from '#kernel/database.ts';
import { Conflict, databaseError, NotAllowed, NotFound, Refused } from '#kernel/errors.ts';
import { notify } from '#kernel/notify.ts';
import { countOf } from '#ui/format.ts';
import { activeStates, formatLabels } from '../export-state.ts';
import { exportFiles, exportProgress } from '../exports.schema.ts';
import { kindNamed, type ExportServices } from './export-services.ts';
import { makeExportFile } from './make-file.ts';
import { watchExport } from './watch-export.ts';

export interface ExportJob {
  institutionId: number;
  exportFileId: number;
}

/** A job that ended so often without a reason, such as by the end of its process, is not begun again. */
const mostAttempts = 5;

type Found = typeof exportFiles.$inferSelect;

/** Makes a queued file and tells the person who asked for it. A job that died begins again: nothing is kept before the end. */
export async function makeExport(services: ExportServices, job: ExportJob, signal: AbortSignal): Promise<void> {
  const { database } = services;
  const found = await begin(database, job);
  if (!found) return;
  if (found.attempts > mostAttempts) return end(database, found, 'The file could not be made. Ask for it again later.');
  const watching = watchExport(database, job, signal);
  try {
    const kind = kindNamed(services.product, found.kind);
    const asked = kind.read(found.asked);
    await makeExportFile(
      services,
      kind,
      { ...found, asked },
      {
        ...watching,
        keep: async (tx, { fileId, rows, rights }) => {
          // Not the row of the snapshot any more if somebody cancelled: then nothing of this is saved.
          await tx
            .update(exportFiles)
            .set({ state: 'done', fileId, rights, rowCount: rows, finishedAt: sql`now()` })
            .where(isThis(job));
          await tell(tx, found, `${found.title} is ready`, `${countOf(rows, 'row')}, ${formatLabels[found.format]}`);
        },
      },
    );
  } catch (error) {
    // Cancelled, or deleted with what it is about.
    if (!(await isStillActive(database, job))) return;
    const failure = failureOf(error, signal);
    if (failure === null) throw error;
    await end(database, found, failure);
  } finally {
    watching.stop();
  }
}

const isThis = ({ institutionId, exportFileId }: ExportJob) =>
  and(eq(exportFiles.institutionId, institutionId), eq(exportFiles.id, exportFileId));
const isThisActive = (job: ExportJob) => and(isThis(job), inArray(exportFiles.state, [...activeStates]));

const begin = (database: Database, job: ExportJob) =>
  database.asSystem([job.institutionId], async (tx) => {
    const [found] = await tx
      .update(exportFiles)
      .set({ state: 'running', attempts: sql`${exportFiles.attempts} + 1` })
      .where(isThisActive(job))
      .returning();
    if (!found) return null;
    await tx
      .insert(exportProgress)
      .values(job)
      .onConflictDoUpdate({
        target: [exportProgress.institutionId, exportProgress.exportFileId],
        set: { doneCount: 0, rowCount: null },
      });
    return found;
  });

const isStillActive = (database: Database, job: ExportJob) =>
  database.asSystem([job.institutionId], async (tx) => (await tx.$count(exportFiles, isThisActive(job))) > 0);

/** Why there is no file, for the person who waits for it; null for what may pass. */
function failureOf(error: unknown, signal: AbortSignal): string | null {
  if (signal.aborted) return null;
  const isSaid = [Refused, NotAllowed, NotFound, Conflict].some((kind) => error instanceof kind);
  if (isSaid) return (error as Error).message;
  if (databaseError(error)?.code === '57014')
    return 'The database took too long to find these rows. Narrow them with a filter and ask again.';
  return null;
}

const end = (database: Database, found: Found, failure: string) =>
  database.asSystem([found.institutionId], async (tx) => {
    const ended = await tx
      .update(exportFiles)
      .set({ state: 'failed', failure, finishedAt: sql`now()` })
      .where(isThisActive({ institutionId: found.institutionId, exportFileId: found.id }));
    if (ended.rowCount) await tell(tx, found, `${found.title} could not be made`, failure);
  });

const tell = (tx: Tx, { institutionId, accountId, id }: Found, title: string, body: string) =>
  notify(tx, { institutionId, to: [accountId], kind: 'exports.ended', title, body, href: `/export-files/${id}` });
