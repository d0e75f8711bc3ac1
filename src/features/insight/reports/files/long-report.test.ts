import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { connect, type Database } from '#kernel/database.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { analyze } from '#test/harness/client.ts';
import { pdfText } from '#test/harness/pdf-text.ts';
import { makeExport } from '#features/records/exports/make/make-export.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
let ilorin: number;
let address: string;
/** More than a request waits for: the named students and these. */
const many = 5100;
beforeAll(async () => {
  world = await startSchool();
  ilorin = world.school.ilorin.id;
  registrar = await world.as('registrar');
  await ask(sql`insert into students (institution_id, admission_number, surname, first_name, batch_id)
    select ${ilorin}, 'M/' || n, 'Many', 'Number ' || n, ${world.school.ilorin.batchIds['JSS 1 B']}::bigint
    from generate_series(1, ${many}) n`);
  await analyze(world.ownerUrl, 'students');
  address = await save('Everyone', ['surname', 'first_name', 'religion']);
});
afterAll(() => world.close());
beforeEach(async () => {
  world.sent.length = 0;
  await ask(sql`delete from export_files`);
});

const ask = <Row extends Record<string, unknown>>(query: ReturnType<typeof sql>) =>
  world.database.asSystem([ilorin], async (tx) => (await tx.execute<Row>(query)).rows);
async function save(name: string, fields: string[], more: object = {}): Promise<string> {
  const answer = await registrar.post('/reports', {
    institution_id: ilorin,
    name,
    description: '',
    subject: 'student',
    sort: '[]',
    group_by: '',
    limit: '',
    filters: JSON.stringify({ joined: 'and', groups: [] }),
    selected_fields: fields.map((field) => `remove_student_${field}`).join(' '),
    ...more,
  });
  expect(answer.statusCode, answer.body).toBe(303);
  return answer.headers.location!;
}

const file = (format: string, browser = registrar) => browser.send({ method: 'GET', url: `${address}/rows.${format}` });
/** Asks for a long file; the address of its page. */
async function queue(format: string, browser = registrar): Promise<string> {
  const answer = await file(format, browser);
  expect([answer.statusCode, answer.headers.location]).toEqual([303, expect.stringMatching(/^\/export-files\/\d+$/)]);
  return answer.headers.location!;
}
const work = async (signal = AbortSignal.timeout(60_000)) => {
  for (const { data } of world.sent.splice(0))
    await makeExport({ ...world.services, product: world.app.product }, data as never, signal);
};
const stateOf = async (page: string) => (await registrar.page(page)).props.file;
const summaries = (action: string) =>
  ask(sql`select person, summary from audit_entries where action = ${action} order by id`);

test('a file of more than 5,000 rows is made by a job, and its person is told and downloads it', async () => {
  const page = await queue('csv');
  expect(world.sent.map(({ queue: name }) => name)).toEqual(['exports.make']);
  expect((await registrar.page(page)).props).toMatchObject({
    file: { title: 'Everyone', format: 'csv', state: 'queued', done: 0, total: null },
    back: address,
  });
  expect((await registrar.get(`${page}/download`)).statusCode).toBe(409);
  await work();
  expect(await stateOf(page)).toMatchObject({ state: 'done', total: many + 12 });
  const { headers, body } = await registrar.get(`${page}/download`);
  expect(headers['content-disposition']).toMatch(/^attachment; filename="everyone-[a-z0-9-]+\.csv"$/);
  const lines = body.replace('\uFEFF', '').trimEnd().split('\r\n');
  expect([lines[0], lines.length]).toEqual(['Surname,First name,Religion', many + 13]);
  expect(await ask(sql`select title, body, href from notifications where kind = 'exports.ended'`)).toEqual([
    { title: 'Everyone is ready', body: '5,112 rows, CSV', href: page },
  ]);
  const registrarsName = expect.any(String) as string;
  expect(await summaries('exports.queue')).toEqual([
    { person: registrarsName, summary: 'requested Everyone as a file (CSV)' },
  ]);
  const [exported] = await summaries('reports.export');
  const [queued] = await summaries('exports.queue');
  expect(exported).toEqual({
    person: queued!.person,
    summary: 'exported 5,112 students of the report “Everyone” to CSV',
  });
  const seen = await ask(sql`select filter from read_log where filter like 'Report “Everyone”%' and place = 'list'`);
  expect(seen).toEqual([{ filter: 'Report “Everyone”: Religion' }]);
});

test('a job reads the replica once it has everything, and the primary server if it fails', async () => {
  const readOnly = new URLSearchParams({ options: '-c default_transaction_read_only=on' });
  const copy = connect({ url: `${world.appUrl}${world.appUrl.includes('?') ? '&' : '?'}${readOnly}`, max: 2 });
  let [reads, looks, fails] = [0, 0, false];
  const counted: Database = {
    ...copy,
    async snapshot(actor, from) {
      reads += 1;
      if (fails) throw new Error('It is away.');
      return copy.snapshot(actor, from);
    },
  };
  world.services.replica = {
    position: async () => 500n,
    holding: (position = 0n) => ((looks += 1) > 1 && position === 500n ? counted : null),
    leaveOut: () => {},
    delay: () => 0,
    close: async () => {},
  };
  const before = (await summaries('reports.export')).length;
  for (const isAway of [false, true]) {
    fails = isAway;
    const page = await queue('csv');
    await work();
    expect(await stateOf(page)).toMatchObject({ state: 'done', total: many + 12 });
    expect((await registrar.get(`${page}/download`)).body).toContain('Number 5100');
    await ask(sql`delete from export_files`);
  }
  expect([reads, looks]).toEqual([2, 3]);
  expect(await summaries('reports.export')).toHaveLength(before + 2);
  world.services.replica = undefined;
  await copy.close();
});

test('asked for twice it is made once, and other people know nothing of it', async () => {
  const page = await queue('xlsx');
  expect(await queue('xlsx')).toBe(page);
  expect(await queue('csv')).not.toBe(page);
  expect(world.sent).toHaveLength(2);
  const principal = await world.as('owner');
  for (const url of [page, `${page}/download`]) expect((await principal.get(url)).statusCode).toBe(404);
  expect((await principal.post(`${page}/cancel`, {})).statusCode).toBe(404);
});

test('a file that was cancelled is not made, not even if it was half done', async () => {
  const page = await queue('csv');
  expect((await registrar.post(`${page}/cancel`, {})).statusCode).toBe(303);
  await work();
  expect((await stateOf(page)).state).toBe('cancelled');
  const again = await queue('csv');
  expect(again).not.toBe(page);
  // Between the snapshot and the end.
  const { product } = world.app;
  const cancelling = {
    ...product,
    exports: product.exports.map((kind) => ({
      ...kind,
      describe: async (...args: Parameters<typeof kind.describe>) => {
        const described = await kind.describe(...args);
        expect((await registrar.post(`${again}/cancel`, {})).statusCode).toBe(303);
        return described;
      },
    })),
  };
  const kept = () => ask(sql`select id from files where purpose = 'export' order by id`);
  const [before, stored] = [await summaries('reports.export'), await kept()];
  const [{ data }] = world.sent.splice(0) as unknown as [{ data: never }];
  await makeExport({ ...world.services, product: cancelling }, data, AbortSignal.timeout(60_000));
  expect((await stateOf(again)).state).toBe('cancelled');
  expect(await summaries('reports.export')).toEqual(before);
  expect(await kept()).toEqual(stored);
  expect((await registrar.post(`${again}/cancel`, {})).statusCode).toBe(409);
  expect(await summaries('exports.cancel')).toHaveLength(2);
});

test('the job has the rights of its moment, and each download those of its own', async () => {
  const { registrar: role } = world.school.ilorin.roleIds;
  const without = (permission: string) =>
    ask(sql`update roles set permissions = array_remove(permissions, ${permission}) where id = ${role}`);
  const withAgain = (permission: string) =>
    ask(sql`update roles set permissions = permissions || ${permission}::text where id = ${role}`);

  const page = await queue('csv');
  await work();
  expect((await registrar.get(`${page}/download`)).statusCode).toBe(200);
  await without('students.viewReligion');
  const refused = await registrar.get(`${page}/download`);
  expect([refused.statusCode, refused.body]).toEqual([403, expect.stringContaining('Your access has changed')]);
  const narrower = await queue('csv');
  await work();
  expect((await registrar.get(`${narrower}/download`)).body).toContain('Surname,First name\r\n');
  await withAgain('students.viewReligion');
  expect((await registrar.get(`${page}/download`)).statusCode).toBe(200);

  const late = await queue('csv');
  await without('students.export');
  await work();
  expect(await stateOf(late)).toMatchObject({
    state: 'failed',
    failure: 'You don’t have permission to export students.',
  });
  expect((await registrar.get(`${page}/download`)).statusCode).toBe(403);
  await withAgain('students.export');
  const [told] = await ask(
    sql`select title, body from notifications where kind = 'exports.ended' order by id desc limit 1`,
  );
  expect(told).toEqual({
    title: 'Everyone couldn’t be created',
    body: 'You don’t have permission to export students.',
  });
});

test('a long PDF says how many pages it has', async () => {
  const page = await queue('pdf');
  await work();
  const texts = pdfText((await registrar.get(`${page}/download`)).rawPayload);
  expect(texts.length).toBeGreaterThan(60);
  for (const at of [0, 41, texts.length - 1])
    expect(/Page [\d,]+ of\s+[\d,]+/.exec(texts[at]!)?.[0].replace(/\s+/g, ' ')).toBe(
      `Page ${at + 1} of ${texts.length}`,
    );
});

test('a file is not given any more when its person teaches or leads other classes than when it was made', async () => {
  const { roleIds, batchIds, courseIds } = world.school.ilorin;
  await ask(sql`update roles set permissions = permissions || array['students.export', 'reports.create']
    where id = ${roleIds.teacher}`);
  const teacher = await world.as('teacher');
  const design = {
    subject: 'student',
    selected_fields: 'remove_student_surname',
    sort: '[]',
    group_by: '',
    limit: '',
    filters: '{"groups":[]}',
  };
  const query = new URLSearchParams({ institution_id: String(ilorin), design: JSON.stringify(design) });
  const asked = await teacher.send({ method: 'GET', url: `/reports/run.csv?${query}` });
  expect(asked.statusCode, asked.body).toBe(303);
  const page = asked.headers.location!;
  await work();
  const download = () => teacher.get(`${page}/download`);
  expect((await download()).statusCode).toBe(200);
  // One class more takes nothing away.
  const led = sql`insert into batch_teachers (institution_id, batch_id, employee_id)
    select institution_id, ${batchIds['JSS 1 A']}::bigint, employee_id from batch_teachers where batch_id = ${batchIds['JSS 2 A']}`;
  await ask(led);
  expect((await download()).statusCode).toBe(200);
  const removed = await ask<{ id: string }>(
    sql`update course_offerings set employee_id = null where batch_id = ${batchIds['JSS 1 B']} and course_id = ${courseIds.ENG!}
      and employee_id is not null returning id`,
  );
  expect(removed).toHaveLength(1);
  const refused = await download();
  expect([refused.statusCode, refused.body]).toEqual([
    403,
    expect.stringContaining('Your access has changed since this file was created. Create it again.'),
  ]);
});

test('labels of more than 5,000 people are drawn by a job', async () => {
  const at = `${address}/labels.pdf?sheet=3x8&content=person&first=20`;
  const asked = await registrar.send({ method: 'GET', url: at });
  expect(asked.statusCode, asked.body).toBe(303);
  const page = asked.headers.location!;
  expect((await registrar.page(page)).props).toMatchObject({
    file: { title: 'Labels Everyone', format: 'pdf', state: 'queued' },
    back: address,
  });
  expect((await registrar.send({ method: 'GET', url: at })).headers.location).toBe(page);
  // A label that the sheet does not have is refused at once.
  const wrong = at.replace('3x8', '2x7');
  expect(
    (await registrar.send({ method: 'GET', url: wrong, headers: { accept: 'application/json' } })).statusCode,
  ).toBe(422);
  await work();
  expect(await stateOf(page)).toMatchObject({ state: 'done', total: many + 12 });
  const sheets = pdfText((await registrar.get(`${page}/download`)).rawPayload);
  expect(sheets).toHaveLength(Math.ceil((many + 12 + 19) / 24));
  expect(await summaries('reports.export')).toContainEqual({
    person: expect.any(String),
    summary: 'exported 5,112 students of the report “Everyone” as labels to PDF',
  });
});
