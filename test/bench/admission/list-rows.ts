import type pg from 'pg';
import { names } from '#features/records/geography/people.demo.ts';
import { requestText } from '../http.ts';
import type { Row } from '../report.ts';
import { say } from '../say.ts';
import type { Site } from '../site.ts';

const size = 50_000;
const clients = 16;
const surnames = Object.values(names).flatMap((one) => one.surnames);
const firstNames = Object.values(names).flatMap((one) => one.female);

/** The list of 50,000 applications: as it opens, in other orders, filtered, and searched. */
export async function listRows({ app, client, driver, registrar, school }: Site, isQuick: boolean): Promise<Row[]> {
  say(`Filling ${size} applications …`);
  const intake = await fillApplications(client, school.institutionId);
  const seconds = isQuick ? 0.5 : 3;
  const measured = async (what: string, path: (turn: number) => string, budget: number, at = clients) => {
    const script = Array.from({ length: 400 }, (_, turn) => requestText({ path: path(turn), headers: registrar.swap }));
    const drive = { port: app.port, scripts: [script], clients: at, status: 200 };
    await driver.drive({ ...drive, seconds });
    const { p50, p99, requests, took } = await driver.drive({ ...drive, seconds });
    const note = `${Math.round((requests / took) * 1000)}/s, p50 ${p50.toFixed(1)} ms`;
    return { what: `${size.toLocaleString('en-GB')} applications, ${what}, p99`, value: p99, unit: 'ms', budget, note };
  };
  const search = (q: string) => `/applications?${new URLSearchParams({ q })}`;
  say('Listing and searching applications …');
  return [
    await measured('list, 16 clients', () => '/applications', 25),
    await measured('list by name, 1 client', () => '/applications?sort=name', 50, 1),
    await measured('list by score of an intake, 1 client', () => `/applications?sort=score&intake=${intake}`, 50, 1),
    await measured('missing papers, 1 client', () => '/applications?paper=missing', 50, 1),
    await measured('search a surname, 1 client', (turn) => search(surnames[turn % surnames.length]!), 50, 1),
    await measured(
      'search a number, 1 client',
      (turn) => search(`BEN/${String(turn * 97 + 1).padStart(5, '0')}`),
      50,
      1,
    ),
    await measured(
      'search a phone, 1 client',
      (turn) => search(`+2348${String((turn * 7919) % size).padStart(9, '0')}`),
      50,
      1,
    ),
    await measured('search nobody, 1 client', (turn) => search(`qxz${turn}`), 50, 1),
    await measured(
      'search, all kinds, 16 clients',
      (turn) => search(surnames[(turn * 7) % surnames.length]!.slice(0, 4)),
      50,
    ),
    await counted(registrar, isQuick),
  ];
}

/** The numbers above the list, which the page asks for after it is drawn. */
async function counted(
  { swap, get }: Site['registrar'] & { swap: Record<string, string> },
  isQuick: boolean,
): Promise<Row> {
  const took: number[] = [];
  const headers = {
    ...swap,
    'x-inertia-partial-component': 'admissions/application-list',
    'x-inertia-partial-data': 'counts',
  };
  for (let turn = 0; turn < (isQuick ? 5 : 20); turn += 1) {
    const from = performance.now();
    await get('/applications', headers);
    took.push(performance.now() - from);
  }
  return {
    what: 'their counts by status, p50',
    value: took.toSorted((a, b) => a - b)[took.length >> 1]!,
    unit: 'ms',
    budget: 100,
  };
}

/** Sent applications of a closed intake, in all states. */
async function fillApplications(client: pg.Client, institutionId: number): Promise<number> {
  const { rows } = await client.query<{ id: string }>(
    `with place as (
       select c.program_id, c.id as class_id, y.id as session_id from classes c
       join academic_sessions y on y.institution_id = c.institution_id
       where c.institution_id = $1 and not exists (select from intakes i
         where (i.institution_id, i.program_id, i.session_id) = (c.institution_id, c.program_id, y.id)) limit 1),
     intake as (
       insert into intakes (institution_id, program_id, session_id, opens_at, closes_at, published_at, number_pattern, papers)
       select $1, program_id, session_id, now() - interval '99 days', now() - interval '1 day', now(), 'BEN/{seq:5}',
         '[{"key":"photo","label":"Photo","isRequired":false},{"key":"birth","label":"Birth certificate","isRequired":true}]'
       from place returning id)
     insert into applications (institution_id, intake_id, class_id, status, number, code_hash, surname, first_name, gender,
       birth_date, phone, email, submitted_at, score)
     select $1, i.id, p.class_id, (array['submitted', 'under_review', 'waiting_list'])[1 + n % 3],
       'BEN/' || lpad(n::text, 5, '0'), sha256(('list' || n)::bytea), ($2::text[])[1 + n % cardinality($2::text[])],
       ($3::text[])[1 + n * 31 % cardinality($3::text[])], 'female', date '2014-01-01' + n % 700,
       '+2348' || lpad(n::text, 9, '0'), 'b' || n || '@example.ng', now() - n * interval '1 minute', n * 7919 % 100
     from intake i, place p, generate_series(1, $4::int) n returning intake_id as id`,
    [institutionId, surnames, firstNames, size],
  );
  const { id } = rows[0]!;
  await client.query(
    `insert into files (institution_id, purpose, name, media_type, size, sha256, stored_as)
     values ($1, 'application', 'birth.pdf', 'application/pdf', 1, '0', 'bench-birth')`,
    [institutionId],
  );
  await client.query(
    `insert into application_papers (institution_id, application_id, kind, file_id, name)
     select $1, a.id, 'birth', (select max(id) from files where stored_as = 'bench-birth'), 'birth.pdf'
     from applications a where a.intake_id = $2 and a.id % 5 > 0`,
    [institutionId, id],
  );
  await client.query('vacuum analyze applications, application_papers, intakes');
  return Number(id);
}
