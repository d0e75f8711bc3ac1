import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { withClient } from '#test/harness/client.ts';
import { addSampleScheme } from '#test/harness/sample-assessment.ts';
import { systemActor } from '#kernel/actor.ts';
import { cardsOf } from '../cards/cards.queries.ts';
import { withoutNames, type PublishedCard } from '../publication/sealed-cards.ts';
import { verifyResults } from '../verification/verify-results.ts';
import { findResultSheet } from '../term-results/find-sheet.ts';
import type { Comparison } from './correction-page.queries.ts';

/*
 * JSS 1, ranked over the class. First term: A and B are published. Second term: A is published, B is still open.
 *
 *            English           Mathematics       average   in class      second term (English, Mathematics)
 * Ada    A   30 + 41 = 71      20 + 45 = 65      68.00     2nd           60, 70: 65.00; cumulative 66.50
 * Tunde  A   25 + 41 = 66      20 + 40 = 60      63.00     3rd           50, 60: 55.00; cumulative 59.00
 * Chidi  A   20 + 20 = 40      10 + 20 = 30      35.00     5th           40, 40: 40.00; cumulative 37.50
 * Ngozi  B   30 + 40 = 70      30 + 40 = 70      70.00     1st
 * Musa   B   20 + 30 = 50      20 + 30 = 50      50.00     4th
 */
let world: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
let principal: Browser;
const sheets = { first: 0, firstB: 0, second: 0 };
const ilorin = () => world.school.ilorin;
const batch = (name: string) => (ilorin().batchIds as Record<string, number>)[name]!;
const student = (name: string) => (ilorin().studentIds as Record<string, number>)[name]!;
const course = (code: 'ENG' | 'MTH') => (ilorin().courseIds as Record<string, number>)[code]!;
const within = <T>(work: Parameters<typeof world.database.asSystem<T>>[1]) =>
  world.database.asSystem([ilorin().id], work);
const rowsOf = <Row>(query: ReturnType<typeof sql>) => within(async (tx) => (await tx.execute(query)).rows as Row[]);

const asOwner = (text: string) => withClient(world.ownerUrl, (client) => client.query(text));

const first: Record<string, [number, number, number, number]> = {
  'Ada Obi': [3000, 4100, 2000, 4500],
  'Tunde Bakare': [2500, 4100, 2000, 4000],
  'Chidi Eze': [2000, 2000, 1000, 2000],
  'Ngozi Okafor': [3000, 4000, 3000, 4000],
  'Musa Garba': [2000, 3000, 2000, 3000],
};
const second: typeof first = {
  'Ada Obi': [2000, 4000, 3000, 4000],
  'Tunde Bakare': [2000, 3000, 2000, 4000],
  'Chidi Eze': [2000, 2000, 2000, 2000],
};

beforeAll(async () => {
  world = await startSchool();
  [registrar, principal] = await Promise.all([world.as('registrar'), world.as('principal')]);
  const institutionId = ilorin().id;
  const [a, b] = [batch('JSS 1 A'), batch('JSS 1 B')];
  await within(async (tx) => {
    await addSampleScheme(tx, institutionId);
    await tx.execute(sql`insert into course_offerings (institution_id, batch_id, course_id)
      select ${institutionId}, x.b, x.c from (values (${a}::bigint, ${course('ENG')}::bigint),
        (${a}, ${course('MTH')}), (${b}, ${course('MTH')})) x (b, c)`);
  });
  await asOwner(`update assessment_scheme_versions set content = content || '{"ranksClass": true}'`);
  const terms = await rowsOf<{ id: number }>(
    sql`select t.id::int as id from terms t join terms n on (n.institution_id, n.session_id) = (t.institution_id, t.session_id)
      and n.is_current where t.institution_id = ${institutionId} and t.position <= 2 order by t.position`,
  );
  const publish = async (termId: number, batchIds: number[], marks: typeof first) => {
    await registrar.post('/mark-sheets', { termId, batchIds, dueOn: '' });
    const rows = Object.entries(marks).flatMap(([name, [e1, e2, m1, m2]]) => [
      { s: student(name), c: course('ENG'), e: { test: e1, examination: e2 } },
      { s: student(name), c: course('MTH'), e: { test: m1, examination: m2 } },
    ]);
    await within((tx) =>
      tx.execute(sql`insert into marks (institution_id, student_id, term_id, course_id, entries)
        select ${institutionId}, x.s, ${termId}, x.c, x.e
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) x (s bigint, c bigint, e jsonb)`),
    );
    const made = await rowsOf<{ id: number; batchId: number }>(
      sql`select id::int as id, batch_id::int as "batchId" from mark_sheets where term_id = ${termId} order by batch_id`,
    );
    return made.map(({ id }) => id);
  };
  const take = async (ids: number[]) => {
    await registrar.post('/mark-sheets/lock', { ids });
    await principal.post('/mark-sheets/approve', { ids });
    const published = await principal.post('/mark-sheets/publish', { ids });
    expect([published.statusCode, published.body]).toEqual([303, '']);
  };
  [sheets.first, sheets.firstB] = (await publish(terms[0]!.id, [a, b], first)) as [number, number];
  await take([sheets.first, sheets.firstB]);
  const [secondA] = await publish(terms[1]!.id, [a, b], second);
  sheets.second = secondA!;
  await take([sheets.second]);
});
afterAll(() => world.close());

type Cells = { studentId: number; courseId: number; component: string; was: unknown; entry: unknown }[];
const cell = (name: string, code: 'ENG' | 'MTH', component: string, was: unknown, entry: unknown) => ({
  studentId: student(name),
  courseId: course(code),
  component,
  was,
  entry,
});
const compare = (who: Browser, cells: Cells, sheetId = sheets.first) =>
  who.post(`/mark-sheets/${sheetId}/correction/compare`, { cells });
const ask = async (who: Browser, cells: Cells, reason = 'The teacher added the test wrongly') => {
  const { seen } = (await compare(who, cells)).json();
  const answer = await who.post(`/mark-sheets/${sheets.first}/corrections`, { cells, reason, seen });
  expect([answer.statusCode, answer.body]).toEqual([303, '']);
  return Number(/\/result-corrections\/(\d+)/.exec(String(answer.headers.location))![1]);
};
const pageOf = async (who: Browser, id: number) =>
  (await who.page(`/result-corrections/${id}`)).props as never as {
    seen: string;
    problem: string | null;
    isOther: boolean;
    comparison: Comparison | null;
    can: { agree: boolean; refuse: boolean; withdraw: boolean };
  };
/** 'Obi, Ada, First Term: Average 68.00 → 73.00, …' in lines that a person can check. */
const lines = ({ affected }: Comparison) =>
  affected.map(
    ({ name, term, own }) => `${name}, ${term}: ${own.map(({ what, was, is }) => `${what} ${was} → ${is}`).join(', ')}`,
  );
const cards = (sheetId: number) =>
  rowsOf<{ content: PublishedCard; correctionId: number | null }>(
    sql`select r.content, r.correction_id::int as "correctionId" from published_results r
      join students p on (p.institution_id, p.id) = (r.institution_id, r.student_id)
      join mark_sheets s on (s.institution_id, s.term_id, s.batch_id) = (r.institution_id, r.term_id, r.batch_id)
      where s.id = ${sheetId} and r.replaced_at is null order by p.sort_name, p.id`,
  );
const plain = (content: object) => JSON.parse(JSON.stringify({ ...content, corrects: undefined })) as unknown;
const verified = async () =>
  (await withClient(world.ownerUrl, (client) => verifyResults(client, world.services.secret))).find(
    ({ institution }) => institution === 'Ilorin Grammar School',
  )!;

const raise = () => [cell('Ada Obi', 'ENG', 'test', 3000, 3900), cell('Ada Obi', 'MTH', 'examination', 4500, 4600)];

test('everyone affected is shown before anything is asked: positions over the class, and the later term', async () => {
  const before = await cards(sheets.first);
  const { affected, classOnly } = (await compare(registrar, raise())).json() as Comparison;
  expect(lines({ affected, classOnly })).toEqual([
    'Obi, Ada, First Term: English Language, Test 30 → 39, English Language, total 71 → 80, English Language, grade B2 → A1, ' +
      'Mathematics, Examination 45 → 46, Mathematics, total 65 → 66, Average 68.00 → 73.00, Position in class 2nd → 1st',
    'Okafor, Ngozi, First Term: Position in class 1st → 2nd',
    'Obi, Ada, Second Term: English Language, First Term 71 → 80, English Language, cumulative 65.50 → 70.00, ' +
      'Mathematics, First Term 65 → 66, Mathematics, cumulative 67.50 → 68.00, First Term average 68.00 → 73.00, Cumulative 66.50 → 69.00',
  ]);
  expect(classOnly.map(({ name }) => name)).toEqual(['Bakare, Tunde', 'Eze, Chidi']);
  expect(classOnly[0]!.ofClass[0]).toEqual({ what: 'English Language, class average', was: '59.00', is: '62.00' });
  expect(await cards(sheets.first)).toEqual(before);
  expect(await rowsOf(sql`select from result_corrections`)).toEqual([]);
});

test('what cannot be corrected is refused in words, with nothing changed', async () => {
  const refused = async (cells: Cells, who = registrar, sheetId = sheets.first) => {
    const answer = await compare(who, cells, sheetId);
    return [answer.statusCode, answer.json().errors?.cells ?? answer.json().errors?.form ?? answer.json().message];
  };
  const [name] = ['Ada Obi'];
  expect(await refused([cell(name!, 'ENG', 'test', 3000, 4100)])).toEqual([
    422,
    expect.stringMatching(/41 is above the maximum of 40/),
  ]);
  expect(await refused([cell(name!, 'ENG', 'test', 3000, 3025)])).toEqual([
    422,
    expect.stringMatching(/not a multiple/),
  ]);
  expect(await refused([cell(name!, 'ENG', 'test', 2900, 3100)])).toEqual([
    422,
    expect.stringMatching(/is 30 now, not 29/),
  ]);
  expect(await refused([cell('Musa Garba', 'ENG', 'test', 2000, 3100)])).toEqual([
    422,
    expect.stringMatching(/no published result here/),
  ]);
  expect(await refused([cell(name!, 'ENG', 'project', null, 100)])).toEqual([
    422,
    expect.stringMatching(/no such part/),
  ]);
  const [open] = await rowsOf<{ id: number }>(sql`select id::int as id from mark_sheets where state = 'open'`);
  expect(await refused([cell('Musa Garba', 'ENG', 'test', null, 3000)], registrar, open!.id)).toEqual([
    422,
    expect.stringMatching(/JSS 1 B is open/),
  ]);
  expect((await compare(await world.as('teacher'), raise())).statusCode).toBe(403);
  expect((await compare(await world.as('registrar.offa'), raise())).statusCode).toBe(404);
});

test('a second person who has seen the comparison carries it out; marks, results and later terms follow exactly', async () => {
  const id = await ask(registrar, raise());
  expect((await pageOf(registrar, id)).can).toEqual({ agree: false, refuse: false, withdraw: true });
  const { seen } = await pageOf(principal, id);
  const approve = (who: Browser, body: object) => who.post(`/result-corrections/${id}/approve`, body);
  expect((await approve(registrar, { seen })).statusCode).toBe(422);
  expect((await approve(await world.as('teacher'), { seen })).statusCode).toBe(403);
  const [request] = await rowsOf<{ id: number }>(sql`select max(id)::int as id from approvals`);
  const blind = await principal.post(`/approvals/${request!.id}/approve`, {});
  expect([blind.statusCode, blind.json().message]).toEqual([409, expect.stringMatching(/Open the correction/)]);
  const waiting = await compare(registrar, raise());
  const twice = await registrar.post(`/mark-sheets/${sheets.first}/corrections`, {
    cells: raise(),
    reason: 'Again',
    seen: waiting.json().seen,
  });
  expect(twice.json().errors.form).toMatch(/already waiting/);
  const done = await approve(principal, { seen });
  expect([done.statusCode, done.json().message]).toEqual([
    200,
    'The results are corrected: 5 results published again.',
  ]);

  expect(
    await rowsOf(sql`select h.was, h.entered, c.reason, a.name from mark_changes h
      join result_corrections c on c.id = h.correction_id join accounts a on a.id = h.account_id order by h.id`),
  ).toMatchObject([
    { was: 3000, entered: 3900, reason: 'The teacher added the test wrongly' },
    { was: 4500, entered: 4600 },
  ]);
  // What was computed from published cards alone is what the marks say from the beginning.
  for (const sheetId of [sheets.first, sheets.firstB, sheets.second]) {
    const fresh = await within(async (tx) => {
      const sheet = await findResultSheet(tx, systemActor(ilorin().id, 'Test'), sheetId);
      return (await cardsOf(tx, sheet)).cards.map(withoutNames);
    });
    expect((await cards(sheetId)).map(({ content }) => plain(content))).toEqual(fresh.map(plain));
  }
  expect(await verified()).toMatchObject({ problems: [], sealed: 13 });
  const told = await rowsOf<{ title: string }>(
    sql`select title from notifications where kind = 'results.corrected' order by id`,
  );
  expect(told.map(({ title }) => title)).toEqual([
    expect.stringMatching(/^Results of First Term, .* were corrected$/),
    expect.stringMatching(/^Results of Second Term/),
  ]);
  expect((await pageOf(principal, id)).comparison!.affected).toHaveLength(3);
});

test('families see the corrected result alone, staff its history, and the old paper says on which day it was replaced', async () => {
  const tab = async (who: Browser) =>
    (await who.page(`/students/${student('Tunde Bakare')}/results`)).props.added.props as {
      results: { id: number; isCorrected: boolean }[];
      history: { isCurrent: boolean; reason: string | null; asker: string | null; decider: string | null }[];
    };
  const staff = await tab(registrar);
  expect(staff.history.map(({ isCurrent, reason }) => [isCurrent, reason])).toEqual([
    [true, 'The teacher added the test wrongly'],
    [false, null],
  ]);
  expect(staff.history[0]!.decider).not.toBe(staff.history[0]!.asker);
  const guardian = await world.as('guardian');
  const family = await tab(guardian);
  expect([family.history, family.results.map(({ isCorrected }) => isCorrected)]).toEqual([[], [false, true]]);
  const [old] = await rowsOf<{ id: number; code: string }>(sql`select id::int as id, code from published_results
    where student_id = ${student('Tunde Bakare')} and replaced_at is not null`);
  expect((await guardian.get(`/published-results/${old!.id}/report-card.pdf`)).statusCode).toBe(404);
  const { props } = await world.nobody().page(`/verify/result/${old!.code}`);
  expect(props.result).toMatchObject({ initials: 'T. B.', replacedOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) });
  expect(JSON.stringify(props.result)).not.toMatch(/added the test|[A-Za-z0-9_-]{16}/);
  expect((await guardian.get('/result-corrections')).statusCode).toBe(403);
  expect((await (await world.as('registrar.offa')).page('/result-corrections')).props.rows).toEqual([]);
});

test('what the approver saw must still be what is written; a refusal and a mark corrected meanwhile change nothing', async () => {
  const english = () => [cell('Chidi Eze', 'ENG', 'examination', 2000, 'withheld')];
  const own = await ask(principal, english(), 'Suspected malpractice');
  const other = await ask(registrar, [cell('Tunde Bakare', 'ENG', 'test', 2500, 3000)], 'Copied from the wrong line');
  const late = await ask(registrar, [cell('Chidi Eze', 'ENG', 'test', 2000, 2100)], 'Counted again');
  const shown = await pageOf(registrar, own);
  expect(lines(shown.comparison!)[0]).toMatch(
    /Eze, Chidi, First Term: .*Position 3rd → —.*Not ranked — → A mark is withheld/,
  );
  const approve = (who: Browser, id: number, seen: string) => who.post(`/result-corrections/${id}/approve`, { seen });
  expect((await approve(principal, other, (await pageOf(principal, other)).seen)).statusCode).toBe(200);
  const stale = await approve(registrar, own, shown.seen);
  expect([stale.statusCode, stale.json().message]).toEqual([409, expect.stringMatching(/changed since you compared/)]);
  const anew = await pageOf(registrar, own);
  expect(anew.isOther).toBe(true);
  expect((await approve(registrar, own, anew.seen)).statusCode).toBe(200);
  const refused = await principal.post(`/result-corrections/${late}/refuse`, { reason: 'The script says 20' });
  expect(refused.statusCode).toBe(303);
  expect((await approve(principal, late, (await pageOf(principal, late)).seen ?? '')).statusCode).toBe(409);
  const states = (await registrar.page('/result-corrections')).props.rows as { state: string }[];
  expect(states.map(({ state }) => state)).toEqual(['refused', 'done', 'done', 'done']);
  expect((await verified()).problems).toEqual([]);
});

test('nobody corrects the own child’s marks, and what was published counts, not an edited course or a flipped mark', async () => {
  await within((tx) =>
    tx.execute(sql`insert into memberships (institution_id, account_id, role_id, guardian_id)
      select ${ilorin().id}, ${world.school.accounts.principal}, ${ilorin().roleIds.guardian}, g.guardian_id
      from student_guardians g where g.student_id = ${student('Tunde Bakare')} limit 1`),
  );
  const cells = [cell('Tunde Bakare', 'MTH', 'test', 2000, 2500)];
  expect((await compare(principal, cells)).statusCode).toBe(403);
  await within((tx) =>
    tx.execute(sql`update courses set title = 'Renamed', credit_units = 9 where id = ${course('MTH')}`),
  );
  const id = await ask(registrar, cells);
  const page = await pageOf(principal, id);
  expect(page.can).toMatchObject({ agree: false, refuse: false });
  expect((await principal.post(`/result-corrections/${id}/approve`, { seen: page.seen })).statusCode).toBe(403);
  expect(page.comparison!.affected[0]!.own[0]).toEqual({ what: 'Mathematics, Test', was: '20', is: '25' });
  const owner = await world.as('owner');
  expect((await owner.post(`/result-corrections/${id}/approve`, { seen: page.seen })).statusCode).toBe(200);
  const [tunde] = await cards(sheets.first);
  expect(tunde!.content.courses.map(({ title, units }) => [title, units])).not.toContainEqual(['Renamed', 9]);
  expect((await verified()).problems).toEqual([]);
  await asOwner(`update marks set entries = jsonb_set(entries, '{test}', '2501')
    where student_id = ${student('Tunde Bakare')} and course_id = ${course('MTH')} and entries ->> 'test' = '2500'`);
  expect((await verified()).problems).toEqual([
    expect.stringMatching(
      /^The mark of .*, First Term, .* in Mathematics, Test is 25\.01, but 25 was published .*outside a correction\.$/,
    ),
  ]);
  // Printed from what was published.
  const sheet = (await registrar.page(`/mark-sheets/${sheets.first}/broadsheet`)).props.broadsheet as {
    courses: { title: string }[];
  };
  expect(sheet.courses.map(({ title }) => title)).toEqual(['English Language', 'Mathematics']);
});
