import { get, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { readdir, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { desc, eq, sql } from 'drizzle-orm';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rearm } from '#kernel/export/formulas.ts';
import { auditEntries } from '#kernel/tables.ts';
import { readLog } from '#features/records/people/people.schema.ts';
import { students } from './students.schema.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { withClient } from '#test/harness/client.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
let ilorin: number;
beforeAll(async () => {
  world = await startSchool();
  registrar = await world.as('registrar');
  ilorin = world.school.ilorin.id;
});
afterAll(() => world.close());

const csvRows = (body: string) => parse(body, { bom: true, columns: true }) as Record<string, string>[];
const names = (body: string) => csvRows(body).map((row) => `${row['First name']} ${row.Surname}`);
const exported = async (query = '', browser = registrar) => (await browser.get(`/students/export.csv${query}`)).body;
const entries = (institutionId = ilorin) =>
  world.database.asSystem([institutionId], (tx) =>
    tx
      .select({ person: auditEntries.person, summary: auditEntries.summary, details: auditEntries.details })
      .from(auditEntries)
      .where(eq(auditEntries.action, 'students.export'))
      .orderBy(desc(auditEntries.id)),
  );
const asOwner = (text: string, ...values: unknown[]) =>
  withClient(world.ownerUrl, (client) => client.query(text, values));

describe('a file of the students list', () => {
  test('is a download named for the school and the day, with the headings that the import knows', async () => {
    const answer = await registrar.get('/students/export.csv');
    const day = new Date().toLocaleDateString('en-CA', { timeZone: 'Africa/Lagos' });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="students-ilorin-${day}.csv"`,
      'content-length': String(answer.rawPayload.length),
      'cache-control': 'no-store',
    });
    expect(answer.body.split('\r\n').slice(0, 2)).toEqual([
      '\uFEFFAdmission number,Registration number,Surname,First name,Middle name,Gender,Date of birth,Status,Student category,Batch,Admission date,Phone,Mobile,E-mail,Nationality,Country,State of origin,LGA,City,Community,Address,Language,Next of kin name,Next of kin telephone number,Next of kin relation',
      "2025/0001,,Adébáyọ̀,Kemi,,Female,2014-03-15,Active,,JSS 2 A,2025-09-07,'+2349191001005,,,,Nigeria,Kwara,Offa,,,,,,,",
    ]);
  });

  test('restricted columns are in no file, and ticked in no dialog, unless someone chooses them', async () => {
    const offered = (await registrar.get('/students/export-columns')).json<{ key: string; isUsual: boolean }[]>();
    const restricted = offered.filter(({ key }) => ['religion', 'bloodGroup', 'genotype'].includes(key));
    expect(restricted.map(({ isUsual }) => isUsual)).toEqual([false, false, false]);
    expect(offered.find(({ key }) => key === 'surname')?.isUsual).toBe(true);
    const chosen = await registrar.get('/students/export.csv?columns=surname&columns=religion');
    expect(chosen.body.split('\r\n')[0]).toBe('\uFEFFSurname,Religion');
  });

  test('is compressed for clients that accept it', async () => {
    const answer = await registrar.get('/students/export.csv', { 'accept-encoding': 'gzip', accept: '*/*' });
    expect(answer.headers).toMatchObject({ 'content-encoding': 'gzip' });
    expect(answer.headers['content-length']).toBeUndefined();
    expect(gunzipSync(answer.rawPayload).toString()).toBe(await exported());
  });

  test('holds the rows of the list in its order, narrowed by the same filter', async () => {
    for (const query of [
      '',
      '?sort=-number',
      '?batch=none&status=active',
      '?q=ade',
      '?q=o&gender=male&sort=-admitted',
    ]) {
      const { rows } = (await registrar.page(`/students${query}`)).props;
      expect(names(await exported(query))).toEqual(
        rows.map(({ firstName, surname }: Record<string, string>) => `${firstName} ${surname}`),
      );
    }
  });

  test('under a past session names the seats of that session, as the list does', async () => {
    const { past } = world.school.ilorin.sessionIds;
    const query = `?institution_id=${ilorin}&academic_session=${past}`;
    const wanted = ['surname', 'batch', 'class', 'academicSession'].map((key) => `&columns=${key}`).join('');
    const rows = csvRows(await exported(`${query}${wanted}`));
    expect(rows.find(({ Surname }) => Surname === 'Danjuma')).toMatchObject({
      Class: 'JSS 1',
      'Academic session': '2025/2026',
    });
    const listed = (await registrar.page(`/students${query}`)).props['rows'] as { batchName: string }[];
    expect(rows.map(({ Batch }) => Batch)).toEqual(listed.map(({ batchName }) => batchName));
    const [now] = csvRows(await exported('?q=danjuma&columns=batch&columns=class&columns=academicSession'));
    expect(now).toEqual({ Batch: 'JSS 2 A', Class: 'JSS 2', 'Academic session': '2026/2027' });
  });

  test('contains the chosen columns, in its own order', async () => {
    const body = await exported('?q=obi&columns=program&columns=class&columns=surname&columns=status');
    expect(body).toBe('\uFEFFSurname,Status,Class,Programme\r\nObi,Active,JSS 1,Junior Secondary\r\n');
    expect((await registrar.get('/students/export.csv?columns=password')).statusCode).toBe(400);
    expect((await registrar.get('/students/export.csv?sort=password')).statusCode).toBe(400);
  });

  test('is a heading alone when nobody is found', async () => {
    expect(await exported('?q=nobody&columns=surname')).toBe('\uFEFFSurname\r\n');
    const { rawPayload } = await registrar.get('/students/export.xlsx?q=nobody&columns=surname&columns=birthDate');
    expect((await readXlsx(rawPayload)).sheets[0]!.rows).toEqual([['Surname', 'Date of birth']]);
    expect((await entries())[0]!.summary).toBe('exported 0 students to XLSX');
  });

  test('keeps what people wrote, and lets no spreadsheet compute it', async () => {
    const awkward = {
      surname: '=HYPERLINK("http://bad.example","x")',
      firstName: '@O\'Neil, "Ada"\nBisi',
      middleName: '＋Ọláníkẹ̀ẹ́ 😀',
      community: '-2+3',
      address: '\t=1+1',
      city: '<b>&amp;',
    };
    await world.database.asSystem([ilorin], (tx) =>
      tx.update(students).set(awkward).where(eq(students.surname, 'Garba')),
    );
    const query =
      '?q=hyperlink&columns=surname&columns=firstName&columns=middleName&columns=community&columns=address&columns=city';
    const [row] = parse(await exported(query), { bom: true, from: 2 }) as string[][];
    const { surname, firstName, middleName, city, community, address } = awkward;
    expect(row!.map(rearm)).toEqual([surname, firstName, middleName, city, community, address]);
    expect(row!.map((cell) => cell[0])).toEqual(["'", "'", "'", '<', "'", "'"]);

    const { rawPayload } = await registrar.get(`/students/export.xlsx${query}`);
    const [sheet] = (await readXlsx(rawPayload, { readStyles: true })).sheets;
    expect(sheet!.rows[1]).toEqual([surname, firstName, middleName, city, community, address]);
    expect([...sheet!.cells!.values()].filter(({ formula }) => formula !== undefined)).toEqual([]);
    await world.database.asSystem([ilorin], (tx) =>
      tx
        .update(students)
        .set({ surname: 'Garba', firstName: 'Musa', middleName: null, address: null, city: null, community: null })
        .where(eq(students.surname, awkward.surname)),
    );
  });

  test('opens as a workbook with the same cells, its dates as dates', async () => {
    const answer = await registrar.get('/students/export.xlsx');
    expect(answer.headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    const [sheet] = (await readXlsx(answer.rawPayload)).sheets;
    const text = (cell: unknown) => (cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell ?? ''));
    expect(sheet!.rows.map((row) => row.map(text))).toEqual(
      (parse(await exported(), { bom: true }) as string[][]).map((row) => row.map(rearm)),
    );
    expect(sheet!.rows[1]![6]).toBeInstanceOf(Date);
  });

  test('is logged before it is sent: the user, the filters, the columns and the number of rows', async () => {
    await exported('?batch=none&status=active&columns=surname&columns=phone');
    expect((await entries())[0]).toEqual({
      person: 'The registrar',
      summary: 'exported 3 students to CSV',
      details: {
        rows: 3,
        columns: ['Surname', 'Phone'],
        filter: { batch: 'none', status: ['active'], sort: 'name' },
      },
    });
  });

  test('the log does not tell for whose religion someone has looked', async () => {
    const owner = await world.as('owner');
    await exported('?q=obi&religion=Islam', owner);
    const log = await (await world.as('ict_administrator')).page('/audit?action=students.export');
    expect(log.props.rows[0].details.filter).toMatchObject({ q: 'not shown', religion: 'not shown' });
  });

  test('with health and religion has one entry that names the columns, and no view of each student', async () => {
    await exported('?columns=surname&columns=religion&columns=bloodGroup&columns=genotype', await world.as('owner'));
    expect((await entries())[0]!.details).toMatchObject({
      columns: ['Surname', 'Religion', 'Blood group', 'Genotype'],
      restrictedColumns: { health: ['Blood group', 'Genotype'], religion: ['Religion'] },
    });
    expect(await world.database.asSystem([world.school.ilorin.id], (tx) => tx.$count(readLog))).toBe(0);
  });

  test('is not created for a HEAD request', async () => {
    const before = (await entries()).length;
    expect((await registrar.send({ method: 'HEAD', url: '/students/export.csv' })).statusCode).toBe(404);
    expect((await entries()).length).toBe(before);
  });
});

describe('who may', () => {
  test('the registrar, the principal, the ICT administrator and the owner; not users who only view students', async () => {
    const answers = await Promise.all(
      ['registrar', 'principal', 'ict_administrator', 'owner', 'bursar', 'teacher', 'guardian'].map(
        async (username) => {
          const browser = await world.as(username);
          const { can } = (await browser.page('/students')).props;
          return [username, can.export, (await browser.get('/students/export.csv')).statusCode];
        },
      ),
    );
    expect(answers).toEqual([
      ['registrar', 'all', 200],
      ['principal', 'all', 200],
      ['ict_administrator', 'all', 200],
      ['owner', 'all', 200],
      ['bursar', false, 403],
      ['teacher', false, 403],
      ['guardian', false, 403],
    ]);
  });

  test('a teacher with the permission exports only their own students', async () => {
    const change = (array: string) =>
      asOwner(
        `update roles set permissions = ${array}(permissions, 'students.export') where id = $1`,
        world.school.ilorin.roleIds.teacher,
      );
    const teacher = await world.as('teacher');
    await change('array_append');
    expect(names(await exported('', teacher))).toEqual(['Kemi Adébáyọ̀', 'Bala Danjuma', 'Musa Garba', 'Ngozi Okafor']);
    await change('array_remove');
    expect((await teacher.get('/students/export.csv')).statusCode).toBe(403);
  });

  test('another institution is not found, and nobody of it is in the file', async () => {
    expect((await registrar.get(`/students/export.csv?institution_id=${world.school.offa.id}`)).statusCode).toBe(404);
    expect(names(await exported())).not.toContain('Yakubu Ndako');
    expect(await entries(world.school.offa.id)).toEqual([]);
  });

  test('over several institutions the file says whose each is, and each log has its own number', async () => {
    const group = await world.as('group');
    const body = await exported('?columns=surname&q=n', group);
    expect(body.split('\r\n')).toContain('Offa College,Ndako');
    const rows = csvRows(body);
    const of = (institution: string) => rows.filter((row) => row.Institution === institution).length;
    expect((await entries())[0]!.details).toMatchObject({ rows: of('Ilorin Grammar School') });
    expect((await entries(world.school.offa.id))[0]!.details).toMatchObject({ rows: of('Offa College') });
    const answer = await group.get('/students/export.csv?q=nobody');
    expect(answer.headers['content-disposition']).toMatch(/"students-\d{4}-\d\d-\d\d\.csv"/);
  });

  test('a user with the permission in one of two institutions exports only its students', async () => {
    const { offa, accounts } = world.school;
    await asOwner(
      `insert into memberships (institution_id, account_id, role_id) values ($1, $2, $3)`,
      offa.id,
      accounts.principal,
      offa.roleIds.bursar,
    );
    const principal = await world.as('principal');
    const { props } = await principal.page('/students');
    expect(props.can.export).toBe('some');
    expect(props.rows.some((row: { surname: string }) => row.surname === 'Ndako')).toBe(true);
    expect(names(await exported('', principal))).not.toContain('Yakubu Ndako');
    expect((await principal.get(`/students/export.csv?institution_id=${offa.id}`)).statusCode).toBe(403);
  });

  test('a user with three running downloads is asked to wait', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => registrar.get('/students/export.csv?q=obi')));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 200, 200, 429]);
    expect((await registrar.get('/students/export.csv?q=obi')).statusCode).toBe(200);
  });
});

describe('many', () => {
  const many = 6000;
  beforeAll(async () => {
    await world.database.asSystem([ilorin], (tx) =>
      tx.execute(sql`insert into students (institution_id, admission_number, surname, first_name, status)
        select ${ilorin}, 'M/' || n, 'Many', 'Number ' || n, 'applicant' from generate_series(1, ${many}) n`),
    );
  });

  test('thousands are all there, once each, in order', async () => {
    const found = csvRows(await exported('?status=applicant&columns=admissionNumber&columns=firstName&sort=-number'));
    expect(found.length).toBe(many);
    const numbers = found.map((row) => row['Admission number']!);
    expect(new Set(numbers).size).toBe(many);
    expect(numbers.slice(0, 2)).toEqual(['M/999', 'M/998']);
    const { rawPayload } = await registrar.get('/students/export.xlsx?status=applicant&columns=firstName');
    expect((await readXlsx(rawPayload)).sheets[0]!.rows.length).toBe(many + 1);
  });

  test('a user who cancels a download can start another', async () => {
    for (let at = 0; at < 3; at += 1) {
      const sent = await download('/students/export.csv');
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      expect(answer.statusCode).toBe(200);
      answer.on('error', () => {});
      await once(answer, 'data');
      sent.destroy();
    }
    await expect.poll(async () => (await registrar.get('/students/export.csv?q=obi')).statusCode).toBe(200);
  });

  test('a cancelled download stops the work, even a running statement: nothing is stored or logged', async () => {
    const before = (await entries()).length;
    await withClient(world.ownerUrl, async (client) => {
      await client.query('begin; lock table students');
      const sent = await download('/students/export.xlsx');
      const failed = once(sent, 'error');
      await expect.poll(atWork).toBe(1);
      sent.destroy(new Error('gone'));
      await expect(failed).resolves.toMatchObject([{ message: 'gone' }]);
      await expect.poll(atWork).toBe(0);
      await client.query('rollback');
    });
    expect((await entries()).length).toBe(before);
    expect(await readdir(join(world.services.environment.dataFolder, 'exports'))).toEqual([]);
    const { total, idle } = world.database.load();
    expect(idle).toBe(total);
    expect((await registrar.get('/students/export.csv?q=obi')).statusCode).toBe(200);
  });

  test('an error shows a page and no file, and no entry records a file', async () => {
    const before = (await entries()).length;
    const folder = join(world.services.environment.dataFolder, 'exports');
    await rm(folder, { recursive: true });
    await writeFile(folder, 'in the way');
    const answer = await registrar.get('/students/export.csv');
    await rm(folder);
    expect([answer.statusCode, answer.headers['content-disposition']]).toEqual([500, undefined]);
    expect(answer.body).toContain('Your change was not saved');
    expect((await entries()).length).toBe(before);
    expect((await registrar.get('/students/export.csv?q=obi')).statusCode).toBe(200);
  });

  /** Over a socket, which can be cut. */
  async function download(path: string) {
    if (!world.app.server.listening) await world.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = world.app.server.address() as AddressInfo;
    const cookie = Object.entries(registrar.cookies)
      .map((pair) => pair.join('='))
      .join('; ');
    return get({ port, host: '127.0.0.1', path, headers: { cookie } });
  }

  /** Transactions that read for an export just now. */
  const atWork = async () => {
    const { rows } = await asOwner(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and state <> 'idle'
       and query like '% exported%' and pid <> pg_backend_pid()`,
    );
    return (rows[0] as { n: number }).n;
  };
});
