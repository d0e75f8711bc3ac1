import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import type { Order } from './writer.worker.ts';
import { letWriterRest, wakeWriter } from './writer-thread.ts';

/** A thread that has written more than so many batches ends, and gives back its memory. */
const fewBatches = 10;

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
  const worker = wakeWriter();
  try {
    const count = await writeIn(worker, order, batches, signal);
    if (count <= fewBatches) return letWriterRest(worker);
  } catch (error) {
    await end(worker);
    throw error;
  }
  await end(worker);
}

/** Awaited: a running thread would write into whichever file gets this descriptor next. */
const end = (worker: Worker) => worker.terminate();

async function writeIn(worker: Worker, order: Order, batches: AsyncIterable<string[]>, signal: AbortSignal) {
  const settled = new AbortController();
  const until = { signal: AbortSignal.any([signal, settled.signal]) };
  const gone = once(worker, 'exit', until).then(() => Promise.reject(new Error('The export’s thread ended.')));
  gone.catch(() => {});
  // Also fails when the thread does.
  const answered = () => Promise.race([once(worker, 'message', until), gone]);
  try {
    let count = 0;
    worker.postMessage(order);
    for await (const batch of batches) {
      count += 1;
      const taken = answered();
      worker.postMessage(`[${batch.join(',')}]`);
      await taken;
    }
    const written = answered();
    worker.postMessage(null);
    await written;
    return count;
  } finally {
    settled.abort();
  }
}
