import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { openImportDesk } from '#test/harness/import-desk.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
let desk: ReturnType<typeof openImportDesk>;
beforeEach(async () => {
  world = await startSchool();
  registrar = await world.as('registrar');
  desk = openImportDesk(world, registrar);
});
afterEach(() => world?.close());

const rows = async <Row>(query: ReturnType<typeof sql>) =>
  (await world.database.asSystem([world.school.ilorin.id], (tx) => tx.execute(query))).rows as Row[];

const roster = `ILORIN GRAMMAR SCHOOL,,,,,,,,,,
LIST OF STUDENTS AND PARENTS 2026/2027,,,,,,,,,,
S/N,Adm No,Surname,Other Names,Sex,D.O.B,Class,Religion,Name of Parent/Guardian,Parent's Phone,Parent's e-mail
1,LMC/001,OBI,Ada Grace,F,03/04/2015,JSS1A,CHR,Mr & Mrs Obi Chukwuma,8031234567,
2,LMC/002,OBI,Daniel,M,12-05-2014,JSS 1 A,Christian,Mr & Mrs Obi Chukwuma,08031234567,obi@example.com
3,,BELLO,Sani,Male,2015-01-09,jss1 b,Muslim,Alhaji Bello,+234 803 765 4321,
4,LMC/004,EZE,Chinedu,M,7 Jun 2014,J.S.S. 2 A,,Mrs. EZE (aunt),0803 111 2222 / 0805 333 4444,
TOTAL,4,,,,,,,,,
`;

const families = () =>
  rows<{ guardian: string; phones: string[]; email: string | null; children: string[]; relation: string | null }>(sql`
    select concat_ws(' ', g.title, g.first_name, g.surname) as guardian, array_remove(array[g.mobile, g.phone], null) as phones,
      g.email, array_agg(s.first_name order by s.id) as children, min(l.relation) as relation
    from import_changes c join guardians g on g.id = c.subject_id
    join student_guardians l on l.guardian_id = g.id join students s on s.id = l.student_id
    where c.entity = 'guardian' group by g.institution_id, g.id order by min(s.id)`);

const obi = {
  guardian: 'Mr & Mrs Chukwuma Obi',
  phones: ['+2348031234567'],
  email: 'obi@example.com',
  children: ['Ada Grace', 'Daniel'],
  relation: null,
};

test('one file gives students, guardians and links; siblings share one, both phones stay, an aunt is a relation', async () => {
  const { mapping, address, props } = await desk.check('students', roster);
  expect(mapping).toEqual([
    'leave_out',
    'admissionNumber',
    'surname',
    'firstName',
    'gender',
    'birthDate',
    'batch',
    'religion',
    'guardianName',
    'guardianPhone',
    'guardianEmail',
  ]);
  expect(props.import).toMatchObject({ rowCount: 4, good: 4, bad: 0 });
  const shown = props.preview.columns.map(({ label }: { label: string }) => label);
  expect(props.preview.rows[3].values[shown.indexOf('Guardian: phone')]).toBe('+234 803 111 2222, +234 805 333 4444');
  const end = await desk.run(address, 'all');
  expect(end.import).toMatchObject({ state: 'done', imported: 4 });
  expect(await families()).toEqual([
    obi,
    {
      guardian: 'Alhaji Bello',
      phones: ['+2348037654321'],
      email: null,
      children: ['Sani'],
      relation: null,
    },
    {
      guardian: 'Mrs EZE',
      phones: ['+2348031112222', '+2348053334444'],
      email: null,
      children: ['Chinedu'],
      relation: 'Aunt',
    },
  ]);
  const [{ batches }] = (await rows<{ batches: string[] }>(
    sql`select array_agg(b.name order by s.id) as batches from import_changes c join students s on s.id = c.subject_id
      join batches b on b.id = s.batch_id where c.entity = 'student'`,
  )) as [{ batches: string[] }];
  expect(batches).toEqual(['JSS 1 A', 'JSS 1 A', 'JSS 1 B', 'JSS 2 A']);
});

test('undoing the import removes students and guardians together, and counts both before', async () => {
  const before = await rows(sql`select (select count(*) from students) as s, (select count(*) from guardians) as g`);
  const { address } = await desk.bring('students', roster);
  const permit = (change: ReturnType<typeof sql>) =>
    rows(sql`update roles set permissions = ${change} where key = 'registrar' returning id`);
  await permit(sql`array_remove(permissions, 'guardians.edit')`);
  expect((await registrar.get(`${address}/undo`)).statusCode).toBe(403);
  await permit(sql`array_append(permissions, 'guardians.edit')`);
  expect((await registrar.get(`${address}/undo`)).json()).toMatchObject({ removed: 7, stays: {} });
  expect((await registrar.post(`${address}/undo`)).statusCode).toBe(303);
  await desk.work();
  expect((await registrar.page(address)).props.undone.result).toMatchObject({ removed: 7, stays: {} });
  expect(await rows(sql`select (select count(*) from students) as s, (select count(*) from guardians) as g`)).toEqual(
    before,
  );
});

test('father and mother have columns of their own; a guardian who exists is linked, not added again', async () => {
  await desk.bring('students', roster);
  const more =
    'Adm No,Surname,First Name,Father,Father Phone,Mother,Mother Phone\nLMC/010,OBI,Kosi,Chukwuma Obi,08031234567,Ngozi Obi,08091112223\n';
  const { mapping, end } = await desk.bring('students', more);
  expect(mapping.slice(3)).toEqual(['fatherName', 'fatherPhone', 'motherName', 'motherPhone']);
  expect(end.import).toMatchObject({ imported: 1 });
  const links = await rows(sql`select g.first_name as guardian, l.relation from student_guardians l
    join guardians g on g.id = l.guardian_id join students s on s.id = l.student_id where s.admission_number = 'LMC/010'
    order by l.relation`);
  expect(links).toEqual([
    { guardian: 'Chukwuma', relation: 'Father' },
    { guardian: 'Ngozi', relation: 'Mother' },
  ]);
  expect(await rows(sql`select count(*)::int as n from guardians where phone = '+2348031234567'`)).toEqual([{ n: 1 }]);
});

test('a roster of pupils that is imported as guardians never makes guardians named after the children', async () => {
  const address = await desk.upload('guardians', roster);
  const { columns, doubt } = (await registrar.page(address)).props;
  const mapped = columns.flatMap(({ header, field }: { header: string; field: string | null }) =>
    field ? [[header, field]] : [],
  );
  expect(mapped).toEqual([
    ['Adm No', 'children'],
    ['Name of Parent/Guardian', 'fullName'],
    ["Parent's Phone", 'phone'],
    ["Parent's e-mail", 'email'],
  ]);
  expect(doubt).toContain('a list of students');
  const names = columns.map(({ header }: { header: string }) =>
    header === 'Surname' ? 'surname' : header === 'Other Names' ? 'firstName' : 'leave_out',
  );
  const answer = await registrar.post(`${address}/check`, { mapping: names });
  expect(answer.json().errors.mapping).toContain('“Surname” is the student’s');
});

test('a person who may not add guardians imports the students alone', async () => {
  const ict = await world.as('ict_administrator');
  const address = await openImportDesk(world, ict).upload('students', roster);
  const { columns } = (await ict.page(address)).props;
  const fields = columns.map(({ field }: { field: string | null }) => field);
  expect(fields.filter((field: string | null) => field?.startsWith('guardian'))).toEqual([]);
  const mapping = columns.map(({ header, field }: { header: string; field: string | null }) =>
    header.startsWith('Name of') ? 'guardianName' : (field ?? 'leave_out'),
  );
  expect((await ict.post(`${address}/check`, { mapping })).statusCode).toBe(422);
});

const linksOf = (number: string) =>
  rows(sql`select g.first_name as guardian, l.pays_fees as pays, l.receives_sms as sms, l.may_collect as collects, l.is_next_of_kin as kin
    from student_guardians l join guardians g on (g.institution_id, g.id) = (l.institution_id, l.guardian_id)
    join students s on (s.institution_id, s.id) = (l.institution_id, l.student_id) where s.admission_number = ${number} order by l.position`);
const plain = { collects: false, kin: false };

test('an only guardian pays and receives messages, and of two the first does, unless the file says otherwise', async () => {
  await desk.bring('students', roster);
  expect(await linksOf('LMC/001')).toEqual([{ guardian: 'Chukwuma', pays: true, sms: true, ...plain }]);
  const flags =
    'Adm No,Surname,First Name,Parent,Pays Fees,Receives SMS,Father,Father Phone,Father Receives SMS,Mother,Mother Phone,Mother Pays Fees,Mother May Collect\n' +
    'LMC/020,ADE,Tolu,Mrs Bisi Ade,no,no,,,,,,,\n' +
    'LMC/021,ADE,Femi,,,,Kunle Ade,08091110001,,Ronke Ade,08091110002,,\n' +
    'LMC/022,ADE,Yemi,,,,Segun Ade,08091110003,no,Kemi Ade,08091110004,yes,yes\n';
  const { address, mapping, props } = await desk.check('students', flags);
  expect(mapping.slice(3)).toEqual([
    'guardianName',
    'guardianPaysFees',
    'guardianReceivesSms',
    'fatherName',
    'fatherPhone',
    'fatherReceivesSms',
    'motherName',
    'motherPhone',
    'motherPaysFees',
    'motherMayCollect',
  ]);
  expect(props.import).toMatchObject({ good: 3, bad: 0 });
  await desk.run(address, 'all');
  expect(await linksOf('LMC/020')).toEqual([{ guardian: 'Bisi', pays: false, sms: false, ...plain }]);
  expect(await linksOf('LMC/021')).toEqual([
    { guardian: 'Kunle', pays: true, sms: true, ...plain },
    { guardian: 'Ronke', pays: false, sms: false, ...plain },
  ]);
  expect(await linksOf('LMC/022')).toEqual([
    { guardian: 'Segun', pays: false, sms: false, ...plain },
    { guardian: 'Kemi', pays: true, sms: true, collects: true, kin: false },
  ]);
});

test('the roster imported again sets what it says of links that exist, and refuses two next of kin', async () => {
  await desk.bring('students', roster);
  const again =
    "Adm No,Surname,First Name,Parent,Parent's Phone,Parent receives SMS,Parent is next of kin\n" +
    'LMC/001,OBI,Ada Grace,Mr & Mrs Obi Chukwuma,08031234567,no,yes\n';
  await desk.bring('students', again, { existing: 'update' });
  expect(await linksOf('LMC/001')).toEqual([
    { guardian: 'Chukwuma', pays: true, sms: false, collects: false, kin: true },
  ]);
  const two =
    'Adm No,Surname,First Name,Father,Father is next of kin,Mother,Mother is next of kin\nLMC/030,ADE,Tolu,Kunle Ade,yes,Ronke Ade,yes\n';
  const { props } = await desk.check('students', two);
  expect(props.problems[0].message).toBe('A student has one next of kin. Change one of the cells to “no”.');
});
