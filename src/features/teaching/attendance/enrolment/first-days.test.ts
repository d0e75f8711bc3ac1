import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, formatDay } from '#kernel/dates.ts';
import { query } from '#kernel/database.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { openImportDesk } from '#test/harness/import-desk.ts';
import { openSchoolDays, todayHere } from '#test/harness/school-days.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
let desk: ReturnType<typeof openImportDesk>;
let batchId: number;
let termBegins: string;
const now = todayHere();
beforeAll(async () => {
  world = await startSchool();
  registrar = await world.as('registrar');
  desk = openImportDesk(world, registrar);
  batchId = world.school.ilorin.batchIds['JSS 2 A'];
  await world.database.asSystem([world.school.ilorin.id], (tx) => openSchoolDays(tx, world.school.ilorin.id));
  const [term] = await ask<{ day: string }>(sql`select starts_on::text as day from terms where is_current`);
  termBegins = term!.day;
});
afterAll(() => world.close());

const ask = <Row>(statement: ReturnType<typeof sql>) =>
  world.database.asSystem([world.school.ilorin.id], (tx) => query<Row>(tx, statement));
const enrolledFrom = async (number: string) => {
  const [row] = await ask<{
    id: number;
    from: string;
  }>(sql`select s.id::int as id, e.from_date::text as "from" from students s
    join enrolments e on e.institution_id = s.institution_id and e.student_id = s.id where s.admission_number = ${number}`);
  return row!;
};
const change = async (numbers: string[], onDate: string, by = registrar) => {
  const studentIds = await Promise.all(numbers.map(async (number) => (await enrolledFrom(number)).id));
  return by.post('/students/enrolment', { studentIds, onDate });
};

test('imported students are in class since the term began, and a register of an earlier day can be taken with them', async () => {
  const { props } = await registrar.page(
    await desk.upload('students', 'Adm No,Surname,First Name,Class\nT/0,Ade,Ola,JSS 2 A\n'),
  );
  expect(props.termBegins).toBe(termBegins);
  const admitted = addDays(now, -1);
  await desk.bring(
    'students',
    `Adm No,Surname,First Name,Class,Enrolled From,Date Admitted\nT/1,Ade,Tolu,JSS 2 A,,\nT/2,Ade,Femi,JSS 2 A,${addDays(now, -2)},\nT/3,Ade,Yemi,JSS 2 A,,${admitted}\n`,
  );
  await desk.bring('students', 'Adm No,Surname,First Name,Class\nT/4,Bello,Musa,JSS 2 A\n', { enrolment: 'today' });
  expect((await enrolledFrom('T/1')).from).toBe(termBegins);
  expect((await enrolledFrom('T/2')).from).toBe(addDays(now, -2));
  expect((await enrolledFrom('T/3')).from).toBe(admitted);
  expect((await enrolledFrom('T/4')).from).toBe(now);
  const owner = await world.as('owner');
  const { sheet } = (await owner.page(`/registers/${batchId}?date=${addDays(now, -3)}&sitting=1`)).props as {
    sheet: { rows: { name: string }[] };
  };
  const names = sheet.rows.map(({ name }) => name);
  expect(names).toContain('Ade, Tolu');
  expect(names).not.toContain('Ade, Femi');
});

test('a first day in class that can’t be is refused in the file', async () => {
  const rows = [`T/8,Ade,Ola,JSS 2 A,${addDays(now, 1)}`, 'T/9,Ade,Ola B,JSS 2 A,01/01/2001', `T/10,Ade,Ola C,,${now}`];
  const { props } = await desk.check('students', `Adm No,Surname,First Name,Class,Enrolled From\n${rows.join('\n')}\n`);
  expect(props.problems.map(({ message }: { message: string }) => message)).toEqual([
    'This day is in the future.',
    expect.stringContaining('The session began on'),
    'This row has no batch. Add one, or clear this cell.',
  ]);
});

test('the first day is changed for several at once, until a register has them', async () => {
  const day = addDays(now, -4);
  expect((await change(['T/2', 'T/4'], day)).json()).toEqual({ message: 'First day in class changed for 2 students.' });
  expect([(await enrolledFrom('T/2')).from, (await enrolledFrom('T/4')).from]).toEqual([day, day]);
  const { id } = await enrolledFrom('T/4');
  const mark = { kind: 'present', codeId: null, minutes: null, leftAt: null, remark: null };
  const owner = await world.as('owner');
  const saved = await owner.post('/registers', {
    batchId,
    onDate: day,
    sitting: 1,
    offeringId: null,
    markedAt: Date.now(),
    sentAt: Date.now(),
    isDayConfirmed: false,
    reason: 'The paper register',
    marks: [{ studentId: id, mark, was: null }],
  });
  expect(saved.json()).toMatchObject({ saved: 1, problems: [] });
  const refused = await change(['T/2', 'T/4'], now);
  expect(refused.json().errors.onDate).toBe(
    `Musa Bello is on the register of JSS 2 A of ${formatDay(day)}. Choose that day or an earlier one.`,
  );
  expect((await enrolledFrom('T/2')).from).toBe(day);
  expect((await change(['T/2'], addDays(day, -1))).statusCode).toBe(200);
  expect((await change(['T/2'], addDays(now, 1))).json().errors.onDate).toBe('This day is in the future.');
  expect((await change(['T/2'], '2001-01-01')).json().errors.onDate).toContain('The session began on');
  expect((await change(['T/3'], addDays(now, -3))).json().errors.onDate).toContain('Yemi Ade was admitted on');
  expect((await change(['T/2'], now, await world.as('teacher'))).statusCode).toBe(403);
  expect((await change(['T/2'], now, await world.as('registrar.offa'))).statusCode).toBe(404);
});
