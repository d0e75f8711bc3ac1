import { Worker } from 'node:worker_threads';

/** Ends a process that one request keeps from everything else, and names the request: the judge never gets to see it. */
export function watchForHangs() {
  const watcher = new Worker(new URL('hang-watcher.ts', import.meta.url), { execArgv: [] });
  const beat = setInterval(() => watcher.postMessage(null), 1000);
  return {
    /** The request that is under way; a later one takes its place. */
    sends: (request: string) => watcher.postMessage(request),
    async stop() {
      clearInterval(beat);
      await watcher.terminate();
    },
  };
}
