import { and, inArray, sql, eq, type SQL } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { type Tx, isOneOf, type Db, hasKey, pick } from '#kernel/database.ts';
import { Conflict, NotFound, TooMany } from '#kernel/errors.ts';
import { activeStates, formatLabels } from './export-state.ts';
import { exportFiles, exportProgress } from './exports.schema.ts';
import { files } from '#kernel/tables.ts';
import { clipped } from '#kernel/clipped.ts';
import type { ExportKind, ExportOrder } from '#kernel/contracts/export-kind.ts';
import type { Jobs } from '#kernel/jobs/jobs.ts';

/** Cancels a file that is queued or being made: the job notices, and keeps nothing. */
export async function cancelExport(tx: Tx, actor: Actor, id: number): Promise<string> {
  const [cancelled] = await tx
    .update(exportFiles)
    .set({ state: 'cancelled', finishedAt: sql`now()` })
    .where(and(isOwnExport(actor, id), inArray(exportFiles.state, [...activeStates])))
    .returning();
  if (!cancelled) {
    await findExport(tx, actor, id);
    throw new Conflict('This file is no longer being created, so there is nothing to cancel.');
  }
  const { institutionId, title, format } = cancelled;
  await record(tx, actor, 'exports.cancel', {
    institutionId,
    summary: `cancelled the file ${title} (${formatLabels[format]})`,
    subject: { type: 'export_file', id },
  });
  return title;
}

/** Only the person who asked for a file knows of it, as long as they belong to the institution. */
const isOwnExport = (actor: Actor, id: number): SQL =>
  and(
    eq(exportFiles.id, id),
    eq(exportFiles.accountId, actor.accountId ?? 0),
    isOneOf(
      exportFiles.institutionId,
      actor.institutions.map((institution) => institution.id),
    ),
  )!;

/** A file and how far it is. */
export async function findExport(db: Db, actor: Actor, id: number) {
  const [found] = await db
    .select({
      ...pick(exportFiles, 'id', 'institutionId', 'kind', 'title', 'format'),
      ...pick(exportFiles, 'asked', 'state', 'rights', 'failure', 'finishedAt'),
      storedAs: files.storedAs,
      size: files.size,
      fileName: files.name,
      done: sql<number>`coalesce(${exportProgress.doneCount}, 0)`,
      total: sql<number | null>`coalesce(${exportFiles.rowCount}, ${exportProgress.rowCount})`,
    })
    .from(exportFiles)
    .leftJoin(
      exportProgress,
      and(eq(exportProgress.institutionId, exportFiles.institutionId), eq(exportProgress.exportFileId, exportFiles.id)),
    )
    .leftJoin(files, hasKey(files, exportFiles.institutionId, exportFiles.fileId))
    .where(isOwnExport(actor, id));
  if (!found) throw new NotFound('file');
  return found;
}

/** Exports of more rows are made by a job, in files that the person is notified about. */
export const longExportRows = 5000;
/** Files of one person that are queued or being made. */
const mostEach = 5;

interface Queued<Asked extends object> extends ExportOrder<Asked> {
  kind: ExportKind<Asked>;
  title: string;
}

/**
 * Queues a file for the actor, whose rights the caller has checked; the job checks them again. Returns its id: that of the
 * file that is being made if the same was asked for before.
 */
export async function queueExport<Asked extends object>(
  tx: Tx,
  actor: Actor,
  jobs: Pick<Jobs, 'send'>,
  { kind, title, institutionId, format, asked }: Queued<Asked>,
): Promise<number> {
  const accountId = actor.accountId!;
  const isOwn = and(
    eq(exportFiles.institutionId, institutionId),
    eq(exportFiles.accountId, accountId),
    inArray(exportFiles.state, [...activeStates]),
  );
  const row = { institutionId, accountId, kind: kind.name, title: clipped(title, 120), format, asked };
  const [file] = await tx.insert(exportFiles).values(row).onConflictDoNothing().returning({ id: exportFiles.id });
  if (!file) {
    const isSame = sql`${exportFiles.asked} = ${JSON.stringify(asked)}::jsonb`;
    const [same] = await tx
      .select({ id: exportFiles.id })
      .from(exportFiles)
      .where(and(isOwn, eq(exportFiles.kind, kind.name), eq(exportFiles.format, format), isSame));
    // The other one ended a moment ago.
    return same?.id ?? queueExport(tx, actor, jobs, { kind, title, institutionId, format, asked });
  }
  if ((await tx.$count(exportFiles, isOwn)) > mostEach)
    throw new TooMany(30, `${mostEach} of your files are still being created. Wait for one, then try again.`);
  await record(tx, actor, 'exports.queue', {
    institutionId,
    summary: `requested ${title} as a file (${formatLabels[format]})`,
    subject: { type: 'export_file', id: file.id },
    details: { kind: kind.name, asked },
  });
  await jobs.send(tx, 'exports.make', { institutionId, exportFileId: file.id }, { group: institutionId });
  return file.id;
}
