import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { query } from '#kernel/database.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
let ilorin: number;
let here: string;
/** Christian and Islamic religious studies, and art. */
const offered: Record<string, number> = {};
let students: { id: number; name: string; number: string }[];
beforeAll(async () => {
  world = await startSchool();
  registrar = await world.as('registrar');
  ilorin = world.school.ilorin.id;
  const batchId = world.school.ilorin.batchIds['JSS 1 A'];
  here = `/batches/${batchId}/electives`;
  const rows = await ask<{ id: number; code: string }>(sql`
    with c as (insert into courses (institution_id, code, title, elective_group) values
        (${ilorin}, 'CRS', 'Christian Religious Studies', 'Religion'), (${ilorin}, 'IRS', 'Islamic Religious Studies', 'Religion'),
        (${ilorin}, 'ART', 'Art', 'Creative'), (${ilorin}, 'MUS', 'Music', 'Creative') returning id, code),
      o as (insert into course_offerings (institution_id, batch_id, course_id) select ${ilorin}, ${batchId}, id from c returning id, course_id)
    select o.id::int as id, c.code from o join c on c.id = o.course_id`);
  for (const { id, code } of rows) offered[code] = id;
  await ask(sql`insert into students (institution_id, admission_number, surname, first_name, status, batch_id, religion, gender)
    select ${ilorin}, 'EL/' || n, 'Elective', 'Number' || n, 'active', ${batchId}, case when n <= 2 then 'Islam' when n <= 4 then 'Christianity' end,
      case when n % 2 = 0 then 'female' else 'male' end from generate_series(1, 5) n`);
  await ask(sql`insert into enrolments (institution_id, student_id, batch_id, session_id, from_date)
    select s.institution_id, s.id, b.id, b.session_id, current_date from students s join batches b on b.institution_id = s.institution_id and b.id = s.batch_id
    where s.institution_id = ${ilorin} and s.admission_number like 'EL/%'`);
  students = ((await registrar.page(here)).props.students as typeof students).filter(({ number }) =>
    number.startsWith('EL/'),
  );
});
afterAll(() => world.close());

const ask = <Row>(statement: ReturnType<typeof sql>) =>
  world.database.asSystem([ilorin], (tx) => query<Row>(tx, statement));
const chosen = async () =>
  Object.fromEntries(
    (
      await ask<{
        number: string;
        codes: string;
      }>(sql`select s.admission_number as number, string_agg(c.code, ' ' order by c.code) as codes
        from student_electives x join students s on (s.institution_id, s.id) = (x.institution_id, x.student_id)
        join course_offerings o on (o.institution_id, o.id) = (x.institution_id, x.offering_id)
        join courses c on (c.institution_id, c.id) = (o.institution_id, o.course_id)
        where s.admission_number like 'EL/%' group by 1`)
    ).map(({ number, codes }) => [number, codes]),
  );
const idOf = (number: string) => students.find((student) => student.number === number)!.id;
const byReligion = {
  by: 'religion',
  choices: [
    { value: 'Islam', offering_id: 0 },
    { value: 'Christianity', offering_id: 0 },
  ],
};
const rule = (by: Browser, more: object = {}) => {
  const [islam, christianity] = byReligion.choices;
  return by.post(`${here}/rule`, {
    by: 'religion',
    choices: [
      { ...islam, offering_id: offered['IRS'] },
      { ...christianity, offering_id: offered['CRS'] },
    ],
    ...more,
  });
};
const upload = async (content: string) => {
  const answer = await registrar.send({
    method: 'POST',
    url: `${here}/check`,
    payload: `--cloth\r\nContent-Disposition: form-data; name="file"; filename="electives.csv"\r\n\r\n${content}\r\n--cloth--\r\n`,
    headers: { 'content-type': 'multipart/form-data; boundary=cloth', accept: 'application/json' },
  });
  return answer.json();
};

test('by rule: religion chooses religious studies, keeps choices that were made, and each look at religion is logged', async () => {
  await registrar.post(here, { choices: [{ student_id: idOf('EL/1'), offering_id: offered['CRS'] }] });
  await world.database.asSystem([ilorin], (tx) =>
    tx.execute(
      sql`update roles set permissions = array_append(permissions, 'students.viewReligion') where key = 'registrar'`,
    ),
  );
  registrar = await world.as('registrar');
  expect((await registrar.page(here)).props.rules.religion).toEqual(['Christianity', 'Islam']);
  const answer = await rule(registrar);
  expect(answer.json()).toEqual({ message: 'Electives chosen for 3 students. 1 other stays as before.' });
  expect(await chosen()).toEqual({ 'EL/1': 'CRS', 'EL/2': 'IRS', 'EL/3': 'CRS', 'EL/4': 'CRS' });
  expect(
    await ask(sql`select from read_log where field_group = 'religion' and subject_id = ${idOf('EL/3')}`),
  ).toHaveLength(1);
  expect((await rule(registrar, { replace: true })).json()).toMatchObject({
    message: expect.stringContaining('1 student.'),
  });
  expect(await chosen()).toMatchObject({ 'EL/1': 'IRS' });
});

test('by list: ticked students get an elective in place of another of its group, and the history says so', async () => {
  const choices = ['EL/4', 'EL/5'].map((number) => ({ student_id: idOf(number), offering_id: offered['IRS'] }));
  const answer = await registrar.post(here, {
    choices: [...choices, { student_id: idOf('EL/5'), offering_id: offered['ART'] }],
    replace: true,
  });
  expect(answer.json()).toEqual({ message: 'Electives chosen for 2 students.' });
  expect(await chosen()).toMatchObject({ 'EL/4': 'IRS', 'EL/5': 'ART IRS' });
  const [entry] = await ask<{
    details: object;
  }>(sql`select details from audit_entries where action = 'students.chooseElectives'
    and subject_id = ${idOf('EL/4')} order by id desc limit 1`);
  expect(entry!.details).toMatchObject({
    changes: { 'Elective: Religion': { from: 'Christian Religious Studies', to: 'Islamic Religious Studies' } },
  });
  const two = [
    { student_id: idOf('EL/5'), offering_id: offered['ART'] },
    { student_id: idOf('EL/5'), offering_id: offered['MUS'] },
  ];
  expect((await registrar.post(here, { choices: two, replace: true })).json().errors.choices).toContain(
    'one elective of a group',
  );
});

test('by file: titles or codes beside admission numbers, or “yes” below an elective; what fits nothing is named', async () => {
  const found = await upload(
    'Name,Adm No,Religious studies option\nN1,EL/1,crs\nN2,EL/2,Islamic Religious Studies\nN3,el/3,Physics\nN9,EL/99,CRS\n,,\n',
  );
  expect(found.problems).toEqual([
    { row: 4, message: '“Physics” isn’t an elective of this class.' },
    { row: 5, message: 'No student of this class has the number EL/99.' },
  ]);
  expect([found.same, found.choices]).toEqual([1, [{ student_id: idOf('EL/1'), offering_id: offered['CRS'] }]]);
  const ticks = await upload('Adm No,Art,Music\nEL/1,yes,\nEL/2,,x\nEL/3,yes,yes\n');
  expect(ticks.problems).toEqual([{ row: 4, message: 'Elective, Number3 can take one of Creative: Art or Music.' }]);
  const saved = await registrar.post(here, { choices: ticks.choices, replace: true });
  expect(saved.json()).toEqual({ message: 'Electives chosen for 2 students.' });
  expect(await chosen()).toMatchObject({ 'EL/1': 'ART IRS', 'EL/2': 'IRS MUS' });
  expect((await upload('Who,What\nX,CRS\n')).errors.file).toContain('No column has admission numbers');
});

test('only who edits students chooses, religion is for those who see it, and another school’s class is not found', async () => {
  const offa = await world.as('registrar.offa');
  expect((await offa.get(here)).statusCode).toBe(404);
  expect(
    (await offa.post(here, { choices: [{ student_id: idOf('EL/1'), offering_id: offered['ART'] }] })).statusCode,
  ).toBe(404);
  expect((await (await world.as('teacher')).get(here)).statusCode).toBe(403);
  await ask(
    sql`update roles set permissions = array_remove(permissions, 'students.viewReligion') where key = 'registrar' returning id`,
  );
  const without = await world.as('registrar');
  expect((await without.page(here)).props.rules).toEqual({ gender: ['female', 'male'] });
  expect((await rule(without)).statusCode).toBe(403);
});
