import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSchool } from '#test/harness/app.ts';
import { menuFor } from '#web/menu.ts';
import { pagesOfMenu, plainTerms, type MenuItem, type Shell } from '#web/shell.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
beforeAll(async () => {
  world = await startSchool();
});
afterAll(() => world.close());

const roles = [
  'owner',
  'ict_administrator',
  'principal',
  'registrar',
  'admission_officer',
  'bursar',
  'cashier',
  'hr_officer',
  'teacher',
  'employee',
  'student',
  'guardian',
];

const shellOf = async (who: string) => (await (await world.as(who)).page('/account')).props.shell as Shell;
const shown = <Entry extends { isHidden?: boolean }>(entries: Entry[]) => entries.filter(({ isHidden }) => !isHidden);
/** What stands in the side bar, with what is below each entry. */
const sideBar = (menu: MenuItem[]) =>
  shown(menu).map(
    ({ label, isHub, items = [] }) => [label, isHub ? [] : shown(items).map((entry) => entry.label)] as const,
  );

test('2.2 the side bar has at most eleven entries for anyone, at most six below one, and some thirty pages in all', async () => {
  for (const role of roles) {
    const bar = sideBar((await shellOf(role)).menu);
    const counts = {
      role,
      top: bar.length <= 11,
      below: Math.max(...bar.map(([, below]) => below.length)) <= 6,
      pages: bar.flatMap(([, below]) => (below.length > 0 ? below : [''])).length <= 35,
      names: new Set(bar.flatMap(([label, below]) => (below.length > 0 ? below : [label]))).size,
    };
    expect(counts).toEqual({
      role,
      top: true,
      below: true,
      pages: true,
      names: bar.flatMap(([, below]) => (below.length > 0 ? below : [''])).length,
    });
  }
});

test('2.2 every page of a menu, its tabs and the search opens, under one entry only', async () => {
  for (const role of roles) {
    const browser = await world.as(role);
    const { menu, own } = await shellOf(role);
    const pages = [...pagesOfMenu(menu).map(({ page }) => page), ...menu.filter(({ isHub }) => isHub)];
    const hrefs = pages.map(({ href }) => href);
    expect([role, hrefs.filter((href, at) => hrefs.indexOf(href) !== at)]).toEqual([role, []]);
    for (const { href } of [...pages, ...own]) {
      const first = await browser.get(href);
      // Home leads on to the board of the role, a list of one and “My record” to the record.
      const { statusCode } = first.headers.location ? await browser.get(first.headers.location) : first;
      expect([role, href, statusCode]).toEqual([role, href, 200]);
    }
  }
});

test('a cashier has what a cashier does in a week, with the main act first; what is their own is under their name', async () => {
  const { menu, own } = await shellOf('cashier');
  expect(sideBar(menu).map(([label]) => label)).toEqual(['Home', 'Take payment', 'Pins', 'Payments', 'Notices']);
  expect(shown(menu).filter(({ isMain }) => isMain)).toHaveLength(4);
  expect(own.map(({ href }) => href)).toEqual(['/employees/me', '/leave', '/account/messages']);
  // Who has little else has it in the side bar.
  const student = sideBar((await shellOf('student')).menu).map(([label]) => label);
  expect(student).toEqual(expect.arrayContaining(['Timetable', 'Fees', 'Notices', 'Student record']));
  expect(student).not.toContain('Students');
  const owner = (await shellOf('owner')).menu;
  expect(shown(owner).flatMap(({ label, isMain }) => (isMain ? [label] : []))).toEqual([
    'Home',
    'Students',
    'Fees',
    'Messages',
  ]);
});

test('an act that is the only page of its entry stands in a short menu once', () => {
  const institution = { id: 1, uses: [], permissions: new Set(['marks.enterOwn']), employeeIds: [1] };
  const { menu } = menuFor(world.app.product, { institutions: [institution] } as never, plainTerms as never);
  expect(shown(menu).map(({ href }) => href)).toEqual(['/', '/my-marks']);
});

test('pages are found by what people call them', async () => {
  const pages = pagesOfMenu((await shellOf('owner')).menu).map(({ page }) => page);
  for (const [name, href] of [
    ['debtors', '/balances'],
    ['scratch card', '/pins'],
    ['result checker', '/pins'],
    ['broadsheet', '/class-results'],
    ['payment records', '/payment_records'],
    ['unidentified payments', '/unidentified-payments'],
    ['all students', '/students'],
    ['reasons for absence', '/attendance/excuses'],
  ] as const)
    expect([name, pages.find((page) => page.href === href)?.also?.includes(name)]).toEqual([name, true]);
});
