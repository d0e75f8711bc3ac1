import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { query } from '#kernel/database.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { withClient } from '#test/harness/client.ts';
import { addSampleScheme } from '#test/harness/sample-assessment.ts';

/*
 * JSS 1 A of 2026/2027: English of the first term is published, that of the second term is being entered. Then 2027/2028
 * begins and the old session is closed.
 */
let world: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
let principal: Browser;
let batchId: number;
let english: number;
const sheets = { first: 0, second: 0 };
const ilorin = () => world.school.ilorin;
const student = (name: string) => (ilorin().studentIds as Record<string, number>)[name]!;
const rows = <Row>(statement: ReturnType<typeof sql>) =>
  world.database.asSystem([ilorin().id], (tx) => query<Row & object>(tx, statement));

const cells = (entries: Record<string, number>) =>
  Object.entries(entries).map(([component, entry]) => ({
    studentId: student('Ada Obi'),
    component,
    entry,
    was: null as number | null,
  }));

beforeAll(async () => {
  world = await startSchool();
  [registrar, principal] = await Promise.all([world.as('registrar'), world.as('principal')]);
  const { id } = ilorin();
  batchId = (ilorin().batchIds as Record<string, number>)['JSS 1 A']!;
  english = (ilorin().courseIds as Record<string, number>).ENG!;
  await world.database.asSystem([id], async (tx) => {
    await addSampleScheme(tx, id);
    await tx.execute(
      sql`insert into course_offerings (institution_id, batch_id, course_id) values (${id}, ${batchId}, ${english})`,
    );
  });
  const terms = await rows<{ id: number }>(
    sql`select id::int as id from terms where institution_id = ${id} and session_id = ${ilorin().sessionIds.current} order by position`,
  );
  for (const { id: termId } of terms) await registrar.post('/mark-sheets', { termId, batchIds: [batchId], dueOn: '' });
  const made = await rows<{ id: number }>(sql`select id::int as id from mark_sheets order by term_id`);
  [sheets.first, sheets.second] = made.map((one) => one.id) as [number, number];
  await registrar.post(`/mark-sheets/${sheets.first}/courses/${english}/marks`, {
    cells: cells({ test: 3000, examination: 4100 }),
  });
  await registrar.post('/mark-sheets/lock', { ids: [sheets.first] });
  await principal.post('/mark-sheets/approve', { ids: [sheets.first], reason: 'Two pupils were ill' });
  const published = await principal.post('/mark-sheets/publish', { ids: [sheets.first] });
  expect([published.statusCode, published.body]).toEqual([303, '']);
});
afterAll(() => world?.close());

const at = () => `/academic-sessions/${ilorin().sessionIds.current}`;
const words = '2026/2027 is closed and read-only. Reopen the session to edit it.';

test('closing names what is unfinished, and asks for the reason of each kind', async () => {
  const next = {
    institutionId: ilorin().id,
    name: '2027/2028',
    startsOn: '2027-09-13',
    endsOn: '2028-07-21',
    is_current: 'this',
    terms: { 1: { name: 'First Term', startsOn: '2027-09-13', endsOn: '2027-12-17' } },
  };
  const added = await registrar.post('/academic-sessions', next);
  expect([added.statusCode, added.body]).toEqual([303, '']);
  const { props } = await registrar.page(`${at()}/close`);
  const kinds = (props.unfinished as { kind: string; what: string; examples: string[] }[]).map(({ kind, what }) => [
    kind,
    what,
  ]);
  expect(kinds).toEqual([
    ['sheets', expect.stringMatching(/^\d+ mark sheets not published$/)],
    ['decisions', expect.stringMatching(/^\d+ students without an approved promotion decision$/)],
    ['students', expect.stringMatching(/^\d+ students still enrolled in the session$/)],
  ]);
  const silent = await registrar.post(`${at()}/close`);
  expect([silent.statusCode, Object.keys(silent.json().errors)]).toEqual([
    422,
    ['reasons.sheets', 'reasons.decisions', 'reasons.students'],
  ]);
  const one = await registrar.post(`${at()}/close`, { reasons: { sheets: 'No examinations: floods', decisions: ' ' } });
  expect(Object.keys(one.json().errors)).toEqual(['reasons.decisions', 'reasons.students']);
  const reasons = { sheets: 'No examinations: floods', decisions: 'All repeat', students: 'Moved next week' };
  expect((await registrar.post(`${at()}/close`, { reasons })).statusCode).toBe(303);
  const [entry] = await rows<{ details: { unfinished: { kind: string; reason: string }[] } }>(
    sql`select details from audit_entries where action = 'structure.closeSession'`,
  );
  expect(entry!.details.unfinished.map(({ kind, reason }) => [kind, reason])).toEqual(Object.entries(reasons));
});

test('marks, locks, approvals, publication, decisions and bills of a closed session are refused', async () => {
  const { current } = ilorin().sessionIds;
  const enter = { cells: cells({ test: 2000 }) };
  const classId = (ilorin().classIds as Record<string, number>)['JSS 1']!;
  const decide = {
    sessionId: current,
    classId,
    studentIds: [student('Ada Obi')],
    outcome: 'repeat',
    reason: 'Ill',
  };
  for (const [who, address, body] of [
    [registrar, `/mark-sheets/${sheets.second}/courses/${english}/marks`, enter],
    [registrar, '/mark-sheets/lock', { ids: [sheets.second] }],
    [principal, '/promotion/decisions', decide],
    [registrar, `/batches/${batchId}/close`, {}],
  ] as const) {
    const answer = await who.post(address, body);
    expect([address, answer.statusCode, answer.json().errors]).toEqual([address, 422, { form: words }]);
  }
  await withClient(world.ownerUrl, (client) =>
    client.query(`update mark_sheets set state = 'approved' where id = ${sheets.second}`),
  );
  const published = await principal.post('/mark-sheets/publish', { ids: [sheets.second] });
  expect([published.statusCode, published.json().message]).toEqual([422, words]);
  expect(await rows(sql`select state from mark_sheets where id = ${sheets.second}`)).toEqual([{ state: 'approved' }]);
});

test('a published result of a closed session is still corrected with approval, and audited', async () => {
  const changed = { studentId: student('Ada Obi'), courseId: english, component: 'test', was: 3000, entry: 2500 };
  const body = { cells: [changed] };
  const { seen } = (await registrar.post(`/mark-sheets/${sheets.first}/correction/compare`, body)).json();
  const asked = await registrar.post(`/mark-sheets/${sheets.first}/corrections`, {
    ...body,
    reason: 'Added wrongly',
    seen,
  });
  expect([asked.statusCode, asked.body]).toEqual([303, '']);
  const address = String(asked.headers.location);
  const { props } = await principal.page(address);
  const agreed = await principal.post(`${address}/approve`, { seen: props.seen });
  expect([agreed.statusCode, agreed.body]).toEqual([200, expect.stringContaining('published again')]);
  expect(
    await rows(sql`select content #>> '{courses,0,total}' as total from published_results
      where student_id = ${student('Ada Obi')} and replaced_at is null`),
  ).toHaveLength(1);
  const [entry] = await rows<{ summary: string }>(
    sql`select summary from audit_entries where action = 'results.correct'`,
  );
  expect(entry!.summary).toContain('Added wrongly');
});
