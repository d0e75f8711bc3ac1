import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Ended, Order, Request } from './guard.process.ts';
import { problemName, readOutcome, type Outcome } from './read-outcome.ts';

const guard = fileURLToPath(new URL('./guard.process.ts', import.meta.url));
const mostMemory = 1024 * 1_048_576;
const lookEvery = 1000;

export interface Engine {
  program: string;
  seconds: number;
  /** The server is stopping: FET is killed, and the job begins again later. */
  signal: AbortSignal;
  /** Called every second; an answer of true ends the search with the best that was found. */
  onProgress(placed: number): Promise<boolean>;
}

/** Runs FET on a file in a folder of its own, and reads what it found. */
export async function runEngine(content: string, { program, seconds, signal, onProgress }: Engine): Promise<Outcome> {
  signal.throwIfAborted();
  const folder = await mkdtemp(join(tmpdir(), 'akada-fet-'));
  const input = join(folder, `${problemName}.fet`);
  const output = join(folder, 'result');
  try {
    await writeFile(input, content, { mode: 0o600 });
    const args = [
      `--inputfile=${input}`,
      `--outputdir=${output}`,
      `--timelimitseconds=${seconds}`,
      '--htmllevel=0',
      '--language=en_US',
      ...unwanted.map((name) => `--writetimetable${name}=false`),
    ];
    const ended = await guarded({ program, args, folder, seconds, bytes: mostMemory }, signal, async () =>
      onProgress(await placedSoFar(output)),
    );
    return await readOutcome(output, ended);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Pages that nobody reads. FET 6.8 takes `sactivitytags` for the activities themselves, so it is not among them. */
const unwanted = ['sstatistics', 'sdayshorizontal', 'sdaysvertical', 'stimehorizontal', 'stimevertical'];

async function guarded(order: Order, signal: AbortSignal, look: () => Promise<boolean>): Promise<Ended> {
  const { PATH } = process.env;
  const child = fork(guard, [], {
    execArgv: ['--max-old-space-size=64'],
    env: { PATH },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.on('error', () => {});
  const send = (request: Request) => void (child.connected && child.send(request, () => {}));
  let isStopping = false;
  let isLooking = false;
  const timer = setInterval(() => {
    if (isStopping || isLooking) return;
    isLooking = true;
    void look()
      .then(
        (ends) => {
          if (!ends) return;
          isStopping = true;
          send('stop');
        },
        () => {},
      )
      .finally(() => (isLooking = false));
  }, lookEvery);
  const settled = new AbortController();
  const until = { signal: AbortSignal.any([signal, settled.signal]) };
  try {
    const answered = once(child, 'message', until) as Promise<[Ended]>;
    const gone = once(child, 'exit', until).then(() => Promise.reject(new Error('The process around FET ended.')));
    send(order);
    const [ended] = await Promise.race([answered, gone]);
    return ended;
  } finally {
    clearInterval(timer);
    settled.abort();
    // The guard ends FET with it.
    if (child.connected) child.disconnect();
  }
}

/** FET writes a line each time it has come further than before. */
async function placedSoFar(output: string): Promise<number> {
  const text = await readFile(join(output, 'logs', 'max_placed_activities.txt'), 'utf8').catch(() => '');
  return Math.max(0, ...[...text.matchAll(/reached (\d+) activities placed/g)].map(([, count]) => Number(count)));
}
