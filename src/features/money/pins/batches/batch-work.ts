import { and, eq } from 'drizzle-orm';
import type { Database, Tx } from '#kernel/database.ts';
import type { Files } from '#kernel/files.ts';
import { notify } from '#kernel/notify.ts';
import { pinBatches } from '../pins.schema.ts';

export interface PinServices {
  database: Database;
  files: Files;
  secret: Buffer;
}
export interface BatchJob {
  institutionId: number;
  batchId: number;
}

export const isBatch = ({ institutionId, batchId }: BatchJob) =>
  and(eq(pinBatches.institutionId, institutionId), eq(pinBatches.id, batchId));

/** Tells the person who made a batch. */
export const tellMaker = (
  tx: Tx,
  { institutionId, accountId, id }: Pick<typeof pinBatches.$inferSelect, 'institutionId' | 'accountId' | 'id'>,
  title: string,
) => notify(tx, { institutionId, to: [accountId!], kind: 'pins.made', href: `/pin-batches/${id}`, title });
