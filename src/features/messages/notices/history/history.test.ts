import { parse } from 'csv-parse/sync';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { queueMessages, type Outgoing } from '#kernel/messages/queue.ts';
import { startSchool } from '#test/harness/app.ts';
import type { PersonMessage } from './person-messages.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let ids: { guardian: number; teacherStudent: number };
const number = '+2348030000001';

const queue = (institutionId: number, messages: Omit<Outgoing, 'channel' | 'recipient'>[]) =>
  world.database.asSystem([institutionId], (tx) =>
    queueMessages(
      tx,
      institutionId,
      messages.map((message) => ({ channel: 'sms', recipient: number, ...message })),
    ),
  );

beforeAll(async () => {
  world = await startSchool();
  const { ilorin, offa } = world.school;
  const { rows } = await world.database.asSystem([ilorin.id], (tx) =>
    tx.execute<{ guardian: number; student: number }>(sql`select
      (select id from guardians where institution_id = ${ilorin.id} and mobile = ${number})::int as guardian,
      (select id from students where institution_id = ${ilorin.id} and batch_id = ${ilorin.batchIds['JSS 2 A']} limit 1)::int as student`),
  );
  ids = { guardian: rows[0]!.guardian, teacherStudent: rows[0]!.student };
  const to = { guardianId: ids.guardian, studentId: ilorin.studentIds['Tunde Bakare'] };
  await queue(ilorin.id, [
    { ...to, event: 'attendance.absent', body: 'Tunde was absent today.' },
    { ...to, event: 'results.published', body: 'Tunde has an average of 71.', needs: 'results.view' },
    { ...to, event: 'fees.due', body: 'Tunde owes NGN 20,000.', needs: 'fees.view' },
    { event: 'accounts.reset', body: 'Your code is 4711.', keyKind: 'reset' },
    { event: 'attendance.absent', body: 'One of the batch.', studentId: ids.teacherStudent },
  ]);
  await queue(offa.id, [{ event: 'attendance.absent', body: 'Of another school.' }]);
});
afterAll(() => world?.close());

const textsOf = (rows: PersonMessage[]) => rows.map(({ event, body }) => [event, body]);

test('a record shows what was sent to the person, restricted text only to people who can see its source', async () => {
  const registrar = await world.as('registrar');
  const address = `/guardians/${ids.guardian}/messages`;
  const { props } = await registrar.page(address);
  const { rows } = props.added.props as { rows: PersonMessage[] };
  expect(rows.map(({ event, recipient, state }) => [event, recipient, state])).toEqual([
    // Sent to the number alone.
    ['accounts.reset', number, 'kept'],
    ['fees.due', number, 'kept'],
    ['results.published', number, 'kept'],
    ['attendance.absent', number, 'kept'],
  ]);
  expect(textsOf(rows)).toContainEqual(['attendance.absent', 'Tunde was absent today.']);
  expect(textsOf(rows)).toContainEqual(['accounts.reset', null]);
  const student = world.school.ilorin.studentIds['Tunde Bakare'];
  const ofStudent = (await registrar.page(`/students/${student}/messages`)).props.added.props.rows;
  expect(ofStudent[0]).toMatchObject({ event: 'fees.due', guardian: 'Folake Bakare', recipient: number });
  const owner = await world.as('owner');
  const seen = textsOf((await owner.page(address)).props.added.props.rows);
  expect(seen).toContainEqual(['results.published', 'Tunde has an average of 71.']);
  expect(seen).toContainEqual(['fees.due', 'Tunde owes NGN 20,000.']);
  // The code is opened in the outbox alone, where that is recorded.
  expect(seen).toContainEqual(['accounts.reset', null]);
});

test('further pages are filtered by channel and status, and cursors are stable', async () => {
  const registrar = await world.as('registrar');
  const at = `/message-history/guardians/${ids.guardian}`;
  const read = async (query: string) => (await registrar.get(`${at}${query}`)).json<{ rows: PersonMessage[] }>().rows;
  expect(await read('?channel=email')).toEqual([]);
  expect(await read('?channel=sms&state=kept')).toHaveLength(4);
  const [, second] = await read('');
  expect((await read(`?after=${second!.id}`)).map(({ event }) => event)).toEqual([
    'results.published',
    'attendance.absent',
  ]);
  expect((await registrar.get(`${at}?state=posted`)).statusCode).toBe(400);
});

test('the messages of a person are exported as the tab shows them, with a line in the log', async () => {
  const registrar = await world.as('registrar');
  const owner = await world.as('owner');
  const at = `/message-history/guardians/${ids.guardian}/export`;
  const linesOf = async (who: typeof owner, query = '') => {
    const { body } = await who.get(`${at}.csv${query}`);
    return parse(body, { bom: true, columns: true }) as Record<string, string>[];
  };
  expect((await linesOf(owner)).map((row) => [row.For, row.Text, row['Number or address']])).toEqual([
    ['Password code', '', `'${number}`],
    ['Fee due soon', 'Tunde owes NGN 20,000.', `'${number}`],
    ['Results published', 'Tunde has an average of 71.', `'${number}`],
    ['Absence', 'Tunde was absent today.', `'${number}`],
  ]);
  expect((await linesOf(registrar)).map(({ Text }) => Text)).not.toContain('Tunde owes NGN 20,000.');
  expect(await linesOf(owner, '?channel=email')).toEqual([]);
  expect((await owner.get(`${at}.xlsx`)).headers['content-type']).toContain('spreadsheetml');
  const entries = await world.database.asSystem([world.school.ilorin.id], (tx) =>
    tx.execute(
      sql`select summary, subject_type, subject_id::int from audit_entries where action = 'messages.exportHistory' order by id`,
    ),
  );
  expect(entries.rows[0]).toEqual({
    summary: 'exported 4 messages of one guardian to CSV',
    subject_type: 'guardian',
    subject_id: ids.guardian,
  });
  const teacher = await world.as('teacher');
  const own = `/message-history/students/${ids.teacherStudent}/export.csv`;
  expect((await teacher.get(own)).body).toContain('One of the batch.');
  expect((await teacher.get(own)).body).not.toContain(number);
  expect((await teacher.get(`${at}.csv`)).statusCode).toBe(404);
  expect((await (await world.as('registrar.offa')).get(`${at}.csv`)).statusCode).toBe(404);
});

test('a teacher sees the messages of own batches alone, without numbers; families and strangers see none', async () => {
  const teacher = await world.as('teacher');
  const own = (await teacher.page(`/students/${ids.teacherStudent}/messages`)).props.added.props.rows;
  expect(own).toMatchObject([{ body: 'One of the batch.', recipient: null }]);
  const other = world.school.ilorin.studentIds['Tunde Bakare'];
  for (const address of [`/students/${other}/messages`, `/message-history/students/${other}`])
    expect((await teacher.get(address)).statusCode).toBe(404);
  const guardian = await world.as('guardian');
  expect((await guardian.get(`/students/${other}/messages`)).statusCode).toBe(403);
  const stranger = await world.as('registrar.offa');
  expect((await stranger.get(`/message-history/guardians/${ids.guardian}`)).statusCode).toBe(404);
});

test('the outbox is searched, filtered and exported, without text that the reader can’t open', async () => {
  const owner = await world.as('owner');
  const eventsOf = async (query: string) =>
    (await owner.page(`/outbox${query}`)).props.rows.map(({ event }: { event: string }) => event);
  expect(await eventsOf('?q=0803+000+0001&state=kept')).toHaveLength(5);
  expect(await eventsOf('?q=0803+000+0009')).toEqual([]);
  expect(await eventsOf('?event=fees.due&channel=sms')).toEqual(['fees.due']);
  expect(await eventsOf('?state=problems')).toEqual([]);
  const today = new Date().toLocaleDateString('en-CA', { timeZone: 'Africa/Lagos' });
  expect(await eventsOf(`?from=${today}&to=${today}`)).toHaveLength(5);
  expect(await eventsOf('?to=2020-01-01')).toEqual([]);
  const { body } = await owner.get('/outbox/export.csv');
  const rows = parse(body, { bom: true, columns: true }) as Record<string, string>[];
  expect(rows.map((row) => [row.For, row.Text])).toEqual([
    ['Absence', 'One of the batch.'],
    ['Password code', ''],
    ['Fee due soon', 'Tunde owes NGN 20,000.'],
    ['Results published', 'Tunde has an average of 71.'],
    ['Absence', 'Tunde was absent today.'],
  ]);
  expect(body).not.toContain('4711');
});
