import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { migrate } from '#kernel/migrate.ts';
import { startPostgres } from '#kernel/postgres/supervisor.ts';
import { closeInTurn, endOnSignals, onClose } from '#web/running/shutdown.ts';
import { root } from '../../bin/bootstrap.mjs';
import { temporaryFolder } from './bench-environment.ts';
import { createBigSchool, shapeOf } from './school.ts';

/** `npm run bench:backup -- 100000`: how long a school of that size takes to a file and back, and in how much memory. */
const size = Number(process.argv[2] ?? 100_000);
const megabytes = (bytes: number) => `${(bytes / 1_048_576).toFixed(1)} MB`;

/** Runs a command as a person does; time, and the most memory that the process had, without PostgreSQL. */
async function measure(args: string[], dataFolder: string) {
  const from = performance.now();
  const child = spawn(process.execPath, ['bin/akada.ts', ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, AKADA_DATA: dataFolder },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  let peak = 0;
  let isOver = false;
  void ended.then(() => void (isOver = true));
  while (!isOver) {
    peak = Math.max(peak, peakOf(child.pid!));
    await Promise.race([ended, wait(50)]);
  }
  if (child.exitCode !== 0) throw new Error(`${args[0]} failed.`);
  const seconds = ((performance.now() - from) / 1000).toFixed(1);
  console.log(`${args[0]!.padEnd(8)} ${seconds.padStart(6)} s   ${megabytes(peak)} of memory at most`);
}

function peakOf(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

async function main() {
  const [source, target] = [temporaryFolder(), temporaryFolder()];
  const postgres = await startPostgres({ dataFolder: source });
  onClose(() => postgres.stop());
  const { appUrl } = await migrate(postgres.ownerUrl);
  await createBigSchool({ ownerUrl: postgres.ownerUrl, appUrl }, shapeOf(String(size)));
  const file = join(source, 'school.tar.gz');
  console.log(`${size.toLocaleString('en')} students, each with an enrolment`);
  await measure(['backup', file], source);
  console.log(`the file has ${megabytes(statSync(file).size)}`);
  await measure(['verify', file], source);
  await measure(['restore', file], target);
}

endOnSignals();
try {
  await main();
} finally {
  await closeInTurn();
}
