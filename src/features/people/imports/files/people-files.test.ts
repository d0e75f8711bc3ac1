import { eq, sql } from 'drizzle-orm';
import { readXlsx, writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customFields } from '#features/records/custom-fields/custom-fields.schema.ts';
import { pictureFile } from '#test/harness/pictures.ts';
import { upload as uploadPhoto } from '#test/harness/uploads.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { checkRows } from '../work/check-rows.job.ts';
import type { ImportKind } from '../kinds/kind-labels.ts';
import { numberIn } from '../photos/photos.routes.ts';
import { runRows } from '../work/run-rows.job.ts';

let site: Awaited<ReturnType<typeof startSchool>>;
let owner: Browser;
let ilorin: number;
beforeAll(async () => {
  site = await startSchool();
  owner = await site.as('owner');
  ilorin = site.school.ilorin.id;
});
afterAll(() => site?.close());

function upload(browser: Browser, kind: ImportKind, content: string | Buffer, institutionId = ilorin) {
  const boundary = 'cloth';
  const part = (name: string, value: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  return browser.send({
    method: 'POST',
    url: '/imports',
    payload: Buffer.concat([
      Buffer.from(
        `${part('institutionId', String(institutionId))}${part('kind', kind)}--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="people.csv"\r\n\r\n`,
      ),
      Buffer.from(content as string),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, accept: 'application/json' },
  });
}

async function check(kind: ImportKind, content: string | Buffer, options: object = {}, browser = owner) {
  const address = String((await upload(browser, kind, content)).headers.location);
  const columns = (await browser.page(address)).props.columns as {
    header: string;
    isWithheld: boolean;
    field: string | null;
    note: string | null;
  }[];
  const mapping = columns.map(({ field }) => field ?? 'leave_out');
  const answer = await browser.post(`${address}/check`, { mapping, repeat: true, ...options });
  expect([answer.statusCode, answer.body]).toEqual([303, '']);
  await work();
  const { props } = await browser.page(address);
  return {
    address,
    columns,
    found: props.import,
    problems: props.problems,
    newWords: props.newWords,
    alike: props.alike,
  };
}

async function bring(kind: ImportKind, content: string | Buffer, options: object = {}, browser = owner) {
  const checked = await check(kind, content, options, browser);
  await browser.post(`${checked.address}/run`, { mode: 'good' });
  await work();
  return { ...checked, end: (await browser.page(checked.address)).props.import };
}

async function work() {
  const never = new AbortController().signal;
  for (const { queue, data } of site.sent.splice(0))
    await (queue === 'imports.run' ? runRows : checkRows)(site.services, data as never, never);
}

const rows = async (query: ReturnType<typeof sql>) =>
  (await site.database.asSystem([ilorin], (tx) => tx.execute(query))).rows;
const messages = (problems: { rowNumber: number; message: string }[]) =>
  problems.map(({ rowNumber, message }) => [rowNumber, message]);

describe('employees', () => {
  test('3.15 are imported with their numbers or assigned the next ones, and new values join the lists', async () => {
    const { newWords, end } = await bring(
      'employees',
      'Staff No,Surname,First name,Department,Job Title,DOB,Date of Employment\nX9,Sule,Ali,Robotics,Coach,13/04/1990,01/09/2020\n,Ade,Bola,robotics,Teacher,14/04/1990,\n,Obi,Eze,Drones,Coach,15/04/1990,\n',
    );
    expect(newWords).toEqual([
      { field: 'department', label: 'Department', count: 2, words: ['Robotics', 'Drones'] },
      { field: 'jobTitle', label: 'Job title', count: 1, words: ['Coach'] },
    ]);
    expect(end).toMatchObject({ imported: 3, state: 'done' });
    const found = await rows(
      sql`select employee_number as number, department, employed_on as since from employees where department in ('Robotics', 'Drones') order by id`,
    );
    expect(found).toEqual([
      { number: 'X9', department: 'Robotics', since: '2020-09-01' },
      { number: expect.stringMatching(/^E\d{4}$/), department: 'Robotics', since: null },
      { number: expect.stringMatching(/^E\d{4}$/), department: 'Drones', since: null },
    ]);
  });

  test('unknown list values are problems if so chosen', async () => {
    const { found, problems } = await check(
      'employees',
      'Staff No,Surname,First name,Department\nW1,Sule,Ali,Sciences\nW2,Ade,Bola,Scienses\n',
      { newWords: 'report' },
    );
    expect(found).toMatchObject({ good: 1, bad: 1 });
    expect(messages(problems)).toEqual([
      [
        3,
        '“Scienses” is not in the school’s list. Correct the spelling, or choose “Add them to the lists” under New list values.',
      ],
    ]);
  });

  test('5.3 a year of graduation is read as people and spreadsheets write it, and refused where it is none', async () => {
    const latest = new Date().getFullYear() + 1;
    const head = 'Staff No,Surname,First name,DOB,';
    const { columns, found, problems, end } = await bring(
      'employees',
      `${head}Year graduated\nY1,Ola,Ife,01/01/1980,2009\nY2,Ola,Obi,02/01/1980,2009.0\nY3,Ola,Ada,03/01/1980,\nY4,Ola,Uju,04/01/1980,'09\nY5,Ola,Ayo,05/01/1980,1899\nY6,Ola,Eze,06/01/1980,${latest + 1}\nY7,Ola,Ali,07/01/1980,${latest}\n`,
    );
    expect(columns.at(-1)!.field).toBe('graduationYear');
    expect(found).toMatchObject({ good: 4, bad: 3 });
    expect(messages(problems)).toEqual([
      [5, expect.stringMatching(/09” is not a year\. Use four digits, for example 2009\.$/)],
      [6, `1899 can’t be a year of graduation. Use a year from 1900 to ${latest}.`],
      [7, `${latest + 1} can’t be a year of graduation. Use a year from 1900 to ${latest}.`],
    ]);
    expect(end).toMatchObject({ imported: 4 });
    const years = sql`select employee_number as number, graduation_year as year from employees
      where surname = 'Ola' order by employee_number`;
    const saved = [
      { number: 'Y1', year: 2009 },
      { number: 'Y2', year: 2009 },
      { number: 'Y3', year: null },
      { number: 'Y7', year: latest },
    ];
    expect(await rows(years)).toEqual(saved);
    // A blank cell changes nothing.
    const again = `${head}Graduation Year\nY1,Ola,Ife,01/01/1980,2010\nY2,Ola,Obi,02/01/1980,\n`;
    await bring('employees', again, { existing: 'update' });
    expect(await rows(years)).toEqual(saved.with(0, { number: 'Y1', year: 2010 }));
  });

  test('a former employee is updated and not rehired', async () => {
    await bring('employees', 'Employee number,Surname,First name,Left on\nL1,Gone,Away,31/07/2024\n');
    await bring('employees', 'Employee number,Surname,First name,Left on,Mobile\nL1,Gone,Away,,0803 123 4567\n', {
      existing: 'update',
    });
    expect(await rows(sql`select mobile, left_on from employees where employee_number = 'L1'`)).toEqual([
      { mobile: '+2348031234567', left_on: '2024-07-31' },
    ]);
  });

  test('a repeated number is a problem in both rows, a repeated name and date of birth a question about the later one', async () => {
    const { problems, alike } = await check(
      'employees',
      'Staff ID,Surname,First name,DOB\nT1,A,B,\nT1,C,D,\nT2,Twin,One,13/04/1990\nT3,TWIN,one,13/04/1990\n',
    );
    expect(problems).toMatchObject([{ count: 2, rows: [{ row: 2 }, { row: 3 }] }]);
    expect(alike.rows).toMatchObject([
      { row: 5, personId: 0, message: 'Possible duplicate of row 4 of this file: same name and date of birth.' },
    ]);
    expect(messages(problems)[0]![1]).toBe('Rows 2 and 3 have the same employee number, T1.');
  });

  test('only users with access import health, religion and private data; existing values stay', async () => {
    await bring('employees', 'Employee number,Surname,First name,Religion,DOB\nP1,Pri,Vate,Islam,13/04/1990\n');
    const ict = await site.as('ict_administrator');
    await rows(sql`update roles set permissions = permissions || '{employees.edit}' where key = 'ict_administrator'`);
    const { columns, found } = await bring(
      'employees',
      'Employee number,Surname,First name,Religion,DOB,City\nP1,Pri,Vate,Other,1/1/1991,Offa\n',
      { existing: 'update' },
      ict,
    );
    expect(columns.map(({ field, note }) => [field, note])).toEqual([
      ['employeeNumber', null],
      ['surname', null],
      ['firstName', null],
      [null, 'Not imported: this is Religion, and importing it requires access to “Religion”.'],
      [null, 'Not imported: this is Date of birth, and importing it requires access to “Private”.'],
      [null, 'Not imported: this is City, and importing it requires access to “Private”.'],
    ]);
    expect(found).toMatchObject({ good: 1 });
    expect(await rows(sql`select religion, birth_date, city from employees where employee_number = 'P1'`)).toEqual([
      { religion: 'Islam', birth_date: '1990-04-13', city: null },
    ]);
    expect(columns.map(({ isWithheld }) => isWithheld)).toEqual([false, false, false, true, true, true]);
    const broken = await bring('employees', 'Surname,First name,Religion,Password\n,B,Islam,secret\n', {}, ict);
    const problemsFile = (await ict.get(`${broken.address}/problems.csv`)).body;
    expect(problemsFile.split('\r\n').slice(0, 2)).toEqual([
      '\ufeffSurname,First name,Religion: hidden,Password: hidden,Row in file,Problem',
      expect.stringMatching(/^,B,,,2,/),
    ]);
    const sneaked = String(
      (await upload(ict, 'employees', 'Surname,First name,Religion\nA,B,Islam\n')).headers.location,
    );
    const refused = await ict.post(`${sneaked}/check`, { mapping: ['surname', 'firstName', 'religion'] });
    const leave = 'You don’t have access to this column. Choose “Don’t import”.';
    expect([refused.statusCode, refused.json().errors['mapping.2']]).toEqual([422, leave]);
    const renamed = await ict.post(`${sneaked}/check`, { mapping: ['surname', 'firstName', 'title'] });
    expect(renamed.json().errors).toMatchObject({ 'mapping.2': leave });
  });

  test('a colleague without access to a column sees neither its values nor its problems, and cannot run the import', async () => {
    const { address } = await check(
      'employees',
      'Employee number,Surname,First name,DOB\nQ1,A,B,31/02/1990\nQ2,C,D,1/2/1990\n',
    );
    const ict = await site.as('ict_administrator');
    const { problems } = (await ict.page(address)).props;
    expect(problems[0]).toMatchObject({ columnName: 'DOB', value: null });
    expect((await ict.page(`${address}?step=columns`)).props.columns[3]).toMatchObject({ samples: [], field: null });
    expect((await ict.get(`${address}/problems.csv`)).body).not.toContain('1990');
    expect((await ict.post(`${address}/run`, { mode: 'good' })).statusCode).toBe(422);
  });

  test('remapping a restricted column that a colleague has mapped is refused', async () => {
    const text = 'Surname,First name,Worships at\nA,B,Zoroastrian\n';
    const address = String((await upload(owner, 'employees', text)).headers.location);
    await owner.post(`${address}/check`, { mapping: ['surname', 'firstName', 'religion'] });
    await work();
    expect((await owner.page(address)).props.newWords).toMatchObject([{ label: 'Religion', words: ['Zoroastrian'] }]);
    const ict = await site.as('ict_administrator');
    for (const third of ['title', 'leave_out']) {
      const refused = await ict.post(`${address}/check`, { mapping: ['surname', 'firstName', third] });
      expect(refused.json().errors.mapping).toMatch(/^This file has columns that you don’t have access to/);
    }
    for (const step of ['', '?step=columns'])
      expect(JSON.stringify((await ict.page(address + step)).props)).not.toContain('Zoroastrian');
  });
});

test('people without a required custom field are counted in the check, and need it at the next edit', async () => {
  const [house, secret] = await site.database.asSystem([ilorin], (tx) =>
    tx
      .insert(customFields)
      .values([
        { institutionId: ilorin, entity: 'employee', label: 'House', type: 'text', isRequired: true },
        {
          institutionId: ilorin,
          entity: 'employee',
          label: 'Allergies',
          type: 'text',
          isRequired: true,
          fieldGroup: 'health',
        },
      ])
      .returning({ id: customFields.id }),
  );
  const file = 'Employee number,Surname,First name,House\nR1,A,B,Jaja\nR2,C,D,\nR3,E,F,\n';
  const { address, found } = await bring('employees', file, {}, await site.as('ict_administrator'));
  expect(found).toMatchObject({ good: 3, bad: 0 });
  const again = await check('employees', file.replaceAll('R', 'S'), { alike: 'new' });
  const { lacking } = (await owner.page(again.address)).props;
  expect(lacking).toEqual([
    { label: 'House', count: 2 },
    { label: 'Allergies', count: 3 },
  ]);
  const ict = await site.as('ict_administrator');
  expect((await ict.page(again.address)).props.lacking).toEqual([{ label: 'House', count: 2 }]);
  expect((await ict.page(address)).component).toBe('imports/import-end');
  const [id] = (await rows(sql`select id from employees where employee_number = 'R2'`)).map((row) => Number(row['id']));
  const { errors } = (
    await owner.post(`/employees/${id}`, {
      employeeNumber: 'R2',
      surname: 'C',
      firstName: 'D',
      custom: { [house!.id]: '', [secret!.id]: '' },
    })
  ).json();
  expect(Object.keys(errors)).toEqual([`custom.${house!.id}`, `custom.${secret!.id}`]);
  await site.database.asSystem([ilorin], (tx) =>
    tx.update(customFields).set({ retiredAt: new Date() }).where(eq(customFields.label, 'House')),
  );
});

describe('a template', () => {
  const template = (kind: ImportKind, browser = owner, institutionId = ilorin) =>
    browser.get(`/imports/template.xlsx?kind=${kind}&institution_id=${institutionId}`);

  test.each(['students', 'employees', 'guardians'] as const)(
    'of %s can be imported unchanged, every column recognised by its heading and explained',
    async (kind) => {
      const { rawPayload, headers } = await template(kind);
      expect(headers['content-disposition']).toBe(`attachment; filename="${kind}-template.xlsx"`);
      const [list, explained] = (await readXlsx(rawPayload)).sheets;
      expect(explained!.rows).toHaveLength(list!.rows[0]!.length + 2);
      const { columns, found, problems, newWords } = await check(kind, rawPayload);
      expect(columns.filter(({ field }) => field === null)).toEqual([]);
      expect([problems, newWords]).toEqual([[], []]);
      expect(found).toMatchObject({ rowCount: 1, good: 1, bad: 0 });
    },
  );

  test('the template has custom fields, restricted fields only with access, and needs the import permission', async () => {
    const [list] = (await readXlsx((await template('employees', await site.as('ict_administrator'))).rawPayload))
      .sheets;
    expect(list!.rows[0]).not.toContain('Date of birth');
    expect((await readXlsx((await template('employees')).rawPayload)).sheets[0]!.rows[0]).toEqual(
      expect.arrayContaining(['Date of birth', 'Allergies']),
    );
    expect((await template('guardians', await site.as('hr_officer'))).statusCode).toBe(403);
    expect((await template('students', await site.as('registrar'), site.school.offa.id)).statusCode).toBe(404);
  });
});

test('a workbook with two lists is imported from the first sheet, with a note about the second', async () => {
  const sheet = (name: string, surname: string) => ({
    name,
    rows: [['List of guardians'], ['Surname', 'First name', 'GSM No'], [surname, 'Sule', '="08035550301"']],
  });
  const bytes = Buffer.from(await writeXlsx({ sheets: [sheet('Nursery', 'Yaro'), sheet('Primary', 'Dogo')] }));
  const address = String((await upload(owner, 'guardians', bytes)).headers.location);
  expect((await owner.page(address)).props.notes).toEqual([expect.stringContaining('“Primary” is ignored')]);
  expect((await bring('guardians', bytes)).end).toMatchObject({ imported: 1 });
  expect(
    await rows(sql`select surname, mobile from guardians where first_name = 'Sule' and surname <> 'Rabi'`),
  ).toEqual([{ surname: 'Yaro', mobile: '+2348035550301' }]);
});

describe('guardians', () => {
  const header = 'Surname,First name,Phone,Children,Relation,Pays fees,Next of kin\n';

  test('several rows, one per child, become one record with all children', async () => {
    const { found, end } = await bring(
      'guardians',
      `${header}Musa,Hadiza,0803 555 0001,2026/0001,Mother,yes,yes\nMUSA,Hadiza,0803 555 0001,2026/0003; 2026/0004,Aunt; Mother,no,no\n`,
    );
    expect(found).toMatchObject({ good: 2, bad: 0 });
    expect(end).toMatchObject({ imported: 1 });
    const links = await rows(
      sql`select s.admission_number as child, l.relation, l.pays_fees as pays, l.is_next_of_kin as kin from student_guardians l
        join students s on s.id = l.student_id join guardians g on g.id = l.guardian_id where g.first_name = 'Hadiza' order by 1`,
    );
    expect(links).toEqual([
      { child: '2026/0001', relation: 'Mother', pays: true, kin: true },
      { child: '2026/0003', relation: 'Aunt', pays: false, kin: false },
      { child: '2026/0004', relation: 'Mother', pays: false, kin: false },
    ]);
  });

  test('an existing guardian keeps the record and gains the child, unless updates are chosen', async () => {
    const file = `${header}Musa,Hadiza,0803 555 0001,2026/0005,Aunt,,\n`;
    expect((await bring('guardians', file)).found).toMatchObject({ good: 1, skipped: 0 });
    expect((await check('guardians', file)).found).toMatchObject({ good: 0, skipped: 1 });
    expect(await rows(sql`select count(*)::int as n from guardians where first_name = 'Hadiza'`)).toEqual([{ n: 1 }]);
  });

  test('a row with both a phone and a child joins two earlier rows that have one each', async () => {
    const { found, end } = await bring(
      'guardians',
      `${header}Sule,Rabi,0803 555 0201,,,,\nRabi,Sule,,2026/0007,Aunt,,\nSule,Rabi,0803 555 0201,2026/0007; 2026/0008,Aunt,,\n`,
    );
    expect([found.good, end.imported]).toEqual([3, 1]);
    const children = sql`select count(*)::int as n from student_guardians l join guardians g on g.id = l.guardian_id where g.surname = 'Sule'`;
    expect(await rows(children)).toEqual([{ n: 2 }]);
  });

  test('rows with the same name alone are one guardian, not a duplicate of an existing one', async () => {
    const file = 'Name of parent\nMrs. Yinka Alao\nYinka Alao\n';
    expect((await bring('guardians', file, { surnameStands: 'last' })).end).toMatchObject({ imported: 1 });
    expect(await rows(sql`select title, first_name from guardians where surname = 'Alao'`)).toEqual([
      { title: 'Mrs', first_name: 'Yinka' },
    ]);
    const { found, problems } = await check('guardians', file, { surnameStands: 'first' });
    expect(found).toMatchObject({ good: 0, bad: 2 });
    expect(problems[0].message).toContain('A guardian with this name already exists.');
  });

  test('an existing guardian is recognised by phone even with swapped names', async () => {
    const { found } = await check('guardians', 'First name,Surname,GSM No\nSule,Rabi,8035550201\n');
    expect(found).toMatchObject({ good: 0, skipped: 1 });
  });

  test('an unknown child and a second next of kin are problems', async () => {
    const { problems } = await check(
      'guardians',
      `${header}New,One,,NO/1,Mother,,\nNew,Two,0803 555 0002,2026/0001,Father,,yes\nNew,Three,0803 555 0003,2026/0006,Father,,yes\nNew,Four,0803 555 0004,2026/0006,Mother,,yes\nNew,Five,,2026/0006,Aunt; Uncle,maybe,\n`,
    );
    expect(messages(problems)).toEqual([
      [2, 'There is no student with admission number “NO/1”. Correct the number, or import the student first.'],
      [3, '2026/0001 already has a next of kin. Change it on the student’s record, or enter “no” here.'],
      [4, expect.stringContaining('Rows 4 and 5 both mark a next of kin for 2026/0006')],
      [6, 'There are 2 values but 1 child. Enter one value, or one for each child.'],
      [6, '“maybe” is not a valid value. Use yes or no.'],
    ]);
  });

  test('students of another school are not found by number', async () => {
    const offa = await site.database.asSystem([site.school.offa.id], (tx) =>
      tx.execute<{ number: string }>(
        sql`update students set admission_number = 'OFFA/1' where surname = 'Ndako' returning admission_number as number`,
      ),
    );
    const { found } = await check('guardians', `${header}Some,Body,,${offa.rows[0]!.number},Mother,,\n`);
    expect(found).toMatchObject({ good: 0, bad: 1 });
  });
});

test('users cannot make themselves guardians of other children by import', async () => {
  const own = (
    await rows(sql`with made as (insert into guardians (institution_id, surname, first_name) values (${ilorin}, 'Own', 'Mother') returning id)
      update memberships set guardian_id = (select id from made) where account_id = ${site.school.accounts.registrar} returning guardian_id as id`)
  )[0]!.id;
  const [child] = await rows(sql`select admission_number as number from students where first_name = 'Ada'`);
  const file = `Guardian ID,Surname,First name,Children\n${own},Own,Mother,${child!.number}\n`;
  const { found, problems } = await check('guardians', file, {}, await site.as('registrar'));
  expect([found.good, problems[0].message]).toEqual([0, expect.stringContaining('your own guardian record')]);
  expect((await check('guardians', file)).found.good).toBe(1);
});

test('an import cannot show another family’s child to a guardian with an account', async () => {
  const [folake] = await rows(sql`select id from guardians where first_name = 'Folake' and institution_id = ${ilorin}`);
  const [child] = await rows(sql`update students set created_at = now() - interval '2 days'
    where first_name = 'Ada' and surname = 'Obi' returning admission_number as number`);
  const file = `Guardian ID,Surname,First name,Children\n${folake!.id},Bakare,Folake,${child!.number}\n`;
  const { found, problems } = await check('guardians', file, {}, await site.as('registrar'));
  expect([found.good, problems[0].message]).toEqual([
    0,
    expect.stringContaining('where a second person approves the link'),
  ]);
  expect((await check('guardians', file)).found.good).toBe(1);
});

test('a file does not change where messages to someone with an account go', async () => {
  const [folake] = await rows(sql`select id from guardians where first_name = 'Folake' and institution_id = ${ilorin}`);
  const [ada] = await rows(
    sql`select admission_number as number from students where first_name = 'Ada' and surname = 'Obi'`,
  );
  const update = { existing: 'update' };
  const guardian = (mobile: string) =>
    `Guardian ID,Surname,First name,Mobile,Occupation\n${folake!.id},Bakare,Folake,${mobile},Trader\n`;
  const { found, problems } = await check('guardians', guardian('08039998888'), update);
  expect([found.good, problems[0]]).toEqual([
    0,
    expect.objectContaining({ columnName: 'Mobile', message: expect.stringContaining('a second person must approve') }),
  ]);
  for (const same of ['08030000001', '']) expect((await check('guardians', guardian(same), update)).found.good).toBe(1);
  const student = await check(
    'students',
    `Admission number,Surname,First name,E-mail\n${ada!.number},Obi,Ada,a@x.ng\n`,
    update,
  );
  expect([student.found.good, student.problems[0].columnName]).toEqual([0, 'E-mail']);
});

test('a name from before the rule of names passes unchanged, and as a new one it is refused', async () => {
  const [row] =
    await rows(sql`update students set first_name = 'Ada 2', middle_name = 'N°4' where first_name = 'Ada' and surname = 'Obi'
    returning id, admission_number as number`);
  const update = { existing: 'update' };
  const file = (name: string) => `Admission number,Surname,First name,Middle name\n${row!.number},Obi,${name},N°4\n`;
  expect((await check('students', file('Ada 2'), update)).found.good).toBe(1);
  const { found, problems } = await check('students', file('Ada 3'), update);
  expect([found.good, problems[0]]).toEqual([
    0,
    expect.objectContaining({ columnName: 'First name', message: expect.stringContaining('is not a name') }),
  ]);
  const fresh = await check('students', 'Full name,Class\nObi 7 Chinwe,\n');
  expect([fresh.found.good, fresh.problems[0].columnName]).toEqual([0, 'Full name']);

  const form = { surname: 'Obi', firstName: 'Ada 2', middleName: 'N°4', admissionNumber: row!.number };
  const saved = await owner.post(`/students/${row!.id}`, { ...form, city: 'Offa' });
  expect(saved.statusCode, saved.body).toBe(303);
  const renamed = await owner.post(`/students/${row!.id}`, { ...form, firstName: 'Ada 3' });
  expect([renamed.statusCode, renamed.json().errors]).toEqual([
    422,
    { firstName: expect.stringContaining('Enter a name in letters') },
  ]);
  await rows(sql`update students set first_name = 'Ada', middle_name = null where id = ${row!.id}`);
});

test('each kind of import needs its own permission', async () => {
  const hr = await site.as('hr_officer');
  expect((await hr.page('/imports/employees')).props.rows.length).toBeGreaterThan(3);
  expect((await hr.get('/imports/guardians')).statusCode).toBe(403);
  expect((await hr.get('/imports/new?kind=students')).statusCode).toBe(403);
  expect((await upload(hr, 'students', 'Surname,First name\nA,B\n')).statusCode).toBe(403);
  const kinds = new Set(((await hr.page('/imports')).props.rows as { kind: string }[]).map(({ kind }) => kind));
  expect([...kinds]).toEqual(['employees']);
});

describe('restricted columns of files', () => {
  test('need access to their group, even when mapped by hand', async () => {
    const [{ id }] = (await rows(sql`insert into custom_fields (institution_id, entity, label, type, field_group)
      values (${ilorin}, 'student', 'Secret', 'text', 'private') returning id`)) as [{ id: number }];
    const ict = await site.as('ict_administrator');
    for (const column of ['religion', 'bloodGroup', 'genotype', `custom.${id}`])
      expect([column, (await ict.get(`/students/export.csv?columns=surname&columns=${column}`)).statusCode]).toEqual([
        column,
        403,
      ]);
    expect((await ict.get('/students/export.csv?columns=custom.999999')).statusCode).toBe(422);
    expect((await ict.get('/employees/export.csv?columns=birthDate')).statusCode).toBe(403);
    const heading = (await ict.get('/students/export.csv')).body.split('\r\n')[0]!;
    expect(heading).toContain('Language');
    for (const word of ['Religion', 'Blood group', 'Genotype', 'Secret']) expect(heading).not.toContain(word);
    const keys = async (browser: Browser, people: string) =>
      (await browser.get(`/${people}/export-columns`, { accept: 'application/json' }))
        .json<{ key: string }[]>()
        .map(({ key }) => key);
    expect(await keys(ict, 'students')).not.toContain('religion');
    expect(await keys(owner, 'students')).toEqual(expect.arrayContaining(['religion', `custom.${id}`]));
    expect(await keys(ict, 'employees')).not.toContain('birthDate');
    expect((await owner.get(`/students/export.csv?columns=custom.${id}`)).body).toContain('Secret');
  });

  test('the principal can import guardians and employees, a bursar neither', async () => {
    const [principal, bursar] = [await site.as('principal'), await site.as('bursar')];
    for (const people of ['guardians', 'employees']) {
      expect((await principal.get(`/${people}/export.csv`)).statusCode).toBe(200);
      expect((await bursar.get(`/${people}/export.csv`)).statusCode).toBe(403);
    }
    const { rows: log } = await site.database.asSystem([ilorin], (tx) =>
      tx.execute(
        sql`select action from audit_entries where action in ('guardians.export', 'employees.export') order by 1`,
      ),
    );
    expect(log).toEqual([{ action: 'employees.export' }, { action: 'guardians.export' }]);
  });
});

describe('many photos', () => {
  test.each([
    ['2026-0014.jpg', '2026-0014'],
    ['2026_0014.JPEG', '2026-0014'],
    ['2026-0014 (1).png', '2026-0014'],
    ['OHS 12.webp', 'ohs-12'],
  ])('%s is %s', (name, number) => expect(numberIn(name)).toBe(number));

  test('match people by number: one, none or several', async () => {
    await rows(sql`insert into students (institution_id, admission_number, surname, first_name) values
      (${ilorin}, 'AB-1', 'Double', 'One'), (${ilorin}, 'AB/1', 'Double', 'Two')`);
    const answer = await owner.post('/students/photos/match', { names: ['2026_0001.jpg', 'nobody.jpg', 'ab-1.JPG'] });
    const { matches } = answer.json<{ matches: { people: { called: string }[] }[] }>();
    expect(matches.map(({ people }) => people.map(({ called }) => called).toSorted())).toEqual([
      ['Ada Obi'],
      [],
      ['Double One', 'Double Two'].map((one) => one.split(' ').toReversed().join(' ')).toSorted(),
    ]);
    const teacher = await site.as('teacher');
    expect((await teacher.post('/students/photos/match', { names: ['2026_0001.jpg'] })).statusCode).toBe(403);
    const stranger = await site.as('registrar.offa');
    const other = await stranger.post('/students/photos/match', { names: ['2026_0001.jpg'] });
    expect(other.json().matches[0].people).toEqual([]);
  });
});

test('a bulk upload does not replace photos that others added after the page was opened', async () => {
  const registrar = await site.as('registrar');
  const { openedAt: since } = (await owner.page('/students/photos')).props;
  const match = async (by = owner) => {
    const answer = await by.post('/students/photos/match', { names: ['2026-0002.jpg'], since });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json().matches[0].people[0] as { id: number; photoId: number | null; newer: unknown };
  };
  const before = await match();
  expect(before).toMatchObject({ photoId: null, newer: null });
  const send = (by: typeof owner, photoId: number | null) =>
    uploadPhoto(by, `/students/${before.id}/photo`, {
      field: 'photo',
      content: picture,
      fields: { opened: String(photoId ?? '') },
    });
  const picture = await pictureFile(100, 125);
  expect((await send(registrar, null)).statusCode).toBe(200);
  // Whoever had matched before is told when the picture arrives; whoever matches now is told at once.
  const late = await send(owner, before.photoId);
  expect(late.statusCode).toBe(409);
  expect(late.json().conflicts[0].by).toMatchObject({ person: 'The registrar (registrar)', isYou: false });
  const now = await match();
  expect(now).toMatchObject({ newer: { by: 'The registrar (registrar)', at: expect.any(String) } });
  // One's own is no news.
  expect(await match(registrar)).toMatchObject({ photoId: now.photoId, newer: null });
  expect((await send(owner, now.photoId)).statusCode).toBe(200);
});

test('the number of a record merged twice finds the remaining record', async () => {
  await bring(
    'students',
    'Admission number,Surname,First name,Batch\nM1,Chain,One,JSS 1 A\nM2,Chain,Two,\nM3,Chain,Three,\n',
    { alike: 'new' },
  );
  const [one, two, three] = (
    await rows(sql`select id from students where admission_number in ('M1', 'M2', 'M3') order by admission_number`)
  ).map(({ id }) => Number(id));
  for (const [kept, otherId] of [
    [two, three],
    [one, two],
  ])
    expect((await owner.post(`/students/${kept}/merge`, { otherId })).statusCode).toBe(303);
  const { end } = await bring(
    'students',
    'Admission number,Surname,First name,Batch,City\nM3,Chain,One,JSS 1 B,Offa\n',
    {
      existing: 'update',
    },
  );
  expect(end).toMatchObject({ imported: 1, state: 'done' });
  const found = await rows(sql`select s.city, s.batch_name as batch, (select count(*)::int from enrolments e
    where e.student_id = s.id and e.to_date is null) as seats from students s where s.admission_number in ('M1', 'M2', 'M3')
    order by s.admission_number`);
  expect(found).toEqual([
    { city: 'Offa', batch: 'JSS 1 A', seats: 1 },
    { city: null, batch: null, seats: 0 },
    { city: null, batch: null, seats: 0 },
  ]);
  await bring('guardians', 'Surname,First name,Mobile,Children\nChain,Mother,0803 555 1212,M3\n');
  expect(
    await rows(sql`select l.student_id as id from student_guardians l join guardians g on g.id = l.guardian_id
    where g.surname = 'Chain'`),
  ).toEqual([{ id: one }]);
});
