import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';

/** The program and its limits. */
export interface Order {
  program: string;
  args: string[];
  folder: string;
  /** FET can miss its own limit, so it is asked to end after this, and killed a little later. */
  seconds: number;
  bytes: number;
}
export type Request = Order | 'stop';
export interface Exit {
  /** What it wrote on its output, without what is beyond 200 KB. */
  output: string;
  why: 'itself' | 'memory' | 'time';
  failed?: string;
}

const mostOutput = 200_000;
/** The time to write results after it was asked to end. */
const graceSeconds = 20;

/*
 * Runs one program and does not outlive the server: when the server is gone, however it ended, the program is killed with
 * this process.
 */
let stop = () => {};
process.on('message', (request: Request) => void (request === 'stop' ? stop() : run(request)));
process.on('SIGINT', () => {});

function run({ program, args, folder, seconds, bytes }: Order): void {
  const { PATH } = process.env;
  const child = spawn(program, args, {
    cwd: folder,
    shell: false,
    stdio: ['ignore', 'pipe', 'pipe'],
    // None of the server's secrets. Qt writes its settings below HOME.
    env: { PATH, HOME: folder, XDG_CONFIG_HOME: folder, LANG: 'C.UTF-8', QT_QPA_PLATFORM: 'offscreen' },
  });
  let output = '';
  let why: Exit['why'] = 'itself';
  const kill = () => void child.kill('SIGKILL');
  process.on('disconnect', () => {
    kill();
    process.exit();
  });
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => {
      if (output.length < mostOutput) output += part.toString('utf8');
    });
  stop = () => {
    child.kill('SIGTERM');
    setTimeout(kill, graceSeconds * 1000).unref();
  };
  const late = setTimeout(
    () => {
      why = 'time';
      stop();
    },
    (seconds + 5) * 1000,
  );
  const watching = setInterval(() => {
    void memoryOf(child.pid).then((used) => {
      if (used <= bytes) return;
      why = 'memory';
      kill();
    });
  }, 1000);
  const end = (failed?: string) => {
    clearTimeout(late);
    clearInterval(watching);
    const ended: Exit = { output: output.slice(0, mostOutput), why, ...(failed && { failed }) };
    process.send!(ended, undefined, undefined, () => process.exit());
  };
  child.once('error', (error) => end(error.message));
  child.once('close', () => end());
}

/** Zero where the system does not say. */
async function memoryOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
}
