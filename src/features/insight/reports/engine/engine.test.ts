import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor } from '#kernel/actor.ts';
import { query } from '#kernel/database.ts';
import { product } from '#product/features.ts';
import { startSchool } from '#test/harness/app.ts';
import { fillForReports } from '#test/harness/filled-reports.ts';
import { reportReader, type ReportReader } from '#test/harness/report-reader.ts';
import { offeredField } from '../design/offer.ts';
import type { Rule } from './definition.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let reader: ReportReader;
const as: Record<string, Actor> = {};
beforeAll(async () => {
  world = await startSchool();
  reader = reportReader(world);
  await reader.inSchools((tx) => fillForReports(tx, world.school));
  for (const name of ['owner', 'registrar', 'teacher', 'cashier', 'in.both']) as[name] = await reader.actorNamed(name);
});
afterAll(() => world.close());

const rule = (field: string, operator: Rule['operator'], ...values: string[]) => ({ field, operator, values });
const where = (...rules: ReturnType<typeof rule>[]) => ({ groups: [{ rules }] });
const shown = { subject: 'student', fields: ['admission_number'] };

/** The fields of 3.16, in its order. */
const studentLabels = `CGPA, Position, Registration number, Programme, Promotion, LGA, Community, Admission number, First name,
  Middle name, Surname, Gender, Blood group, Language, Religion, City, State, Phone, Mobile, Country, Student category, Batch,
  Class, Admission date, Age, Academic session, Subject, Photo, Class designation, Next of kin name, Next of kin telephone number`;
/** The fields of 3.15. */
const employeeLabels = `Age, Religion, Mobile, LGA, State, Country, City, Community, First name, Middle name, Surname,
  Employee number, Educational qualification, Marital status, Blood group, Gender, Position, Department, Date of birth,
  Date of employment, Category, Photo, Job Title, Qualification`;

test.each([
  ['3.16 31', 'student', studentLabels],
  ['3.15 24', 'employee', employeeLabels],
])('%s fields of the subject %s have the labels of the specification', (_, subject, labels) => {
  const declared = product.reports.fields.filter((field) => field.subject === subject).map(({ label }) => label);
  expect(labels.split(/,\s+/).filter((label) => !declared.includes(label))).toEqual([]);
  expect(labels.split(/,\s+/)).toHaveLength(subject === 'student' ? 31 : 24);
  expect(new Set(declared).size, 'no label is there twice').toBe(declared.length);
});

test('the institution’s own terms are the labels of batch, class and subject', async () => {
  const actor = structuredClone({ ...as.owner!, institutions: [] }) as Actor;
  const [ilorin] = as.owner!.institutions;
  actor.institutions = [{ ...ilorin!, terminology: { batch: 'Class arm', class: 'Form', course: 'Paper' } }];
  const { usable } = await reader.usableBy(actor, 'student');
  expect(['batch', 'class', 'subject'].map((key) => usable.get(key)!.label)).toEqual(['Class arm', 'Form', 'Paper']);
});

test('classes are sorted by their place, not by their names', async () => {
  await reader.inSchools((tx) =>
    tx.execute(sql`update classes set position = 3 - position
    where institution_id = ${world.school.ilorin.id} and position in (1, 2)`),
  );
  const { groups } = await reader.run(as.owner!, { ...shown, group: 'class' });
  expect(groups.map(({ group }) => group)).toEqual(['JSS 2', 'JSS 1', null]);
  const down = await reader.run(as.owner!, { ...shown, group: 'class', sort: [{ field: 'class', descending: true }] });
  expect(
    down.groups.map(({ group }) => group),
    'nothing comes last',
  ).toEqual(['JSS 1', 'JSS 2', null]);
});

test('without its permission a field is left out of the columns and named, and sorts and groups nothing', async () => {
  const fields = ['admission_number', 'religion', 'blood_group', 'owed', 'cgpa', 'document_expires_on', 'account'];
  const sort = ['religion', 'owed', 'cgpa'].map((field) => ({ field }));
  const teacher = await reader.run(as.teacher!, { subject: 'student', fields, sort, group: 'religion' });
  expect(teacher.hidden).toEqual(['Religion', 'Blood group', 'Owed', 'CGPA', 'Earliest document expiry', 'Account']);
  expect(teacher.rows.length).toBeGreaterThan(5);
  expect(teacher.rows.every((row) => row.cells.length === 1 && !('group' in row))).toBe(true);
  expect(teacher.groups).toEqual([]);
  const plain = await reader.run(as.teacher!, shown);
  expect(
    teacher.rows.map(({ id }) => id),
    'in the usual order',
  ).toEqual(plain.rows.map(({ id }) => id));
  const owner = await reader.run(as.owner!, { subject: 'student', fields, sort });
  expect(owner.hidden).toEqual([]);
});

test.each([
  ['religion', 'one_of', 'Islam'],
  ['blood_group', 'empty'],
  ['document_expires_on', 'filled'],
  ['owed', 'at_least', '0'],
  ['average', 'at_least', '50'],
  ['attendance', 'less_than', '75'],
  ['username', 'contains', 'a'],
] as const)(
  'a filter by %s is refused in words to whom may not see it, alone or beside others',
  async (field, operator, ...values) => {
    const secret = rule(field, operator, ...values);
    for (const filters of [where(secret), where(rule('gender', 'filled'), secret)])
      await expect(reader.run(as.teacher!, { ...shown, filters })).rejects.toThrow(
        /^You don’t have access to .+, so it can’t/,
      );
    await expect(reader.run(as.owner!, { ...shown, filters: where(secret) })).resolves.toBeDefined();
  },
);

test('5.3 a year of graduation is compared as a number, and offered as a year', async () => {
  const { usable } = await reader.usableBy(as.owner!, 'employee');
  expect(offeredField(usable.get('graduation_year')!)).toMatchObject({ type: 'number', isYear: true, isSummed: false });
  await reader.inSchools((tx) =>
    tx.execute(
      sql`update employees set graduation_year = 2000 + id % 3 where institution_id = ${world.school.ilorin.id}`,
    ),
  );
  const fields = ['graduation_year'];
  const filters = where(rule('graduation_year', 'at_least', '2001'));
  const { rows } = await reader.run(as.owner!, { subject: 'employee', fields, filters, distinct: true });
  expect(rows.map(({ cells }) => cells[0]).toSorted()).toEqual([2001, 2002]);
});

test('private data of employees needs its permission, the reason for leaving another one', async () => {
  const fields = [
    'employee_number',
    'birth_date',
    'age',
    'marital_status',
    'city',
    'next_of_kin_name',
    'next_birthday',
    'leaving_reason',
  ];
  const registrar = await reader.run(as.registrar!, { subject: 'employee', fields });
  expect(registrar.hidden).toEqual([
    'Date of birth',
    'Age',
    'Marital status',
    'City',
    'Next of kin name',
    'Next birthday',
    'Reason for leaving',
  ]);
  const filters = where(rule('age', 'at_least', '30'));
  await expect(reader.run(as.registrar!, { subject: 'employee', fields, filters })).rejects.toThrow(/access to Age/);
});

test('a permission in one institution shows nothing of another: not in cells, counts, order or absence', async () => {
  const actor = as['in.both']!;
  const { ilorin, offa } = world.school;
  const religions = await reader.inSchools((tx) =>
    query<{ place: number; rows: number }>(
      tx,
      sql`select institution_id as place, count(*)::int as rows from students where religion is not null and merged_into_id is null group by 1`,
    ),
  );
  const known = religions.find(({ place }) => place === ilorin.id)!.rows;
  expect(religions.some(({ place }) => place === offa.id)).toBe(true);
  const all = await reader.wholeOf(actor, { subject: 'student', fields: ['religion'], sort: [{ field: 'religion' }] });
  const inOffa = all.rows.filter(({ institutionId }) => institutionId === offa.id);
  expect(inOffa.length).toBeGreaterThan(40);
  expect(new Set(inOffa.map(({ cells }) => cells[0]))).toEqual(new Set([null]));
  const filled = await reader.run(actor, { ...shown, filters: where(rule('religion', 'filled')) });
  expect(filled.totals.rows).toBe(known);
  for (const operator of ['empty', 'none_of'] as const) {
    const filters = where(rule('religion', operator, ...(operator === 'empty' ? [] : ['Islam'])));
    const { rows } = await reader.wholeOf(actor, { ...shown, filters });
    expect(
      rows.every(({ institutionId }) => institutionId === ilorin.id),
      operator,
    ).toBe(true);
  }
  const { groups } = await reader.run(actor, { ...shown, group: 'religion' });
  expect(groups.filter(({ group }) => group !== null).reduce((sum, { rows }) => sum + rows, 0)).toBe(known);
  const money = await reader.run(actor, { ...shown, filters: where(rule('owed', 'more_than', '0')) });
  expect(money.rows.length).toBeGreaterThan(0);
  expect(
    money.rows.every(({ institutionId }) => institutionId === offa.id),
    'a bursar in Offa alone',
  ).toBe(true);
});

test('unknown, foreign and retired fields are refused in words, as columns, filters, sort keys and groups', async () => {
  const { ilorin } = world.school;
  const custom = await reader.inSchools((tx) =>
    query<{ id: number; place: number; type: string }>(
      tx,
      sql`select id, institution_id as place, type from custom_fields where entity = 'student' order by id`,
    ),
  );
  const idOf = (isOwn: boolean, type: string) =>
    `custom_${custom.find((one) => (one.place === ilorin.id) === isOwn && one.type === type)!.id}`;
  const retired = idOf(true, 'number');
  await expect(reader.run(as.registrar!, { ...shown, fields: [retired] })).resolves.toBeDefined();
  await reader.inSchools((tx) =>
    tx.execute(sql`update custom_fields set retired_at = now() where id = ${Number(retired.slice(7))}`),
  );
  for (const field of [
    'password_hash',
    'employee_number',
    'custom_999999999',
    idOf(true, 'file'),
    idOf(false, 'text'),
    retired,
  ])
    for (const part of [
      { fields: [field] },
      { sort: [{ field }] },
      { group: field },
      { filters: where(rule(field, 'empty')) },
    ])
      await expect(reader.run(as.registrar!, { ...shown, ...part })).rejects.toThrow(/no longer exists/);
  await expect(reader.run(as.registrar!, { ...shown, fields: ['id"; drop table students --'] })).rejects.toThrow(
    /not known/,
  );
});

test('what is only shown sorts, groups and filters nothing; a comparison of another type is refused', async () => {
  const { registrar } = as;
  await expect(reader.run(registrar!, { ...shown, group: 'subject' })).rejects.toThrow(/sorted or grouped by/);
  await expect(reader.run(registrar!, { ...shown, sort: [{ field: 'photo' }] })).rejects.toThrow(
    /sorted or grouped by/,
  );
  for (const bad of [
    rule('subject', 'contains', 'ENG'),
    rule('age', 'contains', '1'),
    rule('age', 'at_least', 'ten'),
    rule('birth_date', 'is', '2010-02-30'),
    rule('age', 'between', '5'),
    rule('gender', 'one_of'),
    rule('birth_date', 'next_days', '-1'),
  ])
    await expect(reader.run(registrar!, { ...shown, filters: where(bad) })).rejects.toThrow(/\.$/);
});

test('a birthday is on 28 February for those born on 29 February, unless it is a leap year', async () => {
  const { rows } = await reader.wholeOf(as.registrar!, {
    subject: 'student',
    fields: ['birth_date', 'next_birthday', 'birthday_month'],
    filters: where(rule('birthday_month', 'one_of', '2', '12', '11')),
    distinct: true,
    sort: [{ field: 'next_birthday' }],
  });
  // The school's day begins an hour before UTC's.
  const today = new Date().toLocaleDateString('en-CA', { timeZone: 'Africa/Lagos' }).slice(5);
  for (const { cells } of rows) {
    const [birth, next, month] = cells as string[];
    const year = Number(new Date().getFullYear()) + (birth!.slice(5).replace('02-29', '02-28') < today ? 1 : 0);
    const isLeap = year % 4 === 0;
    expect([next, month]).toEqual([
      `${year}-${isLeap ? birth!.slice(5) : birth!.slice(5).replace('02-29', '02-28')}`,
      { '02': 'February', '11': 'November', '12': 'December' }[birth!.slice(5, 7)],
    ]);
  }
  expect(rows.length).toBeGreaterThan(2);
});

test('a teacher’s report of their class has guardians’ numbers, and a cashier sees payments that they took', async () => {
  const { usable } = await reader.usableBy(as.teacher!, 'student');
  expect(usable.has('guardian_phone')).toBe(true);
  const owner = await reader.run(as.owner!, { subject: 'payment', fields: ['amount', 'students'] });
  expect(owner.totals.rows).toBeGreaterThan(5);
  const cashier = await reader.run(as.cashier!, { subject: 'payment', fields: ['amount', 'students'] });
  expect(cashier.totals).toEqual({ rows: 0, cells: [null, null] });
});
