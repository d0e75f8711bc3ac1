import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { readKinds } from './kinds.ts';
import { residentOf } from './processes.ts';
import { median } from './quantiles.ts';
import { ms, whole, type Row } from './report.ts';
import type { Site } from './site.ts';

/** Fifteen columns: those of every day, and those that are looked up in other tables. */
const columns = [
  'admissionNumber',
  'surname',
  'firstName',
  'gender',
  'birthDate',
  'age',
  'status',
  'batch',
  'academicSession',
  'subjects',
  'phone',
  'state',
  'address',
  'religion',
  'nextOfKinName',
];
const formats = [
  { format: 'csv', budget: 2 },
  { format: 'xlsx', budget: 4 },
];
/** What the budgets of design.md are for. */
export const exportedRows = 50_000;
const others = { clients: 4, pause: 20 };

/** All students as a file in each format, while others look at the list; empty where there is no such route. */
export async function measureExports(site: Site, rounds: number): Promise<Row[]> {
  const { app, driver, registrar, shape } = site;
  const isFull = shape.students >= exportedRows;
  const swap = (await readKinds(site)).find(({ name }) => name === 'list swap')!;
  const drive = { port: app.port, scripts: swap.scripts, status: swap.status, ...others };
  const rows: Row[] = [];
  const quiet = await driver.drive({ ...drive, seconds: 2 });
  // Before any export: what the first leaves behind is the export's as well.
  const before = residentOf(app.pid);
  for (const { format, budget } of formats) {
    const path = `/students/export.${format}?${columns.map((column) => `columns=${column}`).join('&')}`;
    const once = () => download(app.port, path, registrar.page);
    const memory = watchMemory(app.pid);
    // The first one warms up.
    if ((await once()).status === 404) {
      memory.stop();
      return rows;
    }
    const found: { seconds: number; bytes: number; p99: number }[] = [];
    for (let round = 0; round < rounds; round++) {
      const meanwhile = driver.drive({ ...drive, seconds: 60 });
      const { status, seconds, bytes } = await once();
      driver.stop();
      const { p99 } = await meanwhile;
      if (status !== 200) throw new Error(`${path} answered ${status}.`);
      found.push({ seconds, bytes, p99 });
    }
    const growth = memory.stop() - (before ?? NaN);
    const what = `export ${whole(shape.students)} × ${columns.length}, ${format.toUpperCase()}`;
    rows.push(
      {
        what,
        value: median(found.map(({ seconds }) => seconds)),
        unit: 's',
        note: `${(found[0]!.bytes / 1e6).toFixed(1)} MB`,
        ...(isFull && { budget }),
      },
      { what: `${what}: memory of the server, more than before`, value: growth, unit: 'MB', budget: 150 },
      {
        what: `${what}: others' p99 meanwhile`,
        value: median(found.map(({ p99 }) => p99)),
        unit: 'ms',
        budget: 100,
        note: `${others.clients} clients on the list, ${others.pause} ms between their requests; ${ms(quiet.p99)} without the export`,
      },
    );
  }
  return rows;
}

/** Fetches and forgets; seconds to the last byte. */
function download(port: number, path: string, headers: Record<string, string>) {
  const from = performance.now();
  return new Promise<{ status: number; seconds: number; bytes: number }>((done, fail) => {
    const agent = new Agent({ keepAlive: false });
    const sent = request({ port, agent, host: '127.0.0.1', path, headers: { ...headers, accept: '*/*' } }, (answer) => {
      let bytes = 0;
      answer.on('data', (part: Buffer) => (bytes += part.length));
      answer.on('end', () => done({ status: answer.statusCode!, seconds: (performance.now() - from) / 1000, bytes }));
      answer.on('error', fail);
    });
    sent.on('error', fail).end();
  });
}

/** The most that a process has until it is stopped, in MB. */
function watchMemory(pid: number) {
  let most = residentOf(pid) ?? NaN;
  const timer = setInterval(() => (most = Math.max(most, residentOf(pid) ?? NaN)), 20);
  return {
    stop(): number {
      clearInterval(timer);
      return most;
    },
  };
}
