import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReportDefinition } from '#features/insight/reports/engine/definition.ts';
import { type Browser, startSchool } from '#test/harness/app.ts';

const root = join(import.meta.dirname, '..');

const settings = 'settings, of which there are few: they are read on their own page';
const log = 'a log, which is read as it was written';
const books = 'part of the books, whose own statements balance; rows picked out of them would not';

/** Lists that can’t be saved as reports, each with its reason; one that is gone, or can be saved, fails the test. */
const exceptions: Record<string, string> = {
  'src/features/access/accounts/people.page.tsx':
    'users, who belong to several institutions; whether people have an account is a field of reports about them',
  'src/features/admission/admissions/intakes/intake-list.page.tsx':
    'few, and counted on the page; reports are about their applications',
  'src/features/results/assessment/sheets/sheet-list.page.tsx':
    'sheets to be filled in; marks have broadsheets and reports of results',
  'src/features/money/balances/books/accounts/account.page.tsx': books,
  'src/features/money/balances/books/journal.page.tsx': books,
  'src/features/messages/contact/opt-outs/opt-outs.page.tsx':
    'wishes that every message respects; a copy would be out of date',
  'src/features/results/course-registration/periods/period-list.page.tsx': settings,
  'src/features/insight/dashlets/dashlet-list.page.tsx': 'an arrangement, not records',
  'src/features/money/fees/categories/category-list.page.tsx': settings,
  'src/features/money/fees/discounts/discount-list.page.tsx': settings,
  'src/features/money/fees/setup/fee-list.page.tsx':
    'prices with several parts each; reports are about the invoices of a fee',
  'src/features/money/billing/items/item-list.page.tsx': settings,
  'src/features/money/billing/runs/run-list.page.tsx': log,
  'src/features/online/gateways/review/reviews.page.tsx':
    'cases to be decided; the payments themselves can be reported on',
  'src/features/records/help/tour-list.page.tsx': 'help',
  'src/features/money/holds/held/hold-list.page.tsx':
    'follows from rules and balances of the moment; reports about students show what they owe',
  'src/features/money/holds/rules/rule-list.page.tsx': settings,
  'src/features/people/invitations/bulk-invitation-list.page.tsx': 'what was done, not records to count',
  'src/features/people/imports/import-list.page.tsx': log,
  'src/features/school/institutions/institution-list.page.tsx': 'a report is of one institution',
  'src/features/teaching/leave/requests/request-list.page.tsx':
    'requests wait for a decision; the month of the register is a file',
  'src/features/teaching/leave/type-list.page.tsx': 'settings',
  'src/features/records/merges/merge-list.page.tsx': log,
  'src/features/messages/messages/groups/group-list.page.tsx': settings,
  'src/features/messages/messages/sent/message.page.tsx': 'who got one message; reports are about messages',
  'src/features/messages/messages/templates/template-list.page.tsx': settings,
  'src/features/messages/notices/letters/letter-list.page.tsx': log,
  'src/features/messages/notices/editing/notice-list.page.tsx': 'what hangs on the board; few',
  'src/features/messages/notices/costs/sent-messages.page.tsx':
    'one row for each text sent; the costs have their own page, and messages can be reported on',
  'src/features/records/notifications/notification-list.page.tsx': 'one’s own notifications',
  'src/features/money/bank/accounts/bank-account-list.page.tsx': settings,
  'src/features/money/bank/statements/bank-line-list.page.tsx': books,
  'src/features/money/cashier/days/day-list.page.tsx':
    'days to be closed and approved; reports are about their payments, by cashier and day',
  'src/features/money/cashier/differences/difference-list.page.tsx':
    'cases to be explained; the payments themselves can be reported on',
  'src/features/money/bank/statements/statement-list.page.tsx': books,
  'src/features/money/pins/stock/try-list.page.tsx': log,
  'src/features/people/privacy/access-log.page.tsx': log,
  'src/features/insight/reports/saved/report-list.page.tsx': 'reports themselves',
  'src/features/insight/reports/schedules/schedule-list.page.tsx': 'reports themselves',
  'src/features/results/results/corrections/correction-list.page.tsx': 'cases to be decided by two people',
  'src/features/school/site/page-list.page.tsx': 'the public site',
  'src/features/school/site/pictures/picture-list.page.tsx': 'the public site',
  'src/features/school/site/posts/post-list.page.tsx': 'the public site',
  'src/features/school/site/site-list.page.tsx': 'the public site',
  'src/features/school/structure/sessions/session-list.page.tsx': settings,
  'src/features/people/students/certificates/certificate-list.page.tsx':
    'papers as they were printed, which don’t change with the student',
  'src/features/teaching/timetable/rooms/room-list.page.tsx': settings,
  'src/features/teaching/timetable/versions/version-list.page.tsx': settings,
  'src/features/results/transcripts/papers/paper-list.page.tsx':
    'papers as they were printed, which don’t change with the student',
};

/** Pages that are lists: kept by the frame of lists, or named as one. */
const pages = globSync('src/features/**/*.page.tsx', { cwd: root })
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
  .filter(({ file, text }) => file.endsWith('-list.page.tsx') || /<(ListPage|ListFrame|PeoplePage)\b/.test(text));

const namedIn = (text: string): string | undefined =>
  /reportAs(?:="|: ')([a-z-]+)/.exec(text)?.[1] ?? /<PeoplePage[^>]*people="([a-z]+)"/s.exec(text)?.[1];

let world: Awaited<ReturnType<typeof startSchool>>;
let owner: Browser;
beforeAll(async () => {
  world = await startSchool();
  owner = await world.as('owner');
});
afterAll(() => world.close());

test('every list can be saved as a report, or says here why not', () => {
  const without = pages.filter(({ text }) => namedIn(text) === undefined).map(({ file }) => file);
  expect(without.toSorted()).toEqual(Object.keys(exceptions).toSorted());
  const named = pages.flatMap(({ text }) => namedIn(text) ?? []);
  expect(named.toSorted()).toEqual(
    lists()
      .map(({ name }) => name)
      .toSorted(),
  );
});

const lists = () => world.app.product.reports.lists;

test('the columns of each list become fields, and its filters are those of the page', async () => {
  for (const { name, subject, columns, filters } of lists()) {
    const { file } = pages.find(({ text }) => namedIn(text) === name)!;
    const feature = globSync(`${file.split('/').slice(0, 3).join('/')}/**/*.{ts,tsx}`, { cwd: root });
    const text = feature.map((one) => readFileSync(join(root, one), 'utf8')).join('\n');
    for (const key of Object.keys(columns))
      expect(text, `${name} has a column ${key}`).toMatch(new RegExp(`\\b${key}\\b`));
    const keys = Object.keys(columns).join(' ');
    const at = `/reports/new?${new URLSearchParams({ from: name, columns: keys, institution_id: String(world.school.ilorin.id) })}`;
    const { props } = await owner.page(at);
    const design = props.design as Record<string, string>;
    expect(design.subject, name).toBe(subject);
    const chosen = design.selected_fields!.split(' ').map((field) => field.replace(`remove_${subject}_`, ''));
    expect(chosen, name).toEqual([...new Set(Object.values(columns).flat())]);
    expect(props.leftOut, name).toEqual([]);
    // It runs as it is.
    const run = { institution_id: String(world.school.ilorin.id), design: JSON.stringify(design) };
    expect((await owner.page(`/reports/run?${new URLSearchParams(run)}`)).component, name).toBe('reports/report');
    // What can't be said is named, whatever the value.
    for (const [key, meaning] of Object.entries(filters))
      if (typeof meaning === 'object' && 'left' in meaning) {
        const { props: narrowed } = await owner.page(`${at}&${new URLSearchParams({ query: `${key}=1` })}`);
        expect(narrowed.leftOut, `${name} ${key}`).toEqual([meaning.left]);
      }
  }
});

const start = async (from: string, query: string, columns = '') => {
  const { props } = await owner.page(
    `/reports/new?${new URLSearchParams({ from, query, columns, institution_id: String(world.school.ilorin.id) })}`,
  );
  const { filters, sort } = props.design as { filters: string; sort: string };
  const { groups } = JSON.parse(filters) as ReportDefinition['filters'];
  return {
    rules: groups
      .flatMap(({ rules }) => rules)
      .map(({ field, operator, values }) => [field, operator, ...values].join(' ')),
    sort: (JSON.parse(sort) as ReportDefinition['sort']).map((one) => `${one.descending ? '-' : ''}${one.field}`),
    left: props.leftOut,
  };
};

test('a filter means in the report what it means in the list', async () => {
  expect(await start('invoices', 'state=overdue&q=obi')).toEqual({
    rules: ['state one_of overdue'],
    sort: [],
    left: ['Search'],
  });
  expect((await start('payments', 'suspense=yes&from=2026-11-01&to=2026-11-05')).rules).toEqual([
    'is_unidentified yes',
    'day between 2026-11-01 2026-11-05',
  ]);
  expect((await start('unidentified', '')).rules).toEqual(['is_unidentified yes']);
  // Without a session the list is of the current one, without a state it is of those who owe.
  expect(await start('batches', 'state=closed')).toEqual({
    rules: ['is_closed yes', 'is_current yes'],
    sort: ['program', 'class', 'batch'],
    left: [],
  });
  expect((await start('balances', 'above=50000')).rules).toEqual(['owed more_than 5000000', 'owed more_than 0']);
  expect((await start('balances', 'state=credit')).rules).toEqual(['credit more_than 0']);
  expect((await start('employees', 'state=all')).rules).toEqual([]);
  expect((await start('students', 'batch=none&sort=-number')).sort).toEqual(['-admission_number']);
  expect((await start('students', 'batch=none')).rules).toEqual(['batch empty']);
  expect((await start('applications', 'score_from=40&paper=missing&pin=missing')).left).toEqual(['Pin']);
  expect((await start('applications', 'score_from=40&score_to=60&paper=missing')).rules).toEqual([
    'missing_papers more_than 0',
    'score between 40 60',
  ]);
  expect((await start('courses', 'state=active&offered=no')).rules).toEqual(['is_retired no', 'batch_count is 0']);
  // A value that the list doesn't have narrows nothing and is said.
  expect(await start('guardians', 'sign_in=constructor&constructor=1')).toMatchObject({
    rules: [],
    left: ['Sign in', 'Constructor'],
  });
});

test('a list that nobody declares, or whose records the author can’t see, starts an empty design', async () => {
  const registrar = await world.as('hr_officer');
  const at = (from: string) => `/reports/new?${new URLSearchParams({ from })}`;
  expect((await registrar.page(at('invoices'))).props.design).toBeNull();
  expect((await owner.page(at('__proto__'))).props.design).toBeNull();
});
