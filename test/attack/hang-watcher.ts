import { writeSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';

/** As long nothing comes only from a thread that does not get round to its timers, however busy the machine is. */
const patience = 120_000;

let timer: NodeJS.Timeout | undefined;
let request = '';

// In a thread of its own: the one that hangs tells nothing. What comes is its beat, or what it sends next.
parentPort!.on('message', (next: string | null) => {
  request = next ?? request;
  clearTimeout(timer);
  timer = setTimeout(() => {
    // What a thread writes to process.stdout goes through the one that hangs.
    writeSync(1, `FINDING hang: nothing else was served for ${patience / 1000} s\n  ${request}\n`);
    process.kill(process.pid, 'SIGKILL');
  }, patience);
});
