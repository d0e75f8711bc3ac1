import { existsSync } from 'node:fs';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditEntries, files } from '#kernel/tables.ts';
import { tidyForms } from '#kernel/jobs/tidy-forms.ts';
import { enrolments, students } from '#features/people/students/students.schema.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import type { Inbox } from '#web/client/inbox/inbox.ts';
import { checkRows } from './work/check-rows.job.ts';
import { imports } from './imports.schema.ts';
import { runRows } from './work/run-rows.job.ts';

type Site = Awaited<ReturnType<typeof startSchool>>;
let site: Site;
let registrar: Browser;
let ilorin: number;
beforeAll(async () => {
  site = await startSchool();
  registrar = await site.as('registrar');
  ilorin = site.school.ilorin.id;
});
afterAll(() => site?.close());

const never = new AbortController().signal;

function upload(browser: Browser, text: string | Buffer, { name = 'students.csv', institutionId = ilorin } = {}) {
  const boundary = 'cloth';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="institutionId"\r\n\r\n${institutionId}\r\n--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: text/csv\r\n\r\n`;
  const payload = Buffer.concat([
    Buffer.from(head),
    Buffer.from(text as string),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return browser.send({
    method: 'POST',
    url: '/imports',
    payload,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, accept: 'application/json' },
  });
}

/** Uploads, takes the guess, and lets the check do its work; answers the address of the import. */
async function uploadAndCheck(text: string, options: Record<string, unknown> = {}) {
  const address = String((await upload(registrar, text)).headers.location);
  const { props } = await registrar.page(address);
  const mapping = props.columns.map((column: { field: string | null }) => column.field ?? 'leave_out');
  const answer = await registrar.post(`${address}/check`, {
    mapping,
    existing: 'skip',
    alike: 'skip',
    repeat: true,
    ...options,
  });
  expect([answer.statusCode, answer.body]).toEqual([303, '']);
  await work();
  return { address, id: Number(address.split('/').at(-1)), page: await registrar.page(address) };
}

/** Does what waits in the queue. */
async function work(signal = never) {
  for (const { queue, data } of site.sent.splice(0)) {
    await (queue === 'imports.run' ? runRows : checkRows)(site.services, data as never, signal);
  }
}

const toldTo = async (browser: Browser) =>
  (await browser.get('/notifications/stream', { accept: 'application/json' }))
    .json<Inbox>()
    .latest.map(({ title, body, href }) => [title, body, href]);

const find = (admissionNumber: string) =>
  site.database.asSystem(
    [ilorin],
    async (tx) =>
      (
        await tx
          .select()
          .from(students)
          .where(and(eq(students.institutionId, ilorin), eq(students.admissionNumber, admissionNumber)))
      )[0],
  );
const countAll = () =>
  site.database.asSystem([ilorin], (tx) => tx.$count(students, eq(students.institutionId, ilorin)));
const importOf = (id: number) =>
  site.database.asSystem([ilorin], async (tx) => (await tx.select().from(imports).where(eq(imports.id, id)))[0]!);

/** Names have no digits. */
const inLetters = (at: number) =>
  `A${String(at).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)]!)}`.replace(/^A(.)/, (_, first: string) =>
    first.toUpperCase(),
  );

describe('an import', () => {
  test('goes from upload through mapping and check to students', async () => {
    const { address, page } = await uploadAndCheck(
      'Adm No,Surname,First name,DOB,Class,Phone,Password\nX/1,Sanni,Lola,13/04/2012,jss1a,0803 123 4567,secret\nX/2,Idris,Sule,14/04/2012,,,x\n',
    );
    expect(page.component).toBe('imports/import-checked');
    expect(page.props).toMatchObject({ import: { good: 2, bad: 0, skipped: 0, rowCount: 2 }, problems: [] });
    expect(await find('X/1')).toBeUndefined();

    expect((await registrar.post(`${address}/run`, { mode: 'all' })).statusCode).toBe(303);
    expect(await registrar.page(address)).toMatchObject({
      component: 'imports/import-progress',
      props: { import: { state: 'running' } },
    });
    await work();
    expect(await registrar.page(address)).toMatchObject({
      component: 'imports/import-end',
      props: { import: { state: 'done', imported: 2 } },
    });
    // Who started it, and nobody else, is told of the check and of the end.
    expect(await toldTo(registrar)).toEqual([
      ['students.csv has been imported', '2 students imported.', address],
      [
        'students.csv has been checked',
        'No row has a problem, 2 can be imported. Nothing is imported until you confirm.',
        address,
      ],
    ]);
    expect(await toldTo(await site.as('ict_administrator'))).toEqual([]);

    const lola = (await find('X/1'))!;
    expect(lola).toMatchObject({
      surname: 'Sanni',
      birthDate: '2012-04-13',
      phone: '+2348031234567',
      status: 'active',
      batchId: site.school.ilorin.batchIds['JSS 1 A'],
    });
    const open = await site.database.asSystem([ilorin], (tx) =>
      tx
        .select()
        .from(enrolments)
        .where(and(eq(enrolments.studentId, lola.id), isNull(enrolments.toDate))),
    );
    expect(open).toMatchObject([{ batchId: lola.batchId }]);
    const [entry] = await site.database.asSystem([ilorin], (tx) =>
      tx.select().from(auditEntries).where(eq(auditEntries.action, 'students.import')),
    );
    expect(entry).toMatchObject({ person: 'The registrar', summary: 'imported 2 students from a file' });
  });

  test('shows each problem by row and column, and offers the rows for download', async () => {
    const { address, page } = await uploadAndCheck(
      'Adm No,Surname,First name,DOB\nY/1,Good,Row,13/04/2012\nY/2,Bad,Row,31/02/2010\n"=cmd|x",,Row,\nY/4,Too,Few\n',
    );
    expect(page.props.import).toMatchObject({ good: 1, bad: 3 });
    expect(
      page.props.problems.map(({ rowNumber, columnName, message }: Record<string, unknown>) => [
        rowNumber,
        columnName,
        message,
      ]),
    ).toEqual([
      [3, 'DOB', 'There is no 31 February 2010. Check the day and the month.'],
      [4, 'Surname', 'The surname is missing.'],
      [
        5,
        null,
        'This row has 3 cells, but there are 4 columns. Check for a missing or extra separator or quotation mark.',
      ],
    ]);
    const file = await registrar.get(`${address}/problems.csv`);
    expect(file.headers['content-type']).toContain('text/csv');
    expect(file.body).toBe(
      '\ufeffAdm No,Surname,First name,DOB,Row in file,Problem\r\n' +
        'Y/2,Bad,Row,31/02/2010,3,DOB: There is no 31 February 2010. Check the day and the month.\r\n' +
        "'=cmd|x,,Row,,4,Surname: The surname is missing.\r\n" +
        'Y/4,Too,Few,,5,"This row has 3 cells, but there are 4 columns. Check for a missing or extra separator or quotation mark."\r\n',
    );
    const refused = await registrar.post(`${address}/run`, { mode: 'all' });
    expect([refused.statusCode, refused.json().errors.mode]).toEqual([
      422,
      'Some rows have problems. Fix them, or import valid rows only.',
    ]);
    await registrar.post(`${address}/run`, { mode: 'good' });
    await work();
    expect((await registrar.page(address)).props.import).toMatchObject({ state: 'done', imported: 1, bad: 3 });
    const corrected = await uploadAndCheck(file.body.replace('31/02/2010,3', '28/02/2010,3'));
    expect(corrected.page.props.import).toMatchObject({ good: 2, bad: 1 });
  });

  test('a repeated number is a problem in both rows; a possible duplicate of an earlier row is a question', async () => {
    const { page } = await uploadAndCheck(
      'Adm No,Surname,First name,DOB\nZ/1,One,Ada,13/04/2012\nZ/1,Two,Ada,13/05/2012\nZ/3,Three,Ada,13/06/2012\nZ/4,THREE,ADA,13/06/2012\n',
    );
    expect(page.props.import).toMatchObject({ good: 1, bad: 2, skipped: 1 });
    // Equal problems are one, with their rows.
    expect(page.props.problems).toMatchObject([{ count: 2, rows: [{ row: 2 }, { row: 3 }] }]);
    expect(page.props.alike).toMatchObject({ count: 1, choice: 'skip', rows: [{ row: 5, personId: 0 }] });
  });

  test('existing students are skipped, updated or reported, as chosen', async () => {
    const file = 'Adm No,Surname,First name,DOB,City\n2026/0001,Obi,Ada,13/04/2012,Offa\n';
    expect((await uploadAndCheck(file)).page.props.import).toMatchObject({ good: 0, bad: 0, skipped: 1 });
    const reported = await uploadAndCheck(file, { existing: 'report' });
    expect(reported.page.props.problems[0].message).toBe('Ada Obi already has admission number 2026/0001.');
    const { address } = await uploadAndCheck(file, { existing: 'update' });
    await registrar.post(`${address}/run`, { mode: 'all' });
    await work();
    expect(await find('2026/0001')).toMatchObject({
      city: 'Offa',
      birthDate: '2012-04-13',
      batchId: site.school.ilorin.batchIds['JSS 1 A'],
    });
    const namesake = await uploadAndCheck('Adm No,Surname,First name,DOB\nQ/1,OBI,ada,13/04/2012\n');
    expect(namesake.page.props.alike.rows[0].message).toBe(
      'Possible duplicate of Ada Obi (2026/0001): same name and date of birth.',
    );
  });

  test('assigns the next admission numbers if the file has none', async () => {
    const { address } = await uploadAndCheck('Surname,First name\nNew,One\nNew,Two\n');
    await registrar.post(`${address}/run`, { mode: 'all' });
    await work();
    const given = await site.database.asSystem([ilorin], (tx) =>
      tx
        .select({ number: students.admissionNumber })
        .from(students)
        .where(eq(students.surname, 'New'))
        .orderBy(students.id),
    );
    expect(given.map(({ number }) => number)).toEqual(['2026/0009', '2026/0010']);
  });

  test('never seats more than a batch has room for', async () => {
    const { page } = await uploadAndCheck(
      'Adm No,Surname,First name,Class\nR/1,Seat,One,JSS 1 B\nR/2,Seat,Two,JSS 1 B\n',
    );
    expect(page.props.import).toMatchObject({ good: 1, bad: 1 });
    expect(page.props.problems[0].message).toContain('JSS 1 B is full. Raise its capacity,');
  });

  test('fails without its file, and notifies the user who started it', async () => {
    const { address, id } = await uploadAndCheck('Adm No,Surname,First name\nGone/1,Gone,One\n', {
      existing: 'report',
    });
    await registrar.post(`${address}/run`, { mode: 'all' });
    await site.database.asSystem([ilorin], (tx) =>
      tx.execute(sql`update files set stored_as = 'gone' where id = (select file_id from imports where id = ${id})`),
    );
    await expect(work()).rejects.toThrow('File not found');
    expect((await toldTo(registrar))[0]).toEqual([
      'The import of students.csv failed',
      'A server error stopped the import. Unfinished work was not saved.',
      address,
    ]);
  });

  test('all or nothing: a row that becomes invalid after the check rolls everything back', async () => {
    const { address, id } = await uploadAndCheck('Adm No,Surname,First name\nT/1,All,One\nT/2,All,Two\n', {
      existing: 'report',
    });
    await site.database.asSystem([ilorin], (tx) =>
      tx
        .insert(students)
        .values({ institutionId: ilorin, admissionNumber: 'T/2', surname: 'First', firstName: 'Someone' }),
    );
    await registrar.post(`${address}/run`, { mode: 'all' });
    await work();
    expect(await find('T/1')).toBeUndefined();
    expect(await importOf(id)).toMatchObject({ state: 'checked', importedCount: 0, badCount: 1, doneCount: 0 });
    expect((await registrar.page(address)).props.failure).toContain('Nothing was imported');
    expect((await toldTo(registrar))[0]).toEqual([
      'Nothing was imported from students.csv',
      expect.stringContaining('school’s data changed'),
      address,
    ]);
  });

  test('interrupted and restarted, it neither loses nor repeats a row in either mode', async () => {
    for (const mode of ['good', 'all'] as const) {
      const rows = Array.from({ length: 1700 }, (_, at) => `${mode}/${at},Stop,Number ${inLetters(at)}`);
      const before = await countAll();
      const { address, id } = await uploadAndCheck(`Adm No,Surname,First name\n${rows.join('\n')}\n`);
      await registrar.post(`${address}/run`, { mode });
      const [job] = site.sent;
      let asked = 0;
      const stopping = Object.assign(new AbortController().signal, {
        throwIfAborted: () => {
          if (++asked === 3) throw new DOMException('stop', 'AbortError');
        },
      });
      await expect(work(stopping)).rejects.toThrow('stop');
      expect((await countAll()) - before).toBe(mode === 'good' ? 1000 : 0);
      // Two workers take it up at once.
      await Promise.all(
        [runRows(site.services, job!.data as never, never), runRows(site.services, job!.data as never, never)].map(
          (one) => one.catch(() => {}),
        ),
      );
      await runRows(site.services, job!.data as never, never);
      expect(await importOf(id)).toMatchObject({ state: 'done', importedCount: 1700, doneCount: 1700 });
      expect((await countAll()) - before).toBe(1700);
    }
  });

  test('cannot be started from an old page after another user changed the plan', async () => {
    const { address, page } = await uploadAndCheck('Admission No,Surname,First name\nSEEN/1,Plan,Old\n');
    const { seen } = page.props.import as { seen: string };
    const owner = await site.as('owner');
    const { props } = await owner.page(`${address}?step=columns`);
    expect(props.import.seen).toBe(seen);
    const swapped = { mapping: ['admissionNumber', 'firstName', 'surname'], existing: 'skip', alike: 'skip' };
    expect((await owner.post(`${address}/check`, { ...swapped, repeat: true, seen })).statusCode).toBe(303);
    await work();
    const [run, again] = [
      await registrar.post(`${address}/run`, { mode: 'all', seen }),
      await registrar.post(`${address}/check`, { ...swapped, repeat: true, seen }),
    ];
    expect([run.statusCode, again.statusCode]).toEqual([409, 409]);
    expect(run.json().message).toMatch(/^Someone else changed how this file is imported/);
    const { seen: now } = (await registrar.page(address)).props.import as { seen: string };
    expect(now).not.toBe(seen);
    expect((await registrar.post(`${address}/cancel`)).statusCode).toBe(303);
  });

  test('can be cancelled, and then imports nothing more', async () => {
    const { address } = await uploadAndCheck('Adm No,Surname,First name\nC/1,Cancel,Me\n');
    await registrar.post(`${address}/run`, { mode: 'good' });
    expect((await registrar.post(`${address}/cancel`)).statusCode).toBe(303);
    await work();
    expect(await find('C/1')).toBeUndefined();
    expect((await registrar.page(address)).props.import.state).toBe('cancelled');
    expect((await registrar.post(`${address}/run`, { mode: 'good' })).statusCode).toBe(409);
  });
});

describe('the columns', () => {
  test('must include a name, with each field at most once', async () => {
    const address = String((await upload(registrar, 'A,B\nx,y\n')).headers.location);
    const blank = await registrar.post(`${address}/check`, { mapping: ['', ''] });
    expect([blank.statusCode, blank.json().errors.mapping]).toEqual([
      422,
      'Choose the column for the surname and the first name, or map a column to the full name.',
    ]);
    const twice = await registrar.post(`${address}/check`, { mapping: { 0: 'fullName', 1: 'fullName' } });
    expect(twice.json().errors['mapping.1']).toBe(
      'Full name (to be split) is already mapped to the column “A”. Choose a different field.',
    );
    expect((await registrar.post(`${address}/check`, { mapping: ['surname', 'nonsense'] })).statusCode).toBe(422);
    expect((await registrar.post(`${address}/check`, { mapping: ['fullName'] })).statusCode).toBe(422);
  });
});

describe('access', () => {
  test('a file that is not a list of students is refused with a message and deleted', async () => {
    const answer = await upload(registrar, Buffer.from('89504e470d0a1a0a00', 'hex'), { name: 'list.csv' });
    expect([answer.statusCode, answer.json().errors.file]).toEqual([
      422,
      'This is an image (PNG), not a list of people. Choose a CSV or Excel (.xlsx) file.',
    ]);
    expect((await upload(registrar, '')).json().errors.file).toContain('The file is empty');
    const large = await upload(registrar, Buffer.alloc(22 * 1024 * 1024, 'a'));
    expect([large.statusCode, large.json().errors.file]).toEqual([
      422,
      'The file is larger than 20 MB. Split it into smaller files.',
    ]);
    expect((await registrar.post('/imports', {})).statusCode).toBe(422);
  });

  test('another institution’s import is not found', async () => {
    const address = String((await upload(registrar, 'Surname,First name\nObi,Ada\n')).headers.location);
    const stranger = await site.as('registrar.offa');
    for (const url of [address, `${address}/problems.csv`]) expect((await stranger.get(url)).statusCode).toBe(404);
    for (const step of ['check', 'run', 'cancel'])
      expect(
        (await stranger.post(`${address}/${step}`, { mode: 'good', mapping: ['surname', 'firstName'] })).statusCode,
      ).toBe(404);
    expect((await stranger.page('/imports')).props.rows).toEqual([]);
    expect((await upload(stranger, 'Surname,First name\nObi,Ada\n')).statusCode).toBe(404);
  });

  test('a teacher cannot import', async () => {
    const teacher = await site.as('teacher');
    expect((await teacher.get('/imports')).statusCode).toBe(403);
    expect((await upload(teacher, 'Surname,First name\nObi,Ada\n')).statusCode).toBe(403);
  });

  test('past imports are listed, latest first', async () => {
    const { props } = await registrar.page('/imports');
    expect(props.rows.length).toBeGreaterThan(5);
    expect(props.rows[0]).toMatchObject({
      fileName: 'students.csv',
      state: 'uploaded',
      person: 'The registrar (registrar)',
    });
  });
});

test('10,000 rows are checked and imported', async () => {
  const rows = Array.from(
    { length: 10_000 },
    (_, at) =>
      `big/${at},Surname${inLetters(at).toLowerCase()},First${inLetters(at % 97).toLowerCase()},${(at % 28) + 1}/0${(at % 9) + 1}/2011,F,080${String(31_000_000 + at)},Kwara,Offa`,
  );
  const { address } = await uploadAndCheck(`Adm No,Surname,First name,DOB,Sex,Phone,State,LGA\n${rows.join('\n')}\n`);
  await registrar.post(`${address}/run`, { mode: 'all' });
  await work();
  expect((await registrar.page(address)).props.import).toMatchObject({ state: 'done', imported: 10_000 });
  await site.database.asSystem([ilorin], (tx) => tx.execute(sql`analyze students`)).catch(() => {});
});

describe('after thirty days', () => {
  const age = (id: number, days: number) =>
    site.database.asSystem([ilorin], (tx) =>
      tx.execute(sql`update imports set created_at = now() - make_interval(days => ${days}),
        finished_at = case when finished_at is not null then now() - make_interval(days => ${days}) end where id = ${id}`),
    );
  const text = (number: string) =>
    `Adm No,Surname,First name,DOB\n${number},Zubairu,Ladi,13/04/2012\n${number}b,Zubairu,,99/99/2012\n`;
  const stored = async (id: number) => {
    const { fileId } = await importOf(id);
    if (fileId === null) return null;
    return site.database.asSystem([ilorin], async (tx) => {
      const [file] = await tx.select({ storedAs: files.storedAs }).from(files).where(eq(files.id, fileId));
      return `${site.services.files.folder}/${file!.storedAs}`;
    });
  };

  test('personal data of an import is deleted (file, samples, problems); the import and its figures stay', async () => {
    const { address, id } = await uploadAndCheck(text('OLD/1'));
    await registrar.post(`${address}/run`, { mode: 'good' });
    await work();
    const place = (await stored(id))!;
    const { file } = (await registrar.page(address)).props;
    expect(file.isGone).toBe(false);
    expect(Math.round((Date.parse(file.goesOn) - Date.now()) / 86_400_000)).toBe(30);
    expect(await tidyForms(site.database, site.services.files)).toBe(0);
    await age(id, 31);
    expect(await tidyForms(site.database, site.services.files)).toBe(1);
    expect(existsSync(place)).toBe(false);
    const { props } = await registrar.page(address);
    expect(props).toMatchObject({
      import: { state: 'done', imported: 1, bad: 1, fileName: 'students.csv' },
      file: { isGone: true },
    });
    expect((await registrar.get(`${address}/problems.csv`)).statusCode).toBe(404);
    expect((await registrar.page('/imports')).props.rows.find((row: { id: number }) => row.id === id).fileName).toBe(
      'students.csv',
    );
    const left = await site.database.asSystem([ilorin], async (tx) => [
      JSON.stringify(await tx.select().from(imports).where(eq(imports.id, id))),
      JSON.stringify((await tx.execute(sql`select * from import_problems where import_id = ${id}`)).rows),
    ]);
    expect(left.join()).not.toContain('Zubairu');
    expect(await find('OLD/1')).toMatchObject({ surname: 'Zubairu' });
    // Once is enough.
    expect(await tidyForms(site.database, site.services.files)).toBe(0);
  });

  test('an abandoned import is cancelled; a running and a recent one stay', async () => {
    const [forgotten, checking, young] = [
      await uploadAndCheck(text('OLD/2')),
      await uploadAndCheck(text('OLD/3')),
      await uploadAndCheck(text('OLD/4')),
    ];
    await site.database.asSystem([ilorin], (tx) =>
      tx.update(imports).set({ state: 'checking' }).where(eq(imports.id, checking.id)),
    );
    await age(forgotten.id, 31);
    await age(checking.id, 31);
    await age(young.id, 29);
    expect(await tidyForms(site.database, site.services.files)).toBe(1);
    expect(await importOf(forgotten.id)).toMatchObject({ state: 'cancelled', fileId: null });
    expect(await stored(checking.id)).not.toBeNull();
    expect(existsSync((await stored(young.id))!)).toBe(true);
    expect((await registrar.page(`${forgotten.address}?step=columns`)).component).toBe('imports/import-end');
    expect((await registrar.post(`${forgotten.address}/check`, { mapping: [] })).statusCode).toBe(409);
  });
});
