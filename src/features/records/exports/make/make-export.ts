import { and, eq, inArray, sql } from 'drizzle-orm';
import { Conflict, databaseError, NotAllowed, NotFound, ValidationError } from '#kernel/errors.ts';
import { notify } from '#kernel/notify.ts';
import { countOf } from '#ui/format.ts';
import { activeStates, formatLabels } from '../export-state.ts';
import { type Database, type Tx, hasKey } from '#kernel/database.ts';
import { isConnectionLost } from '#kernel/database/failures.ts';
import { gatherWrites } from '#kernel/database/transaction.ts';
import { exportFiles, exportProgress } from '../exports.schema.ts';
import { join } from 'node:path';
import { systemActor, type Actor } from '#kernel/actor.ts';
import type { ExportKind, ExportOrder, ExportSources } from '#kernel/contracts/export-kind.ts';
import { mediaTypes } from '#kernel/export/columns.ts';
import { exportFileName } from '#kernel/export/export-name.ts';
import { exportTable } from '#kernel/export/export-table.ts';
import { discardOnError, keepFile, type StoredFile } from '#kernel/files.ts';
import { upToDate, type Replica } from '#kernel/database/replica.ts';
import { loadRequester } from '#features/records/approvals/requester.ts';

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
  if (found.attempts > mostAttempts)
    return end(database, found, 'The file couldn’t be created. Request it again later.');
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
          // Cancelled meanwhile: then nothing of this is saved.
          const { rowCount } = await tx
            .update(exportFiles)
            .set({ state: 'done', fileId, rights, rowCount: rows, finishedAt: sql`now()` })
            .where(isThisActive(job));
          if (rowCount === 0) throw new Conflict('This file was cancelled.');
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

const isThis = ({ institutionId, exportFileId }: ExportJob) => hasKey(exportFiles, institutionId, exportFileId);
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
  const isSaid = [ValidationError, NotAllowed, NotFound, Conflict].some((kind) => error instanceof kind);
  if (isSaid) return (error as Error).message;
  if (databaseError(error)?.code === '57014')
    return 'The database took too long to find these rows. Add a filter and try again.';
  return null;
}

const end = (database: Database, found: Found, failure: string) =>
  database.asSystem([found.institutionId], async (tx) => {
    const ended = await tx
      .update(exportFiles)
      .set({ state: 'failed', failure, finishedAt: sql`now()` })
      .where(isThisActive({ institutionId: found.institutionId, exportFileId: found.id }));
    if (ended.rowCount) await tell(tx, found, `${found.title} couldn’t be created`, failure);
  });

const tell = (tx: Tx, { institutionId, accountId, id }: Found, title: string, body: string) =>
  notify(tx, { institutionId, to: [accountId], kind: 'exports.ended', title, body, href: `/export-files/${id}` });

/** How often progress is written and a cancellation is noticed, in milliseconds. */
const every = 500;

/** Tells the page how far a file is, and aborts the work when somebody cancels it. */
function watchExport(database: Database, job: ExportJob, ended: AbortSignal) {
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
        .where(hasKey(exportFiles, institutionId, exportFileId));
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

/** A file in the store, in the transaction that it was made in. */
interface FileMade {
  fileId: number;
  rows: number;
  rights: string[];
}

interface Making {
  signal: AbortSignal;
  onCount?: (rowCount: number | null) => void;
  onRows?: (count: number) => void;
  /** In the same transaction: either all of it is saved, or nothing. */
  keep(tx: Tx, made: FileMade): Promise<unknown>;
}

/** Far more than a million rows. */
const largestFile = 2 * 1024 ** 3;

/**
 * Makes a file in the name of an account, without a request: with the rights that it has now, from one snapshot, with
 * the same entries in the logs as a download. Reads a replica that has everything committed by now; if that fails, the
 * primary server.
 */
async function makeExportFile<Asked extends object>(
  services: ExportServices,
  kind: ExportKind<Asked>,
  order: PersonalOrder<Asked>,
  making: Making,
): Promise<void> {
  const { database, files, replica } = services;
  const reader = systemActor(order.institutionId, 'Akada');
  const copy = replica && (await upToDate(replica));
  if (copy && (await isMadeFrom(copy, services, kind, order, making))) return;
  const stored: StoredFile[] = [];
  await discardOnError(files, stored, () =>
    database.snapshot(reader, async (tx) => {
      const drawn = await drawFile(services, kind, order, { ...making, stored, tx, database });
      await keepDrawn(tx, order.institutionId, drawn, making);
    }),
  );
}

/** Whether the file was made from a replica; what it writes is written to the primary server. */
async function isMadeFrom<Asked extends object>(
  copy: Database,
  services: ExportServices,
  kind: ExportKind<Asked>,
  order: PersonalOrder<Asked>,
  making: Making,
): Promise<boolean> {
  const { database, files, replica } = services;
  const { institutionId } = order;
  const stored: StoredFile[] = [];
  const writes: ((tx: Tx) => Promise<unknown>)[] = [];
  try {
    await discardOnError(files, stored, async () => {
      const drawn = await copy.snapshot(systemActor(institutionId, 'Akada'), (db) =>
        drawFile(services, kind, order, { ...making, stored, tx: gatherWrites(db, writes), database: copy }),
      );
      await database.asSystem([institutionId], async (tx) => {
        for (const write of writes) await write(tx);
        await keepDrawn(tx, institutionId, drawn, making);
      });
    });
    return true;
  } catch (error) {
    if (isConnectionLost(error)) replica?.leaveOut();
    if (failureOf(error, making.signal) !== null || making.signal.aborted) throw error;
    return false;
  }
}

type PersonalOrder<Asked extends object> = ExportOrder<Asked> & { accountId: number };
type Drawn = Awaited<ReturnType<typeof drawFile>>;

async function drawFile<Asked extends object>(
  services: ExportServices,
  kind: ExportKind<Asked>,
  { accountId, ...order }: PersonalOrder<Asked>,
  { tx, database, stored, signal, onCount, onRows }: Making & { tx: Tx; database: Database; stored: StoredFile[] },
) {
  const { files, environment } = services;
  const { institutionId, format } = order;
  // While other files are drawn, this one waits.
  await tx.execute(sql`select set_config('idle_in_transaction_session_timeout', '50min', true)`);
  const actor = await personNow(tx, accountId, institutionId);
  const rights = await kind.rights(tx, actor, services, order);
  const { table, rowCount } = await kind.describe(tx, actor, services, order);
  onCount?.(rowCount);
  const making = { format, database, signal, folder: join(environment.dataFolder, 'exports'), inJob: true };
  const { file, rows } = await exportTable(tx, actor, table, { ...making, ...(onRows && { onRows }) });
  try {
    const content = file.createReadStream({ start: 0, autoClose: false });
    stored.push(await files.store(content, { bytes: largestFile, field: 'file' }));
  } finally {
    await file.close();
  }
  const name = exportFileName(actor, table, format);
  return { actor, rows, rights, kept: { ...stored[0]!, purpose: 'export', name, mediaType: mediaTypes[format] } };
}

async function keepDrawn(tx: Tx, institutionId: number, { actor, rows, rights, kept }: Drawn, { keep }: Making) {
  const fileId = await keepFile(tx, actor, institutionId, kept);
  await keep(tx, { fileId, rows, rights });
}

/** The person with the rights of this moment. */
const personNow = (tx: Tx, accountId: number, institutionId: number): Promise<Actor> =>
  loadRequester(tx, accountId, institutionId).catch(() => {
    throw new NotAllowed('The person who requested this file no longer has access to the institution.');
  });

/** What a job makes exports with. */
export interface ExportServices extends ExportSources {
  database: Database;
  replica?: Replica | undefined;
  environment: { dataFolder: string };
  product: ExportSources['product'] & { exports: readonly ExportKind[] };
}

export function kindNamed({ exports }: { exports: readonly ExportKind[] }, name: string): ExportKind {
  const kind = exports.find((one) => one.name === name);
  if (!kind) throw new Error(`No feature declares the export ${name}.`);
  return kind;
}
