import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { onClose } from '#web/shutdown.ts';
import { root, server } from '../../bin/bootstrap.mjs';
import { residentOf } from './processes.ts';
import type { Row } from './report.ts';

interface Started {
  seconds: number;
  /** Resident MB of the server, without PostgreSQL; null where there is no /proc. */
  megabytes: number | null;
}

/** How long an installation takes to start, and what it takes when nobody asks for anything. */
export async function startRows(dataFolder: string): Promise<Row[]> {
  // The first start fills the cache of compiled modules, as an installation's first start does.
  await startProduct(process.execPath, dataFolder, 0);
  const { seconds, megabytes } = await startProduct(process.execPath, dataFolder, 3000);
  const start: Row = { what: 'start, initialised database', value: seconds, unit: 's', budget: 2 };
  if (megabytes === null) return [start];
  return [start, { what: 'memory of the server at rest', value: megabytes, unit: 'MB', budget: 200 }];
}

/** Starts the product itself on a data folder that is filled; time until it says that it is ready, memory after a rest. */
async function startProduct(node: string, dataFolder: string, rest: number): Promise<Started> {
  const from = performance.now();
  const child = spawn(node, server.args, {
    cwd: root,
    env: {
      ...process.env,
      ...server.env('production'),
      NODE_ENV: 'production',
      AKADA_DATA: dataFolder,
      PORT: '0',
      DATABASE_URL: '',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await gone;
  };
  onClose(stop);
  let said = '';
  for await (const text of child.stdout) {
    said += String(text);
    if (said.includes('Akada is ready')) break;
  }
  if (!said.includes('Akada is ready')) throw new Error(`The server ended before it was ready: ${said}`);
  const seconds = (performance.now() - from) / 1000;
  child.stdout.resume();
  await sleep(rest);
  const megabytes = residentOf(child.pid!);
  await stop();
  return { seconds, megabytes };
}
