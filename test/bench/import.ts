import { setTimeout as sleep } from 'node:timers/promises';
import { performance } from 'node:perf_hooks';
import type pg from 'pg';
import { names } from '#features/records/geography/people.demo.ts';
import type { Registrar } from './registrar.ts';
import type { Site } from './site.ts';

export interface Imported {
  rows: number;
  upload: number;
  check: number;
  run: number;
  total: number;
}

type People = 'students' | 'employees';

/** A roster of so many rows from the file to the last person, as the page does it. */
export async function importRoster(
  { client, registrar, school }: Site,
  kind: People,
  rows: number,
  from = 0,
): Promise<Imported> {
  const start = performance.now();
  const { body, type } = upload(kind, rosters[kind](rows, from), school.institutionId);
  const uploaded = await registrar.post('/imports', body, type);
  const path = String(uploaded.headers['location']);
  const id = Number(path.split('/').at(-1));
  if (uploaded.status !== 303)
    throw new Error(`The upload answered ${uploaded.status}: ${uploaded.body.toString().slice(0, 300)}`);
  const marks = [performance.now()];
  const { rows: found } = await client.query<{ mapping: unknown }>('select mapping from imports where id = $1', [id]);
  await step(client, registrar, id, `${path}/check`, { mapping: found[0]!.mapping }, 'checked');
  marks.push(performance.now());
  const { imported_count: imported } = await step(client, registrar, id, `${path}/run`, { mode: 'all' }, 'done');
  marks.push(performance.now());
  if (imported !== rows) throw new Error(`The import brought ${imported} of ${rows} rows.`);
  const [a, b, c] = marks as [number, number, number];
  return { rows, upload: a - start, check: b - a, run: c - b, total: c - start };
}

async function step(client: pg.Client, registrar: Registrar, id: number, path: string, body: object, wanted: string) {
  let answer = await registrar.post(path, JSON.stringify(body), 'application/json');
  for (; answer.status === 503; answer = await registrar.post(path, JSON.stringify(body), 'application/json'))
    await sleep(200);
  if (answer.status !== 303)
    throw new Error(`${path} answered ${answer.status}: ${answer.body.toString().slice(0, 300)}`);
  for (;;) {
    const { rows } = await client.query('select state, failure, imported_count, bad_count from imports where id = $1', [
      id,
    ]);
    if (rows[0].state === wanted) return rows[0];
    if (rows[0].state === 'failed') throw new Error(`The import failed: ${rows[0].failure}`);
    await sleep(20);
  }
}

function roster(rows: number, from: number): string {
  const surnames = Object.values(names).flatMap((one) => one.surnames);
  const first = Object.values(names).flatMap((one) => [...one.female, ...one.male]);
  const lines = Array.from({ length: rows }, (_, at) => {
    const n = from + at;
    // Before anybody of the school was born: whoever shares name and day with somebody there is a problem to look at.
    const birth = new Date(Date.UTC(1996, 0, 1 + (n % 2500))).toISOString().slice(0, 10);
    return `NEW/${String(n).padStart(6, '0')},${surnames[n % surnames.length]},${first[(n * 7) % first.length]},${n % 2 ? 'F' : 'M'},${birth},+23481${String(n).padStart(8, '0')},Ibadan`;
  });
  return ['Admission number,Surname,First name,Gender,Date of birth,Phone,City', ...lines].join('\r\n');
}

const words = (list: string, n: number) => list.split(' ')[n % list.split(' ').length]!;

/** With words that the school's lists know, and some that they learn. */
function staff(rows: number): string {
  const surnames = Object.values(names).flatMap((one) => one.surnames);
  const first = Object.values(names).flatMap((one) => [...one.female, ...one.male]);
  const lines = Array.from({ length: rows }, (_, n) => {
    const birth = new Date(Date.UTC(1960, 0, 1 + (n % 9000))).toISOString().slice(0, 10);
    const phones = `0803${String(n).padStart(7, '0')},0705${String(n).padStart(7, '0')}`;
    const work = `${words('Teaching Non-teaching Management', n)},${words('Sciences Languages Arts Bursary ImportServices', n)},${words('Teacher Librarian Driver Secretary Coach', n)}`;
    return `NEW/S/${String(n).padStart(5, '0')},${surnames[n % surnames.length]},${first[(n * 7) % first.length]},${n % 2 ? 'F' : 'M'},${birth},${phones},new${n}@example.com,${work},2026-01-${String(1 + (n % 28)).padStart(2, '0')},Married,Oyo`;
  });
  return [
    'Employee number,Surname,First name,Gender,Date of birth,Mobile,Phone,E-mail,Category,Department,Job title,Date of employment,Marital status,State',
    ...lines,
  ].join('\r\n');
}

const rosters: Record<People, (rows: number, from: number) => string> = { students: roster, employees: staff };

function upload(kind: People, file: string, institutionId: number) {
  const edge = 'akada-bench-edge';
  const body = [
    `--${edge}`,
    'Content-Disposition: form-data; name="institutionId"',
    '',
    institutionId,
    `--${edge}`,
    'Content-Disposition: form-data; name="kind"',
    '',
    kind,
    `--${edge}`,
    'Content-Disposition: form-data; name="file"; filename="roster.csv"',
    'Content-Type: text/csv',
    '',
    file,
    `--${edge}--`,
    '',
  ].join('\r\n');
  return { body, type: `multipart/form-data; boundary=${edge}` };
}
