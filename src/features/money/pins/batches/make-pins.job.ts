import type { Tx } from '#kernel/database.ts';
import { insertMany } from '#kernel/database/insert-many.ts';
import type { Job } from '#kernel/jobs/jobs.ts';
import { countOf } from '#ui/format.ts';
import { newSecret, pinKeys } from '../pin-keys.ts';
import { pinBatches, pins } from '../pins.schema.ts';
import { writeSheet, isBatch, tellMaker, type BatchJob, type PinServices } from './make-batch.ts';

const rowsATime = 5000;

/** Makes the pins of a batch, then its sheet. A job that died goes on where it was: the pins are made in one transaction. */
export const makePinsJob: Job<PinServices, BatchJob> = {
  queue: 'pins.make',
  concurrency: 2,
  work: makePins,
};

declare module '#kernel/jobs/queues.ts' {
  interface Queues {
    'pins.make': true;
  }
}

export async function makePins(services: PinServices, job: BatchJob, signal: AbortSignal): Promise<void> {
  const { institutionId } = job;
  const inside = <T>(work: (tx: Tx) => Promise<T>) => services.database.asSystem([institutionId], work);
  const batch = await inside((tx) => insertPins(tx, services.secret, job));
  if (!batch) return;
  signal.throwIfAborted();
  if (batch.purpose === 'cards') return writeSheet(services, job, signal);
  await inside(async (tx) => {
    await tx.update(pinBatches).set({ state: 'ready' }).where(isBatch(job));
    await tellMaker(tx, batch, `${countOf(batch.quantity, 'pin is', 'pins are')} ready to be sold`);
  });
}

/** Inserts the pins of a batch once; null if the batch is finished. Cards get their secrets here, others when they are sold. */
async function insertPins(tx: Tx, secret: Buffer, job: BatchJob) {
  const [batch] = await tx.select().from(pinBatches).where(isBatch(job)).for('no key update');
  if (batch?.state !== 'making') return null;
  if (batch.doneCount > 0) return batch;
  const { institutionId, quantity, firstSerial, expiresOn } = batch;
  const isCard = batch.purpose === 'cards';
  const keys = pinKeys(secret, institutionId);
  const secrets = isCard ? Array.from({ length: quantity }, newSecret) : [];
  const common = { institutionId, batchId: batch.id, kindId: batch.kindId, isCard, expiresOn };
  for (let from = 0; from < quantity; from += rowsATime) {
    const rows = Array.from({ length: Math.min(rowsATime, quantity - from) }, (_, at) => {
      const serial = firstSerial + from + at;
      const digits = secrets[from + at];
      if (digits === undefined) return { ...common, serial };
      // As text: the rows travel as JSON.
      const secretHash = `\\x${keys.hash(serial, digits).toString('hex')}` as never;
      return { ...common, serial, secretHash, lastFour: digits.slice(-4) };
    });
    await insertMany(tx, pins, rows);
  }
  await tx
    .update(pinBatches)
    .set({ doneCount: quantity, secrets: isCard ? keys.seal(secrets.join('')) : null })
    .where(isBatch(job));
  return batch;
}
