import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { clipped } from '#kernel/clipped.ts';
import type { ExportKind, ExportOrder } from '#kernel/contracts/export-kind.ts';
import type { Tx } from '#kernel/database.ts';
import { TooMany } from '#kernel/errors.ts';
import type { Jobs } from '#kernel/jobs/jobs.ts';
import { activeStates, formatLabels } from './export-state.ts';
import { exportFiles } from './exports.schema.ts';

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
    throw new TooMany(30, `${mostEach} of your files are still being made. Wait until one is ready, then try again.`);
  await record(tx, actor, 'exports.queue', {
    institutionId,
    summary: `asked for ${title} as a file (${formatLabels[format]})`,
    subject: { type: 'export_file', id: file.id },
    details: { kind: kind.name, asked },
  });
  await jobs.send(tx, 'exports.make', { institutionId, exportFileId: file.id }, { group: institutionId });
  return file.id;
}
