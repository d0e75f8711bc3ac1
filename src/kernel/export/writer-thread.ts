import { Worker } from 'node:worker_threads';

const program = new URL('./writer.worker.ts', import.meta.url);

/** Starting a thread takes 100 ms of processor time, so one waits this long for the next export. */
const idleMilliseconds = 10_000;

let idle: { worker: Worker; rest: NodeJS.Timeout } | null = null;

/** A thread that writes one file at a time. */
export function wakeWriter(): Worker {
  if (idle) {
    const { worker, rest } = idle;
    idle = null;
    clearTimeout(rest);
    worker.ref();
    return worker;
  }
  const worker = new Worker(program, {
    // Far more than batches need; a thread that exceeds it is ended instead of the server.
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 },
  });
  worker.on('error', () => {});
  worker.once('exit', () => {
    if (idle?.worker !== worker) return;
    clearTimeout(idle.rest);
    idle = null;
  });
  return worker;
}

/** After a file that is written; must not keep the server from ending. */
export function letWriterRest(worker: Worker): void {
  if (idle) return void worker.terminate();
  worker.unref();
  const rest = setTimeout(() => {
    if (idle?.worker === worker) idle = null;
    void worker.terminate();
  }, idleMilliseconds).unref();
  idle = { worker, rest };
}
