import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { onClose } from '#web/running/shutdown.ts';
import { root, server } from '../../bin/bootstrap.mjs';
import { residentOf } from './processes.ts';
import { median } from './quantiles.ts';
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
  // One start may rest at 174 MB and the next at 224: the middle of five says what to expect.
  const starts: Started[] = [];
  for (let turn = 0; turn < 5; turn += 1) starts.push(await startProduct(process.execPath, dataFolder, 3000));
  const seconds = starts.map((one) => one.seconds);
  const bare = await startBare();
  const times: Row[] = [
    { what: 'start, initialised database', value: median(seconds), unit: 's', budget: 2 },
    {
      what: 'start as a multiple of a bare listen',
      value: median(seconds) / bare,
      unit: '×',
      budget: 6,
      note: `Fastify alone ${bare.toFixed(2)} s`,
    },
  ];
  const megabytes = starts.map((one) => one.megabytes).filter((value) => value !== null);
  if (megabytes.length === 0) return times;
  const note = `middle of ${megabytes.length}, ${Math.min(...megabytes).toFixed(0)} to ${Math.max(...megabytes).toFixed(0)} MB`;
  return [...times, { what: 'memory of the server at rest', value: median(megabytes), unit: 'MB', budget: 200, note }];
}

/** The seconds until Fastify answers with nothing around it: a process, one package, an address. */
async function startBare(): Promise<number> {
  const program = `const { default: fastify } = await import('fastify');
    await fastify().listen({ port: 0 }); console.log('ready'); process.exit();`;
  const starts: number[] = [];
  for (let turn = 0; turn < 5; turn += 1) {
    const from = performance.now();
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { cwd: root });
    await once(child.stdout, 'data');
    starts.push((performance.now() - from) / 1000);
    await once(child, 'exit');
  }
  return median(starts);
}

/** Starts the product itself on a data folder that is filled; time until it says that it is ready, memory after a rest. */
async function startProduct(node: string, dataFolder: string, rest: number): Promise<Started> {
  const { pid, seconds, stop } = await runProduct(node, dataFolder);
  await sleep(rest);
  const megabytes = residentOf(pid);
  await stop();
  return { seconds, megabytes };
}

/** The product in a process of its own, ready, and the seconds that it took. */
export async function runProduct(node: string, dataFolder: string) {
  const from = performance.now();
  const child = spawn(node, [...server.flags, server.program], {
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
  return { pid: child.pid!, seconds, stop };
}
