import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { systemActor, type Actor } from '#kernel/actor.ts';
import type { ExportKind, ExportOrder } from '#kernel/contracts/export-kind.ts';
import type { Tx } from '#kernel/database.ts';
import { NotAllowed } from '#kernel/errors.ts';
import { mediaTypes } from '#kernel/export/columns.ts';
import { exportFileName } from '#kernel/export/export-name.ts';
import { exportTable } from '#kernel/export/export-table.ts';
import { discardOnError, keepFile, type StoredFile } from '#kernel/files.ts';
import { loadRequester } from '#features/records/approvals/requester.ts';
import type { ExportServices } from './export-services.ts';

/** A file in the store, in the transaction that it was made in. */
export interface FileMade {
  fileId: number;
  name: string;
  rows: number;
  rights: string[];
  actor: Actor;
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
 * the same entries in the logs as a download.
 */
export async function makeExportFile<Asked extends object>(
  services: ExportServices,
  kind: ExportKind<Asked>,
  { accountId, ...order }: ExportOrder<Asked> & { accountId: number },
  { signal, onCount, onRows, keep }: Making,
): Promise<void> {
  const { database, files, environment } = services;
  const { institutionId, format } = order;
  const stored: StoredFile[] = [];
  await discardOnError(files, stored, () =>
    database.snapshot(systemActor(institutionId, 'Akada'), async (tx) => {
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
      const kept = { ...stored[0]!, purpose: 'export', name, mediaType: mediaTypes[format] };
      const fileId = await keepFile(tx, actor, institutionId, kept);
      await keep(tx, { fileId, name, rows, rights, actor });
    }),
  );
}

/** The person with the rights of this moment. */
export const personNow = (tx: Tx, accountId: number, institutionId: number): Promise<Actor> =>
  loadRequester(tx, accountId, institutionId).catch(() => {
    throw new NotAllowed('The person who asked for this file no longer has access to the institution.');
  });
