import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, type Database } from '#kernel/database.ts';
import { createApp } from '#product/app.ts';
import { Browser, startSchool } from '#test/harness/app.ts';
import { openTill } from '#test/harness/till.ts';
import { password } from '#test/school.ts';
import { openCountingProxy, socketFolderOf, throughProxy, type CountingProxy } from './bench/counting-proxy.ts';

/** How often a request waits for the database: over a network, that is what it takes. */
let world: Awaited<ReturnType<typeof startSchool>>;
let proxy: CountingProxy;
let database: Database;
let app: Awaited<ReturnType<typeof createApp>>;

beforeAll(async () => {
  world = await startSchool();
  proxy = await openCountingProxy(socketFolderOf(world.appUrl));
  // One connection, which the first request of each test opens.
  database = connect({ url: throughProxy(world.appUrl, proxy), max: 1 });
  app = await createApp({ ...world.services, database }, { requestsPerMinute: false, maxEventLoopDelay: 0 });
});
afterAll(async () => {
  await app?.close();
  await database?.close();
  await world?.close();
});

/** The fewest round trips of several tries: on a busy machine two packets may be counted that were sent as one. */
async function roundTripsOf(request: () => Promise<unknown>) {
  await request();
  const found: number[] = [];
  for (let turn = 0; turn < 5; turn++) {
    proxy.take();
    await request();
    found.push(proxy.take().roundTrips);
  }
  return Math.min(...found);
}

test('a sign-in takes at most five round trips', async () => {
  const signIn = async () => {
    const visitor = new Browser(app, world.services.secret, {});
    const answer = await visitor.post('/sign-in', { identifier: 'registrar', password, next: '/students' });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/students']);
  };
  expect(await roundTripsOf(signIn)).toBeLessThanOrEqual(5);
});

test('a list, a search, a record and the page of an institution take one', async () => {
  const { cookies } = await world.as('registrar');
  const registrar = new Browser(app, world.services.secret, cookies);
  const { id, studentIds } = world.school.ilorin;
  for (const address of [
    '/students',
    '/students?q=obi',
    `/students/${studentIds['Ada Obi']}`,
    '/guardians',
    `/institutions/${id}`,
  ])
    expect(await roundTripsOf(() => registrar.page(address)), address).toBe(1);
  // What there is to show, then the dashlets.
  expect(await roundTripsOf(() => registrar.page('/home'))).toBeLessThanOrEqual(3);
  const design = { subject: 'student', first_group: 'gender', measure: 'count', chart: 'bar', order_by: 'group' };
  const saved = await registrar.post('/graphs', { institution_id: id, name: 'Gender', ...design });
  const graph_id = saved.headers.location!.slice('/graphs/'.length);
  await registrar.post('/dashlets', { institution_id: id, kind: 'graph', graph_id });
  // A graph is found with the dashlets, then counted; what was counted is remembered.
  expect(await roundTripsOf(() => registrar.page('/home'))).toBeLessThanOrEqual(3);
  expect(await roundTripsOf(() => registrar.page('/home'))).toBe(2);
});

test('a payment at the counter takes at most eight, and the tab of fees one', async () => {
  const till = openTill(world);
  const ada = world.school.ilorin.studentIds['Ada Obi'];
  await till.bill(ada, 50_000_00);
  const { cookies } = await world.as('cashier');
  const cashier = new Browser(app, world.services.secret, cookies);
  await till.openDay(cashier, 0);
  let paid = 0;
  const pay = async () => {
    paid += 1;
    const shares = [{ student_id: ada, amount: 1_000_00 + paid }];
    const answer = await cashier.post('/payments', { student_id: ada, channel: 'cash', shares });
    expect([answer.statusCode, answer.json().receipt]).toEqual([200, `RCT-${String(paid).padStart(6, '0')}`]);
  };
  expect(await roundTripsOf(pay)).toBeLessThanOrEqual(8);
  const bursar = new Browser(app, world.services.secret, (await world.as('bursar')).cookies);
  expect(await roundTripsOf(() => bursar.page(`/students/${ada}/fees`))).toBe(1);
});
