import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Order } from './writer.worker.ts';

const program = new URL('./writer.worker.ts', import.meta.url);

/** A file without a name: its space is freed when it is closed or when the process ends, however it ends. */
export async function openNameless(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomBytes(20).toString('hex'));
  const file = await open(path, 'wx+', 0o600);
  await rm(path);
  return file;
}

/**
 * Writes the rows in a worker thread, so that other requests do not wait for a workbook. Rows travel as PostgreSQL's
 * JSON; they are not parsed or copied cell by cell here.
 */
export async function writeRows(order: Order, batches: AsyncIterable<string[]>, signal: AbortSignal): Promise<void> {
  const worker = new Worker(program, {
    workerData: order,
    // Far more than batches need; a thread that exceeds it is ended instead of the server.
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 },
  });
  const failed = once(worker, 'never', { signal });
  failed.catch(() => {});
  try {
    for await (const batch of batches) {
      const taken = Promise.race([once(worker, 'message'), failed]);
      worker.postMessage(`[${batch.join(',')}]`);
      await taken;
    }
    const ended = Promise.race([once(worker, 'exit'), failed]);
    worker.postMessage(null);
    await ended;
  } finally {
    // Awaited: a running thread would write into whichever file gets this descriptor next.
    await worker.terminate();
  }
}
