import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { readKinds } from '../kinds.ts';
import { memoryOfChildren, residentOf } from '../processes.ts';
import { median } from '../quantiles.ts';
import { ms, whole, type Row } from '../report.ts';
import { say } from '../say.ts';
import type { Site } from '../site.ts';
import { designOf } from './report-design.ts';

const columns = [
  'admission_number',
  'surname',
  'first_name',
  'gender',
  'birth_date',
  'age',
  'status',
  'batch',
  'class',
  'admission_date',
  'phone',
  'state',
  'address',
  'religion',
  'next_of_kin_name',
];
const formats = [
  { format: 'csv', budget: 2 },
  { format: 'xlsx', budget: 4 },
  { format: 'pdf', budget: 30 },
];
const mostRows = 50_000;
const others = { clients: 4, pause: 20 };

/** Long reports as files, from the request until the job has stored them, while others look at the list. */
export async function fileRows(site: Site, isQuick: boolean): Promise<Row[]> {
  const { app, driver } = site;
  const swap = (await readKinds(site)).find(({ name }) => name === 'list swap')!;
  const drive = { port: app.port, scripts: swap.scripts, status: swap.status, ...others };
  // A fresh server grows by what its readers ask for, with files or without.
  const quiet = await driver.drive({ ...drive, seconds: isQuick ? 2 : 15 });
  const count = isQuick ? 6000 : mostRows;
  const before = residentOf(app.pid) ?? NaN;
  const rows: Row[] = [];
  for (const { format, budget } of formats) {
    say(`Writing a report of ${whole(count)} rows as ${format.toUpperCase()} …`);
    const found: (Made & { p99: number })[] = [];
    for (let round = 0; round < (format === 'pdf' || isQuick ? 1 : 3); round++) {
      // oxlint-disable no-await-in-loop
      const meanwhile = driver.drive({ ...drive, seconds: 300 });
      const made = await makeFile(site, format, count);
      driver.stop();
      found.push({ ...made, p99: (await meanwhile).p99 });
      // oxlint-enable no-await-in-loop
    }
    const what = `report ${whole(count)} × ${columns.length}, ${format.toUpperCase()}`;
    const most = (of: (made: Made) => number) => Math.max(...found.map(of));
    const drawn = most(({ children }) => children);
    rows.push(
      {
        what,
        value: median(found.map(({ seconds }) => seconds)),
        unit: 's',
        note: `${(found[0]!.bytes / 1e6).toFixed(1)} MB, as a job`,
        ...(!isQuick && { budget }),
      },
      {
        what: `${what}: memory of the server, more than before`,
        unit: 'MB',
        budget: 150,
        value: most(({ memory }) => memory) - before,
        ...(format === 'pdf' && { note: `the process that draws: ${drawn.toFixed(0)} MB` }),
      },
      {
        what: `${what}: others’ p99 meanwhile`,
        value: median(found.map(({ p99 }) => p99)),
        unit: 'ms',
        budget: 100,
        note: `${ms(quiet.p99)} without it`,
      },
    );
  }
  return rows;
}

interface Made {
  seconds: number;
  bytes: number;
  memory: number;
  children: number;
}

async function makeFile({ app, client, registrar, school }: Site, format: string, limit: number): Promise<Made> {
  const design = JSON.stringify(designOf(columns, { limit: String(limit) }));
  const query = new URLSearchParams({ institution_id: String(school.institutionId), design }).toString();
  const from = performance.now();
  const { status, body } = await registrar.get(`/reports/run.${format}?${query}`);
  if (status !== 303) throw new Error(`The report answered ${status}: ${body.toString().slice(0, 300)}`);
  let [memory, children] = [0, 0];
  for (;;) {
    // oxlint-disable no-await-in-loop
    await sleep(25);
    memory = Math.max(memory, residentOf(app.pid) ?? NaN);
    children = Math.max(children, memoryOfChildren(app.pid) ?? 0);
    const { rows } = await client.query<{ state: string; failure: string | null; rows: number; bytes: number }>(
      `select e.state, e.failure, e.row_count as rows, f.size::int as bytes from export_files e
       left join files f on (f.institution_id, f.id) = (e.institution_id, e.file_id) order by e.id desc limit 1`,
    );
    // oxlint-enable no-await-in-loop
    const [file] = rows;
    if (file?.failure) throw new Error(`The file could not be made: ${file.failure}`);
    if (file?.state !== 'done') continue;
    if (file.rows !== limit) throw new Error(`The file has ${file.rows} rows instead of ${limit}.`);
    return { seconds: (performance.now() - from) / 1000, bytes: file.bytes, memory, children };
  }
}
