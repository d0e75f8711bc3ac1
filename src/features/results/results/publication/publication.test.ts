import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { withClient } from '#test/harness/client.ts';
import { pdfText } from '#test/harness/pdf-text.ts';
import { addSampleScheme } from '#test/harness/sample-assessment.ts';
import { verifyAll } from '../verification/verify-nightly.job.ts';
import { verifyResults } from '../verification/verify-results.ts';

/* JSS 1 A, English alone: Ada Obi 71, Tunde Bakare 64.5, Chidi Eze absent. Ada is the student, Tunde the guardian's child. */
let world: Awaited<ReturnType<typeof startSchool>>;
let principal: Browser;
let sheetId: number;
const ilorin = () => world.school.ilorin;
const student = (name: string) => (ilorin().studentIds as Record<string, number>)[name]!;
const within = <T>(work: Parameters<typeof world.database.asSystem<T>>[1]) =>
  world.database.asSystem([ilorin().id], work);
const one = async <Row>(query: ReturnType<typeof sql>) =>
  (await within(async (tx) => (await tx.execute(query)).rows as Row[]))[0]!;
beforeAll(async () => {
  world = await startSchool();
  principal = await world.as('principal');
  const batchId = (ilorin().batchIds as Record<string, number>)['JSS 1 A']!;
  const english = ilorin().courseIds.ENG!;
  await within(async (tx) => {
    await addSampleScheme(tx, ilorin().id);
    await tx.execute(sql`insert into course_offerings (institution_id, batch_id, course_id)
      values (${ilorin().id}, ${batchId}, ${english})`);
  });
  const { id: termId } = await one<{ id: number }>(
    sql`select id::int as id from terms where institution_id = ${ilorin().id} and is_current`,
  );
  const registrar = await world.as('registrar');
  await registrar.post('/mark-sheets', { termId, batchIds: [batchId], dueOn: '' });
  ({ id: sheetId } = await one<{ id: number }>(sql`select id::int as id from mark_sheets`));
  const cells = [
    ['Ada Obi', 3000, 4100],
    ['Tunde Bakare', 2450, 4000],
    ['Chidi Eze', 'absent', 'absent'],
  ].flatMap(([name, test, examination]) =>
    Object.entries({ test, examination }).map(([component, entry]) => ({
      studentId: student(name as string),
      component,
      entry,
      was: null,
    })),
  );
  await registrar.post(`/mark-sheets/${sheetId}/courses/${english}/marks`, { cells });
  await registrar.post('/mark-sheets/lock', { ids: [sheetId] });
});
afterAll(() => world.close());

const tabOf = async (who: Browser, name: string) =>
  (await who.page(`/students/${student(name)}/results`)).props.added.props as {
    results: { id: number }[];
    withheld: unknown;
  };

type Way = { audience: string; channel: string; isOn: boolean; messages: number; price: number };
const messagesOf = async (who: Browser) =>
  (await who.get(`/mark-sheets/publish/messages?ids=${sheetId}`)).json() as { ways: Way[] };
const ways = ({ ways: all }: { ways: Way[] }) =>
  Object.fromEntries(all.map((way) => [`${way.audience} ${way.channel}`, way]));

test('only approved results are published, by who may, and nobody sees them before', async () => {
  const guardian = await world.as('guardian');
  const early = await principal.post('/mark-sheets/publish', { ids: [sheetId] });
  expect(early.json().errors.ids).toMatch(/JSS 1 A is locked/);
  await principal.post('/mark-sheets/approve', { ids: [sheetId] });
  // A scale that is changed after the approval: 64.5 would be an A1.
  await within((tx) =>
    tx.execute(sql`insert into grading_scale_versions (institution_id, scale_id, version, bands, designations)
      select institution_id, scale_id, 2, jsonb_set(bands, '{0,from}', '5000'), designations from grading_scale_versions
      where institution_id = ${ilorin().id}`),
  );
  const teacher = await world.as('teacher');
  expect((await teacher.post('/mark-sheets/publish', { ids: [sheetId] })).statusCode).toBe(403);
  expect((await tabOf(guardian, 'Tunde Bakare')).results).toEqual([]);
  const before = await messagesOf(principal);
  expect(before).toMatchObject({ currency: 'NGN', maySwitch: true });
  expect(ways(before)).toMatchObject({
    'guardian sms': { isOn: false, messages: 0 },
    'guardian notice': { isOn: true },
  });
  expect((await teacher.get(`/mark-sheets/publish/messages?ids=${sheetId}`)).statusCode).toBe(403);
  const elsewhere = await world.as('registrar.offa');
  expect((await elsewhere.get(`/mark-sheets/publish/messages?ids=${sheetId}`)).statusCode).not.toBe(200);
  await within(async (tx) => {
    await tx.execute(sql`insert into message_switches (institution_id, event, audience, channel, is_on, on_since)
      values (${ilorin().id}, 'results.published', 'guardian', 'sms', true, now())`);
    await tx.execute(sql`insert into message_providers (institution_id, channel, kind, sealed, is_on, place)
      values (${ilorin().id}, 'sms', 'http', '', true, 1)`);
    await tx.execute(sql`insert into message_prices (institution_id, prefix, network, price)
      values (${ilorin().id}, '+234', 'Nigeria', 400)`);
  });
  const promised = ways(await messagesOf(principal));
  expect(promised['guardian sms']).toMatchObject({ isOn: true, messages: 1, price: 400, unpriced: 0, isKept: false });
  const published = await principal.post('/mark-sheets/publish', { ids: [sheetId] });
  const sent = await one<{ n: number; price: number }>(
    sql`select count(*)::int as n, sum(price)::int as price from outbox where event = 'results.published' and channel = 'sms'`,
  );
  expect(sent).toEqual({ n: 1, price: 400 });
  expect((await principal.get(`/mark-sheets/publish/messages?ids=${sheetId}`)).statusCode).toBe(404);
  expect([published.statusCode, published.body]).toEqual([303, '']);
  const { grade } = await one<{ grade: string }>(sql`select content #>> '{courses,0,grade}' as grade
    from published_results where student_id = ${student('Tunde Bakare')}`);
  expect(grade).toBe('C4');
  const again = await principal.post('/mark-sheets/publish', { ids: [sheetId] });
  expect(again.json().errors.ids).toMatch(/is published/);
  const news = await one<{ title: string }>(sql`select title from notifications where kind = 'results.published'`);
  expect(news.title).toMatch(/^Results of .* are published$/);
});

test('a guardian opens the child’s report card, whose code proves the paper; no other child’s', async () => {
  const guardian = await world.as('guardian');
  const { results } = await tabOf(guardian, 'Tunde Bakare');
  expect(results).toMatchObject([{ average: '64.5', position: 2, positionOf: 3, passed: 1, counted: 1 }]);
  const card = await guardian.get(`/published-results/${results[0]!.id}/report-card.pdf`);
  expect([card.statusCode, card.headers['content-type']]).toEqual([200, 'application/pdf']);
  const text = pdfText(card.rawPayload).join(' ');
  expect(text).toContain('Bakare');
  expect(text).not.toContain('Preview');
  const [, code] = /\/verify\/result\/([A-Za-z0-9_-]{16})/.exec(text.replace(/\s/g, ''))!;
  const visitor = world.nobody();
  const { props } = await visitor.page(`/verify/result/${code}`);
  expect(props.result).toMatchObject({ initials: 'T. B.', average: '64.5', courses: 1, replacedOn: null });
  expect((await visitor.get('/verify/result/AAAAAAAAAAAAAAAA')).statusCode).toBe(404);
  const ada = await one<{ id: number }>(
    sql`select id::int as id from published_results where student_id = ${student('Ada Obi')}`,
  );
  expect((await guardian.get(`/published-results/${ada.id}/report-card.pdf`)).statusCode).toBe(404);
  expect((await (await world.as('student')).get(`/published-results/${ada.id}/report-card.pdf`)).statusCode).toBe(200);
});

test('one flipped digit in a published mark, a removed result and a moved one are found and named', async () => {
  const { secret } = world.services;
  const verify = () => withClient(world.ownerUrl, (client) => verifyResults(client, secret));
  const ofIlorin = async () => (await verify()).find(({ institution }) => institution === 'Ilorin Grammar School')!;
  expect(await ofIlorin()).toMatchObject({ sealed: 3, problems: [] });
  const asOwner = (text: string) => withClient(world.ownerUrl, (client) => client.query(text));
  const tunde = student('Tunde Bakare');
  await asOwner(`update published_results set content = replace(content::text, '"examination": 4000', '"examination": 4900')::jsonb
    where student_id = ${tunde}`);
  const { problems } = await ofIlorin();
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(/^The result of .* was changed after it was published/);
  await verifyAll(world.database, secret);
  const told = await one<{ body: string }>(sql`select body from notifications where kind = 'results.changed'`);
  expect(told.body).toBe(problems[0]);
  await asOwner(`update published_results set content = replace(content::text, '"examination": 4900', '"examination": 4000')::jsonb
    where student_id = ${tunde}`);
  expect((await ofIlorin()).problems).toEqual([]);
  await asOwner(`update published_results set digest = sha256('x'), seal = sha256('y') where student_id = ${tunde}`);
  expect((await ofIlorin()).problems.length).toBeGreaterThan(1);
  await asOwner(`delete from published_results where student_id = ${tunde}`);
  expect((await ofIlorin()).problems.join(' ')).toMatch(/is missing/);
});
