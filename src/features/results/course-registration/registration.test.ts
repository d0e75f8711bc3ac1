import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { pdfText } from '#test/harness/pdf-text.ts';
import { setUpAssessment } from '#features/results/assessment/load.demo.ts';

/* JSS 1 A takes English and Mathematics, 3 units each; Ada failed Fine Art, which only JSS 1 B is taught this session. */
let world: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
let ada: number;
let termId: number;
let art: number;
const ilorin = () => world.school.ilorin;
const student = (name: string) => (ilorin().studentIds as Record<string, number>)[name]!;
const batch = (name: string) => (ilorin().batchIds as Record<string, number>)[name]!;
const within = <T>(work: Parameters<typeof world.database.asSystem<T>>[1]) =>
  world.database.asSystem([ilorin().id], work);
const rowsOf = async <Row>(query: ReturnType<typeof sql>) =>
  within(async (tx) => (await tx.execute(query)).rows as Row[]);
const inDays = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toLocaleDateString('en-CA', { timeZone: 'Africa/Lagos' });
const period = (changes: object = {}) => ({
  minimumUnits: 3,
  maximumUnits: 9,
  opensOn: inDays(-1),
  closesOn: inDays(5),
  lateUntil: '',
  lateFee: '',
  lateCategoryId: '',
  ...changes,
});
const submit = (who: Browser, courseIds: number[], of = ada) =>
  who.post(`/students/${of}/course-registration`, { termId, courseIds });
const approve = (ids: number[], who = registrar) => who.post('/course-registrations/approve', { ids });
const registrationOf = async (of = ada) =>
  (
    await rowsOf<{ id: number; state: string }>(
      sql`select id::int as id, state from course_registrations where student_id = ${of} and term_id = ${termId}`,
    )
  )[0]!;

beforeAll(async () => {
  world = await startSchool();
  registrar = await world.as('registrar');
  ada = student('Ada Obi');
  const { ENG: english, MTH: mathematics } = ilorin().courseIds as Record<string, number>;
  await within(async (tx) => {
    await setUpAssessment(tx, ilorin().id, {
      scale: 'university-5',
      name: 'Grade points',
      system: 'gpa',
      step: '100',
      traits: [],
      components: [['Examination', 100]],
    });
    await tx.execute(
      sql`insert into courses (institution_id, code, title, credit_units) values (${ilorin().id}, 'ART', 'Fine Art', 3)`,
    );
    await tx.execute(sql`insert into course_offerings (institution_id, batch_id, course_id)
      select ${ilorin().id}::int, ${batch('JSS 1 A')}::bigint, unnest(array[${english}, ${mathematics}]::bigint[])
      union all select institution_id, ${batch('JSS 1 B')}::bigint, id from courses where institution_id = ${ilorin().id} and code = 'ART'
      on conflict do nothing`);
    await tx.execute(sql`with t as (insert into past_terms (institution_id, student_id, session, year, term, position, system)
        values (${ilorin().id}, ${ada}, '2024/2025', 2024, 'Semester 1', 1, 'gpa') returning id)
      insert into past_results (institution_id, past_term_id, code, title, units, grade, points, passed)
      select ${ilorin().id}, id, 'ART', 'Fine Art', 3, 'F', 0, false from t`);
  });
  [{ id: termId }] = (await rowsOf<{ id: number }>(
    sql`select id::int as id from terms where institution_id = ${ilorin().id} and is_current`,
  )) as [{ id: number }];
  [{ id: art }] = (await rowsOf<{ id: number }>(
    sql`select id::int as id from courses where institution_id = ${ilorin().id} and code = 'ART'`,
  )) as [{ id: number }];
});
afterAll(() => world?.close());

test('the registrar sets up days and units; limits, days and fees that do not fit are refused', async () => {
  const { 'JSS 1': jss1 } = ilorin().classIds as Record<string, number>;
  const add = (changes: object = {}) =>
    registrar.post('/registration-periods', { ...period(changes), termId, classIds: [jss1] });
  for (const [changes, field] of [
    [{ minimumUnits: 10 }, 'minimumUnits'],
    [{ closesOn: inDays(-2) }, 'closesOn'],
    [{ lateUntil: inDays(5) }, 'lateUntil'],
    [{ lateFee: '5000' }, 'lateUntil'],
    [{ lateFee: '5000', lateUntil: inDays(9) }, 'lateCategoryId'],
  ] as const)
    expect(Object.keys((await add(changes)).json().errors)).toEqual([field]);
  expect((await (await world.as('teacher')).post('/registration-periods', {})).statusCode).toBe(403);
  expect((await add()).statusCode).toBe(303);
  expect((await add()).json().errors.classIds).toMatch(/has registration for this term already/);
});

test('a student chooses carry-overs first, within the units; the adviser’s approval decides who is in the marks', async () => {
  const ownStudent = await world.as('student');
  const { view } = (await ownStudent.page('/course-registration')).props;
  expect(view.courses.map(({ code, kind }: { code: string; kind: string }) => [code, kind])).toEqual([
    ['ART', 'carryOver'],
    ['ENG', 'compulsory'],
    ['MTH', 'compulsory'],
  ]);
  const { ENG: english, MTH: mathematics } = ilorin().courseIds as Record<string, number>;
  const all = [art, english!, mathematics!];
  expect((await submit(ownStudent, [english!, mathematics!])).json().errors.courseIds).toMatch(
    /ART hasn’t been passed yet/,
  );
  expect((await submit(ownStudent, all, student('Tunde Bakare'))).statusCode).toBe(404);
  expect((await submit(await world.as('bursar'), all)).statusCode).toBe(403);
  expect((await submit(ownStudent, all)).statusCode).toBe(303);
  const { id } = await registrationOf();
  // Class teacher of JSS 2 A, not of JSS 1 A.
  expect((await approve([id], await world.as('teacher'))).statusCode).toBe(404);
  expect((await approve([id], await world.as('registrar.offa'))).statusCode).toBe(404);
  await registrar.post('/mark-sheets', { termId, batchIds: [batch('JSS 1 A')], dueOn: '' });
  const [sheet] = await rowsOf<{ id: number }>(sql`select id::int as id from mark_sheets`);
  const inCourse = async (courseId: number) =>
    ((await registrar.page(`/mark-sheets/${sheet!.id}/courses/${courseId}`)).props.rows as { id: number }[]).map(
      (row) => row.id,
    );
  expect(await inCourse(english!)).toEqual([]);
  expect((await approve([id])).statusCode).toBe(303);
  expect((await approve([id])).statusCode).toBe(409);
  for (const courseId of all) expect(await inCourse(courseId)).toEqual([ada]);
  const { rows } = (await registrar.page(`/course-registrations?term=${termId}`)).props;
  expect(rows.find((row: { batch: string }) => row.batch === 'JSS 1 A')).toMatchObject({ submitted: 0, approved: 1 });
  const lists = await registrar.get(`/batches/${batch('JSS 1 A')}/course-lists.pdf?term=${termId}`);
  const pages = pdfText(lists.rawPayload);
  expect(pages).toHaveLength(3);
  for (const words of ['ART, JSS 1 A', 'Obi, Ada', 'Signature', 'Lecturer']) expect(pages[0]).toContain(words);
  // Once approved it changes only through the adviser; what was approved stays meanwhile.
  expect((await submit(ownStudent, all)).json().errors.form).toMatch(/is approved/);
  expect((await registrar.post(`/course-registrations/${id}/return`, { remark: 'Too many units' })).statusCode).toBe(
    303,
  );
  expect((await ownStudent.page('/course-registration')).props.view.saved).toMatchObject({
    state: 'returned',
    remark: 'Too many units',
  });
  expect(await inCourse(mathematics!)).toEqual([ada]);
});

test('a course with marks is not dropped, and results count what was registered for', async () => {
  const { ENG: english, MTH: mathematics } = ilorin().courseIds as Record<string, number>;
  const [sheet] = await rowsOf<{ id: number }>(sql`select id::int as id from mark_sheets`);
  const cells = [{ studentId: ada, component: 'examination', entry: 7000, was: null }];
  for (const courseId of [mathematics, art])
    expect(
      (await registrar.post(`/mark-sheets/${sheet!.id}/courses/${courseId}/marks`, { cells })).statusCode,
    ).toBeLessThan(400);
  const [{ id: periodId, ...opened }] = (await rowsOf<Record<string, unknown>>(sql`select id::int as id,
    minimum_units as "minimumUnits", maximum_units as "maximumUnits", opens_on::text as "opensOn", closes_on::text as "closesOn",
    late_until as "lateUntil", late_fee as "lateFee", late_category_id as "lateCategoryId" from registration_periods
    where institution_id = ${ilorin().id}`)) as [Record<string, unknown>];
  const edited = await registrar.post(`/registration-periods/${String(periodId)}`, {
    ...period({ maximumUnits: 6 }),
    opened,
  });
  expect(edited.statusCode, edited.body).toBe(303);
  const ownStudent = await world.as('student');
  const refused = await submit(ownStudent, [art, english!]);
  expect(refused.json().errors.courseIds).toMatch(/has marks in MTH this term, so it stays registered/);
  const sheetPage = await registrar.page(`/mark-sheets/${sheet!.id}/result-sheet`);
  const rows = sheetPage.props.result.rows as { name: string; cells: unknown[]; remark: string }[];
  expect(rows.map(({ name, cells: own, remark }) => [name.split(',')[0], own.filter(Boolean).length, remark])).toEqual([
    ['Bakare', 0, 'No courses'],
    ['Eze', 0, 'No courses'],
    ['Obi', 3, 'Incomplete'],
  ]);
});

test('late registration charges its fee once, whatever is returned and sent again', async () => {
  const tunde = student('Tunde Bakare');
  await within(async (tx) => {
    await tx.execute(sql`update registration_periods set closes_on = ${inDays(-1)}::date, late_until = ${inDays(3)}::date,
      opens_on = ${inDays(-9)}::date, maximum_units = 9, late_fee = 500000, late_category_id =
        (select min(id) from fee_categories where institution_id = ${ilorin().id}) where institution_id = ${ilorin().id}`);
    await tx.execute(sql`update memberships set student_id = ${tunde} where student_id = ${ada}`);
  });
  const own = await world.as('student');
  const { ENG: english, MTH: mathematics } = ilorin().courseIds as Record<string, number>;
  const charged = () =>
    rowsOf<{ total: number; title: string }>(
      sql`select total::int as total, title from invoices where student_id = ${tunde}`,
    );
  const first = await submit(own, [english!, mathematics!], tunde);
  expect(first.statusCode, first.body).toBe(303);
  expect(await charged()).toEqual([{ total: 500_000, title: 'Late course registration, First Term, 2026/2027' }]);
  const { id } = await registrationOf(tunde);
  await registrar.post(`/course-registrations/${id}/return`, { remark: 'Once more' });
  expect((await submit(own, [english!, mathematics!], tunde)).statusCode).toBe(303);
  expect(await charged()).toHaveLength(1);
  await within((tx) =>
    tx.execute(sql`update registration_periods set late_until = null, late_fee = null, late_category_id = null
      where institution_id = ${ilorin().id}`),
  );
  expect((await submit(own, [english!, mathematics!], tunde)).json().errors.form).toMatch(/Registration closed on/);
});
