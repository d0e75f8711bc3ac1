import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kernel/actor.ts';
import type { PageTour } from '#web/client/tours.ts';
import { product } from '#product/features.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { withClient } from '#test/harness/client.ts';
import { toursOf } from './remember-tour.ts';

const { tours } = product;
let world: Awaited<ReturnType<typeof startSchool>>;

beforeAll(async () => {
  world = await startSchool();
});
afterAll(() => world?.close());

const list = 'students/student-list';
const ask = async (browser: Browser, page: string) =>
  (await browser.get(`/help/tours?page=${page}`, { accept: 'application/json' })).json<PageTour[]>();
const titles = (tour: PageTour | undefined) => tour?.steps.map(({ title }) => title);
const countOf = (table: string) =>
  withClient(world.ownerUrl, async (client) =>
    Number((await client.query<{ count: string }>(`select count(*) from ${table}`)).rows[0]!.count),
  );

test('a registrar, a teacher and a guardian see different steps for the same page', async () => {
  const [registrar] = await ask(await world.as('registrar'), list);
  const [teacher] = await ask(await world.as('teacher'), list);
  const [guardian] = await ask(await world.as('guardian'), list);
  expect(titles(registrar)).toContain('Bulk actions');
  expect(titles(teacher)).toContain('Your own students');
  expect(titles(teacher)).not.toContain('Bulk actions');
  expect(titles(guardian)).toEqual(['Welcome', 'Open the record', 'Need help?']);
});

test('everyone has a place to start: the first page of each role has a tour', async () => {
  for (const role of ['owner', 'registrar', 'teacher', 'hr_officer', 'student', 'guardian', 'applicant'] as const) {
    const browser = await world.as(role);
    const home = (await browser.get('/')).headers.location!;
    const { component } = await browser.page(await endOf(browser, String(home)));
    expect([role, (await ask(browser, component)).length]).not.toEqual([role, 0]);
  }
});

/** The address that answers with a page, past what sends on to it. */
async function endOf(browser: Browser, address: string): Promise<string> {
  const { headers, statusCode } = await browser.get(address);
  return statusCode >= 300 && statusCode < 400 ? endOf(browser, String(headers.location)) : address;
}

test('a page that the user cannot open has no tour, and it cannot be marked as seen', async () => {
  const guardian = await world.as('guardian');
  expect(await ask(guardian, 'audit/audit-log')).toEqual([]);
  expect(await ask(guardian, 'no/such-page')).toEqual([]);
  const before = await countOf('tours_seen');
  for (const tour of ['audit/log', 'no/such-tour'])
    expect((await guardian.post('/help/tours/seen', { tour, state: 'finished' })).statusCode).toBe(404);
  expect((await guardian.post('/help/tours/seen', { tour: 'students/list', state: 'slept' })).statusCode).toBe(422);
  expect(await countOf('tours_seen')).toBe(before);
});

test('what one has seen is seen in every browser of one’s own, and in nobody else’s', async () => {
  const here = await world.as('registrar');
  const entries = await countOf('audit_entries');
  const answer = await here.post('/help/tours/seen', {
    tour: 'students/list',
    state: 'dismissed',
    account_id: world.school.accounts.teacher,
    accountId: world.school.accounts.teacher,
  });
  expect(answer.statusCode).toBe(204);
  const isSeen = async (browser: Browser) =>
    (await ask(browser, list)).map((tour) => [tour.name, tour.isSeen] as const);
  const expected = [
    ['students/list', true],
    ['students/batch-assignment', false],
  ];
  expect(await isSeen(here)).toEqual(expected);
  expect(await isSeen(await world.as('registrar'))).toEqual(expected);
  expect(await isSeen(await world.as('teacher'))).toEqual([['students/list', false]]);
  // Reading a help text is no event of an institution.
  expect(await countOf('audit_entries')).toBe(entries);
});

test('a raised version shows a tour once more', async () => {
  const registrar = await world.as('registrar');
  await registrar.post('/help/tours/seen', { tour: 'students/record', state: 'finished' });
  const actor = systemActor(world.school.ilorin.id, 'The registrar', world.school.accounts.registrar);
  const current = tours.find(({ name }) => name === 'students/record')!;
  const seenIn = async (version: number) => {
    const tour = { ...current, version };
    return (await world.database.read(actor, (db) => toursOf(db, actor, [tour])))[0]!.isSeen;
  };
  expect(await seenIn(current.version)).toBe(true);
  expect(await seenIn(current.version + 1)).toBe(false);
});

test('a finished tour stays finished, even if it is closed the next time', async () => {
  const teacher = await world.as('teacher');
  for (const state of ['dismissed', 'finished', 'dismissed'])
    await teacher.post('/help/tours/seen', { tour: 'accounts/own', state });
  const rows = await withClient(world.ownerUrl, async (client) => {
    const { rows: found } = await client.query(
      `select tour, version, state from tours_seen where account_id = ${world.school.accounts.teacher}`,
    );
    return found;
  });
  expect(rows).toEqual([{ tour: 'accounts/own', version: 1, state: 'finished' }]);
});

test('the switch turns tours on and off for its user, from the next page on', async () => {
  const registrar = await world.as('registrar');
  const teacher = await world.as('teacher');
  const shows = async (browser: Browser) => (await browser.page('/help')).props.shell.person.showsTours as boolean;
  expect([await shows(registrar), await shows(teacher)]).toEqual([false, false]);
  const answer = await registrar.post('/help/tours/switch', { shows: true });
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/help']);
  const page = await registrar.page('/help');
  expect(page.flash.message).toBe('Tours will be offered on your first visit to a page, at most one a day.');
  expect(page.props.showsTours).toBe(true);
  expect([await shows(registrar), await shows(teacher)]).toEqual([true, false]);
  await registrar.post('/help/tours/switch', { shows: false });
  expect(await shows(registrar)).toBe(false);
});

test('no page has more than six steps', async () => {
  const signedIn = ['owner', 'ict_administrator', 'principal', 'registrar', 'teacher', 'guardian'] as const;
  for (const role of signedIn) {
    const browser = await world.as(role);
    for (const page of new Set(tours.map((tour) => tour.page)))
      for (const { name, steps } of await ask(browser, page))
        expect([role, name, steps.length >= 1 && steps.length <= 6]).toEqual([role, name, true]);
  }
});

test('the list of tours contains the pages that the user can open, and no others', async () => {
  const names = async (role: 'owner' | 'teacher' | 'applicant') =>
    ((await (await world.as(role)).page('/help')).props.tours as { name: string }[]).map(({ name }) => name);
  expect((await names('owner')).length).toBe(tours.length);
  expect(await names('applicant')).toEqual(['home/home', 'accounts/own']);
  const teacher = await names('teacher');
  expect(teacher).toContain('structure/batches');
  expect(teacher).not.toContain('accounts/people');
});

test('users who can take a tour can open the page it leads to', () => {
  const wrong = tours.filter(({ href, may, andThen }) => {
    const route = world.app.declaredRoutes.find(({ method, url }) => url === href && [method].flat().includes('GET'));
    const wanted = route?.may === 'signedIn' ? [] : [route?.may ?? 'no route'].flat();
    return andThen ? !route : !may.every((one) => wanted.length === 0 || (wanted as string[]).includes(one));
  });
  expect(wrong.map(({ name, href }) => `${name}: ${href}`)).toEqual([]);
});
