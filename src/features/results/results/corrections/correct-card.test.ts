import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { withClient } from '#test/harness/client.ts';
import { eraseBySecond } from '#test/harness/erase.ts';
import { addSampleScheme } from '#test/harness/sample-assessment.ts';
import type { PublishedCard } from '../publication/sealed-cards.ts';
import { verifyResults } from '../verification/verify-results.ts';
import type { Comparison } from './correction-page.queries.ts';

/*
 * JSS 1 A. First term (English, Mathematics, Fine Art by choice) and second term (English, Mathematics) are published.
 *
 * Ada    70, 60       65.00  1st    70, 60  65.00; cumulative 65.00. She did sit Fine Art, but wasn’t on its list.
 * Tunde  60, 60, 40   53.33  2nd    60, 60  60.00
 * Chidi  40, 40, 70   50.00  3rd    40, 40  40.00
 */
let world: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
let principal: Browser;
let first: number;
let art: number;
const ilorin = () => world.school.ilorin;
const student = (name: string) => (ilorin().studentIds as Record<string, number>)[name]!;
const within = <T>(work: Parameters<typeof world.database.asSystem<T>>[1]) =>
  world.database.asSystem([ilorin().id], work);
const rowsOf = <Row>(query: ReturnType<typeof sql>) => within(async (tx) => (await tx.execute(query)).rows as Row[]);

const marks: Record<string, { first: [number, number, number?]; second: [number, number] }> = {
  'Ada Obi': { first: [70, 60], second: [70, 60] },
  'Tunde Bakare': { first: [60, 60, 40], second: [60, 60] },
  'Chidi Eze': { first: [40, 40, 70], second: [40, 40] },
};

beforeAll(async () => {
  world = await startSchool();
  [registrar, principal] = await Promise.all([world.as('registrar'), world.as('principal')]);
  const institutionId = ilorin().id;
  const batchId = (ilorin().batchIds as Record<string, number>)['JSS 1 A']!;
  const { ENG, MTH } = ilorin().courseIds as { ENG: number; MTH: number };
  art = await within(async (tx) => {
    await addSampleScheme(tx, institutionId, ['Neatness']);
    await tx.execute(sql`insert into course_offerings (institution_id, batch_id, course_id)
      select ${institutionId}, ${batchId}, c from unnest(array[${ENG}, ${MTH}]::bigint[]) c on conflict do nothing`);
    const { rows } = await tx.execute<{ id: number }>(sql`
      with course as (insert into courses (institution_id, code, title, elective_group)
          values (${institutionId}, 'ART', 'Fine Art', 'Options') returning id),
        offering as (insert into course_offerings (institution_id, batch_id, course_id, term_position)
          select ${institutionId}, ${batchId}, id, 1 from course returning id)
      insert into student_electives (institution_id, student_id, offering_id)
      select ${institutionId}, s, offering.id from offering,
        unnest(array[${student('Tunde Bakare')}, ${student('Chidi Eze')}]::bigint[]) s
      returning (select id::int from course) as id`);
    return rows[0]!.id;
  });
  const terms = await rowsOf<{ id: number }>(
    sql`select t.id::int as id from terms t join terms n on (n.institution_id, n.session_id) = (t.institution_id, t.session_id)
      and n.is_current where t.institution_id = ${institutionId} and t.position <= 2 order by t.position`,
  );
  for (const [at, term] of (['first', 'second'] as const).entries()) {
    const termId = terms[at]!.id;
    await registrar.post('/mark-sheets', { termId, batchIds: [batchId], dueOn: '' });
    const rows = Object.entries(marks).flatMap(([name, totals]) =>
      totals[term].map((total, n) => ({
        s: student(name),
        c: [ENG, MTH, art][n],
        e: { test: Math.round(total! * 40), examination: Math.round(total! * 60) },
      })),
    );
    await within((tx) =>
      tx.execute(sql`insert into marks (institution_id, student_id, term_id, course_id, entries)
        select ${institutionId}, x.s, ${termId}, x.c, x.e
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) x (s bigint, c bigint, e jsonb)`),
    );
    const [sheet] = await rowsOf<{ id: number }>(sql`select id::int as id from mark_sheets where term_id = ${termId}`);
    if (term === 'first') first = sheet!.id;
    const noted = (who: Browser, cells: [string | null, string, string][]) =>
      who.post(`/mark-sheets/${sheet!.id}/notes`, {
        cells: cells.map(([name, field, note]) => ({ studentId: name && student(name), field, note, was: '' })),
      });
    await noted(registrar, [
      ...([[null, 'opened', '60']] as [null, string, string][]),
      ...([
        ['Ada Obi', 'present', '58'],
        ['Ada Obi', 'trait:neatness', 'B'],
      ] as [string, string, string][]),
      ...([['Ada Obi', 'teacher', 'Obi Ada is lazy.']] as [string, string, string][]),
    ]);
    await noted(principal, [['Ada Obi', 'principal', 'Promising.']]);
    await registrar.post('/mark-sheets/lock', { ids: [sheet!.id] });
    await principal.post('/mark-sheets/approve', { ids: [sheet!.id] });
    expect((await principal.post('/mark-sheets/publish', { ids: [sheet!.id] })).body).toBe('');
  }
});
afterAll(() => world.close());

interface Asked {
  cells?: { studentId: number; courseId: number; component: string; was: unknown; entry: unknown }[];
  courses?: { studentId: number; courseId: number; change: string }[];
  notes?: { studentId: number; field: string; was: string; entry: string }[];
}
const note = (name: string, field: string, was: string, entry: string) => ({
  studentId: student(name),
  field,
  was,
  entry,
});
const artOf = (name: string, test: unknown, examination: unknown): Asked => ({
  courses: [{ studentId: student(name), courseId: art, change: 'added' }],
  cells: Object.entries({ test, examination }).map(([component, entry]) => ({
    studentId: student(name),
    courseId: art,
    component,
    was: null,
    entry,
  })),
});
const removal = (name: string, courseId = art): Asked => ({
  courses: [{ studentId: student(name), courseId, change: 'removed' }],
});
const compare = (who: Browser, asked: Asked) => who.post(`/mark-sheets/${first}/correction/compare`, asked);
const refusal = async (asked: Asked, who = registrar) => {
  const answer = await compare(who, asked);
  expect([answer.statusCode, answer.body]).toEqual([422, expect.anything()]);
  return Object.values(answer.json().errors as Record<string, string>)[0];
};
const ask = async (who: Browser, asked: Asked) => {
  const { seen } = (await compare(who, asked)).json();
  const answer = await who.post(`/mark-sheets/${first}/corrections`, { ...asked, reason: 'Found in the file', seen });
  expect([answer.statusCode, answer.body]).toEqual([303, '']);
  return Number(/\/result-corrections\/(\d+)/.exec(String(answer.headers.location))![1]);
};
const pageOf = async (who: Browser, id: number) =>
  (await who.page(`/result-corrections/${id}`)).props as never as {
    seen: string;
    needsPrincipal: boolean;
    comparison: Comparison;
    can: { agree: boolean };
  };
const agree = async (who: Browser, id: number) =>
  who.post(`/result-corrections/${id}/approve`, { seen: (await pageOf(who, id)).seen });
const lines = ({ affected }: Comparison) =>
  affected.map(
    ({ name, term, own }) => `${name}, ${term}: ${own.map(({ what, was, is }) => `${what} ${was} → ${is}`).join(', ')}`,
  );
const cardOf = async (name: string) => {
  const [row] = await rowsOf<{ content: PublishedCard }>(
    sql`select r.content from published_results r join mark_sheets s on (s.term_id, s.batch_id) = (r.term_id, r.batch_id)
      where s.id = ${first} and r.student_id = ${student(name)} and r.replaced_at is null`,
  );
  return row!.content;
};
const problems = async () =>
  (await withClient(world.ownerUrl, (client) => verifyResults(client, world.services.secret))).flatMap(
    (report) => report.problems,
  );

test('notes of a published report card are corrected by two people; nobody else’s card changes', async () => {
  const form = await registrar.page(`/mark-sheets/${first}/students/${student('Ada Obi')}/correction`);
  expect(form.props).toMatchObject({
    notes: { present: '58', 'trait:neatness': 'B', teacher: 'Obi Ada is lazy.', principal: 'Promising.' },
    addable: [{ title: 'Fine Art' }],
  });
  const notes = [
    note('Ada Obi', 'present', '58', '59'),
    note('Ada Obi', 'trait:neatness', 'B', 'a'),
    note('Ada Obi', 'teacher', 'Obi Ada is lazy.', 'Ada  Obi works hard.'),
  ];
  expect(lines((await compare(registrar, { notes })).json())).toEqual([
    'Obi, Ada, First Term: Times present 58 → 59, Neatness B → A, Form teacher’s remark Obi Ada is lazy. → Ada Obi works hard.',
  ]);
  const id = await ask(registrar, { notes });
  expect((await compare(registrar, { notes: [note('Ada Obi', 'present', '57', '59')] })).json().errors.notes).toMatch(
    /Times present is “58” now/,
  );
  const done = await agree(principal, id);
  expect(done.json().message).toBe('The results are corrected: 1 result published again.');
  const { remarks, attendance, ratings, corrects } = await cardOf('Ada Obi');
  expect({ remarks, attendance, ratings, corrects }).toMatchObject({
    // Names aren’t part of what is sealed.
    remarks: { teacher: '{first_name} {surname} works hard.', principal: 'Promising.' },
    attendance: { opened: 60, present: 59 },
    ratings: [{ trait: 'Neatness', rating: 'A' }],
    corrects: { number: 3 },
  });
  const [kept] = await rowsOf<{
    notes: object;
  }>(sql`select notes from term_notes where student_id = ${student('Ada Obi')}
    and term_id = (select term_id from mark_sheets where id = ${first})`);
  expect(kept!.notes).toMatchObject({ present: '59', teacher: 'Ada Obi works hard.', principal: 'Promising.' });
  expect(await problems()).toEqual([]);
  const [old] = await rowsOf<{ code: string }>(sql`select code from published_results where replaced_at is not null`);
  const { props } = await world.nobody().page(`/verify/result/${old!.code}`);
  expect(props.result).toMatchObject({ replacedOn: expect.stringMatching(/^\d{4}/) });
});

test('notes that don’t fit are refused in words; the principal’s remark needs someone who approves marks', async () => {
  const refused = (field: string, was: string, entry: string) =>
    refusal({ notes: [note('Ada Obi', field, was, entry)] });
  expect(await refused('present', '59', '61')).toMatch(/opened 60 times/);
  expect(await refused('opened', '60', '61')).toMatch(/can’t be corrected here/);
  expect(await refused('trait:neatness', 'A', 'F')).toMatch(/A to E/);
  expect(await refused('trait:courage', '', 'A')).toMatch(/isn’t rated|not rated/);
  expect(await refused('principal', 'Promising.', 'x'.repeat(201))).toMatch(/up to 200/);
  expect(await refused('teacher', 'Ada Obi works hard.', ' Ada Obi works hard. ')).toMatch(/same already/);
  expect(await refusal({ notes: [note('Ngozi Okafor', 'present', '', '5')] })).toMatch(/no published result/);
  expect(await refusal({})).toMatch(/at least one/);

  // The registrar of the test world publishes and enters, the principal approves. Another registrar can’t agree.
  await within((tx) =>
    tx.execute(sql`insert into memberships (institution_id, account_id, role_id)
      values (${ilorin().id}, ${world.school.accounts.bursar}, ${ilorin().roleIds.registrar})`),
  );
  const other = await world.as('bursar');
  const id = await ask(registrar, { notes: [note('Ada Obi', 'principal', 'Promising.', 'Excellent, Ada.')] });
  expect(await pageOf(other, id)).toMatchObject({ needsPrincipal: true, can: { agree: false } });
  const { seen } = await pageOf(other, id);
  expect((await other.post(`/result-corrections/${id}/approve`, { seen })).statusCode).toBe(403);
  expect((await agree(principal, id)).statusCode).toBe(200);
  expect((await cardOf('Ada Obi')).remarks!.principal).toBe('Excellent, {first_name}.');
});

test('a missing course is added with its marks: positions, class figures and later terms follow', async () => {
  expect(await refusal(artOf('Ada Obi', null, null))).toMatch(/already|Enter the marks/);
  expect(await refusal({ courses: artOf('Ada Obi', 1, 1).courses! })).toBe('Enter the marks of Ada Obi in Fine Art.');
  expect(await refusal(artOf('Ada Obi', 4100, 100))).toMatch(/above the maximum of 40/);
  expect(await refusal(artOf('Tunde Bakare', 100, 100))).toMatch(/already has Fine Art/);
  const asked = artOf('Ada Obi', 1000, 2000);
  const found = (await compare(registrar, asked)).json() as Comparison;
  expect(lines(found)).toEqual([
    'Bakare, Tunde, First Term: Position 2nd → 1st (tied)',
    'Obi, Ada, First Term: Fine Art — → in the report card, Fine Art, Test — → 10, Fine Art, Examination — → 20, ' +
      'Fine Art, total — → 30, Fine Art, grade — → F9, Fine Art, position — → 3rd, Average 65.00 → 53.33, ' +
      'Position 1st → 1st (tied)',
    'Obi, Ada, Second Term: First Term average 65.00 → 53.33, Cumulative 65.00 → 59.17',
  ]);
  expect(found.classOnly).toEqual([
    expect.objectContaining({
      name: 'Eze, Chidi',
      ofClass: expect.arrayContaining([{ what: 'Fine Art, class average', was: '55.00', is: '46.67' }]),
    }),
  ]);
  // In another order than it is kept.
  const id = await ask(registrar, { ...asked, cells: asked.cells!.toReversed() });
  expect(await pageOf(principal, id)).toMatchObject({ isOther: false });
  const again = await compare(registrar, artOf('Ada Obi', 1100, 2000));
  const twice = await registrar.post(`/mark-sheets/${first}/corrections`, {
    ...artOf('Ada Obi', 1100, 2000),
    reason: 'Again',
    seen: again.json().seen,
  });
  expect(twice.json().errors.form).toMatch(/already waiting/);
  expect((await agree(principal, id)).statusCode).toBe(200);
  const { courses, components } = await cardOf('Ada Obi');
  expect(courses.map(({ title, total }) => [title, total])).toEqual([
    ['English Language', '70'],
    ['Fine Art', '30'],
    ['Mathematics', '60'],
  ]);
  expect(components).toEqual([
    { key: 'test', name: 'Test', maximum: 4000 },
    { key: 'examination', name: 'Examination', maximum: 6000 },
  ]);
  expect(await problems()).toEqual([]);
});

test('a course that was entered by mistake is removed with its marks, which stay in the history', async () => {
  expect(await refusal(removal('Chidi Eze', 999_999))).toMatch(/no longer has this course/);
  const { ENG, MTH } = ilorin().courseIds as { ENG: number; MTH: number };
  const all = [art, ENG, MTH].flatMap((courseId) => removal('Chidi Eze', courseId).courses!);
  expect(await refusal({ courses: all })).toMatch(/no course left/);
  const id = await ask(principal, removal('Chidi Eze'));
  expect(lines((await pageOf(registrar, id)).comparison)[0]).toMatch(
    /^Bakare, Tunde, First Term: Fine Art, position 2nd → 1st|^Eze, Chidi, First Term: Fine Art in the report card → —/,
  );
  expect((await agree(registrar, id)).statusCode).toBe(200);
  const { courses, summary } = await cardOf('Chidi Eze');
  expect([courses.length, summary.average, summary.counted]).toEqual([2, '40', 2]);
  expect(
    await rowsOf(sql`select component, was, entered from mark_changes where student_id = ${student('Chidi Eze')}
      and course_id = ${art} order by component`),
  ).toEqual([
    { component: 'examination', was: 4200, entered: null },
    { component: 'test', was: 2800, entered: null },
  ]);
  expect(await problems()).toEqual([]);
  const summaryOf = async (name: string) =>
    (await registrar.page(`/students/${student(name)}`)).props.summary as { average: string };
  expect(await summaryOf('Chidi Eze')).toMatchObject({ average: '40.00', term: 'Second Term' });
  const states = (await registrar.page('/result-corrections')).props.rows as object[];
  expect(states[0]).toMatchObject({ marks: 0, courses: 1, notes: 0, state: 'done' });
});

test('people without the right, and from elsewhere, reach nothing of it', async () => {
  const here = `/mark-sheets/${first}/students/${student('Ada Obi')}/correction`;
  for (const role of ['teacher', 'student', 'guardian'] as const)
    expect((await (await world.as(role)).get(here)).statusCode).toBe(403);
  const offa = await world.as('registrar.offa');
  expect((await offa.get(here)).statusCode).toBe(404);
  const [result] = await rowsOf<{ id: number }>(sql`select id::int as id from published_results
    where student_id = ${student('Ada Obi')} and replaced_at is null order by id limit 1`);
  expect((await offa.get(`/published-results/${result!.id}/correction`)).statusCode).toBe(404);
  const sent = await registrar.get(`/published-results/${result!.id}/correction`);
  expect(String(sent.headers.location)).toMatch(/\/mark-sheets\/\d+\/students\/\d+\/correction$/);
  // A class teacher writes notes, but corrects none.
  expect(
    (await compare(await world.as('teacher'), { notes: [note('Ada Obi', 'present', '59', '58')] })).statusCode,
  ).toBe(403);
});

test('nobody agrees to the own request with another account, nor corrects an erased student; the chain stays whole', async () => {
  const asked = { notes: [note('Chidi Eze', 'teacher', '', 'Chidi was often late.')] };
  const id = await ask(registrar, asked);
  const [employee] = await rowsOf<{ id: number }>(sql`select id::int as id from employees
    where institution_id = ${ilorin().id} order by id limit 1`);
  const { registrar: one, bursar: two } = world.school.accounts;
  await within((tx) =>
    tx.execute(sql`update memberships set employee_id = ${employee!.id}
      where institution_id = ${ilorin().id} and account_id in (${one}, ${two}) and role_id = ${ilorin().roleIds.registrar}`),
  );
  const other = await world.as('bursar');
  const { seen, can } = await pageOf(other, id);
  expect(can.agree).toBe(false);
  const tried = await other.post(`/result-corrections/${id}/approve`, { seen });
  expect([tried.statusCode, tried.json().message]).toEqual([403, expect.stringMatching(/your other account/)]);

  const chidi = student('Chidi Eze');
  const [{ number }] = (await rowsOf(
    sql`update students set status = 'withdrawn', batch_id = null where id = ${chidi} returning admission_number as number`,
  )) as [{ number: string }];
  const erased = await eraseBySecond(
    { asker: await world.as('owner'), second: await world.as('group') },
    `students/${chidi}`,
    number,
  );
  expect([erased.statusCode, erased.body]).toEqual([200, expect.anything()]);
  const after = (await pageOf(principal, id)) as unknown as { problem: string; correction: { reason: string } };
  expect([after.problem, after.correction.reason]).toEqual([expect.stringMatching(/was erased/), 'Erased']);
  expect((await principal.post(`/result-corrections/${id}/approve`, { seen })).statusCode).toBe(422);
  expect(await rowsOf(sql`select from term_notes where student_id = ${chidi}`)).toEqual([]);
  expect(await rowsOf(sql`select entered from result_correction_notes where student_id = ${chidi}`)).toEqual([
    { entered: 'Erased' },
  ]);
  expect(await problems()).toEqual([]);
});
