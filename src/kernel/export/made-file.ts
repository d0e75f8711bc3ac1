import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Order } from './writer.worker.ts';

const program = new URL('./writer.worker.ts', import.meta.url);

/** A file without a name: its space is free again once it is closed, or once the process is gone, however it went. */
export async function openNameless(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomBytes(20).toString('hex'));
  const file = await open(path, 'wx+', 0o600);
  await rm(path);
  return file;
}

/**
 * Has a thread of its own write the rows, so that other requests never wait for a workbook being packed. Rows travel as
 * the JSON that PostgreSQL made of them: here they are neither parsed nor copied cell by cell.
 */
export async function writeRows(order: Order, batches: AsyncIterable<string[]>, signal: AbortSignal): Promise<void> {
  const worker = new Worker(program, {
    workerData: order,
    // Far more than batches take; a thread that grows beyond is ended, and not the server.
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
    // Awaited: a thread still at work would write into whatever file has the number next.
    await worker.terminate();
  }
}
