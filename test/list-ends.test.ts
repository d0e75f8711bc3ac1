import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Choices } from '#kernel/choices.ts';
import { declarationsIn } from '#test/harness/declarations.ts';
import { fillSite } from '#test/fill-site.ts';
import { type Browser, startSchool } from '#test/harness/app.ts';
import { analyze } from '#test/harness/client.ts';

const root = join(import.meta.dirname, '..');

/** Queries that stop at a number of rows and need not say so, each with its reason; one that is gone fails the test. */
const known: Record<string, string> = {
  'src/features/access/accounts/sign-in/sign-in.ts: 2':
    'two accounts of one phone are as good as many: neither is signed in',
  'src/features/money/balances/overview/overview.ts: 10': 'the largest; the figure above leads to all balances',
  'src/features/records/approvals/waiting-changes.queries.ts: 3':
    'names of some who can approve, for people to turn to',
  'src/features/records/approvals/approvals.feature.ts: maxCountedApprovals':
    'no list: open requests are counted up to here',
  'src/features/money/cashier/cashier.dashlets.ts: tillsShown': 'the first; the dashlet says how many more there are',
  'src/features/school/structure/structure.dashlets.ts: ownShown':
    'the first; the dashlet says how many more there are',
  'src/features/results/assessment/assessment.dashlets.ts: shown':
    'the first; the dashlet says how many more there are',
  'src/features/people/imports/imports.dashlets.ts: shown': 'the first; the dashlet says how many more there are',
  'src/features/insight/checklist/set-up.card.ts: mostRead':
    'the newest institutions; the page of the checklist leads to each',
  'src/features/records/people/birthdays.ts: shown': 'the first; the dashlet says how many more there are',
  'src/features/school/structure/structure.dashlets.ts: shown': 'the first; the dashlet says how many there are in all',
  'src/features/teaching/attendance/reports/attendance.dashlets.ts: shown':
    'the first; the dashlet says how many there are in all',
  'src/features/people/students/possible-duplicates.ts: shown': 'the first; the dashlet says how many there are in all',
  'src/features/people/imports/imports.jobs.ts: limit':
    'problems are `bounded` on the page and read to the end for the file; rows that are alike are counted beside',
  'src/features/records/notifications/mark-read.ts: countedUpTo': 'the bell says 99+',
  'src/features/records/notifications/mark-read.ts: shownInPanel': 'the latest; the panel leads to all of them',
  'src/features/records/people/list/list-statement.ts: most': 'where a search looks first; then it looks everywhere',
  'src/features/records/people/list/list-statement.ts: onePage': 'a page and one more, with the place of the next',
  'src/features/records/people/list/list-statement.ts: oneTooMany':
    'one more than are gathered, to know that there are more',
  'src/features/records/people/list/people-list.ts: sql.raw(String(countLimit + 1))':
    'one more than is counted, for ‘more than’',
  'src/features/money/pins/sale/pins-on-sale.queries.ts: countedStock': 'no list: stock is counted up to here',
  'src/features/money/pins/sale/reserve-pins.ts: quantity': 'as many as an order takes',
  'src/features/teaching/calendar/home/next-dates.ts: shownAtOnce': 'the next; the card leads to all of them',
  'src/features/teaching/leave/days/month.queries.ts: 12': 'the months of a year; the register has every day',
  'src/features/teaching/leave/own-leave.ts: 12': 'the months of a year; the register has every day',
  'src/features/teaching/leave/own-leave.ts: maxRequestsShown':
    'the latest requests; the list of requests has all of them',
  'src/features/messages/notices/board/board.queries.ts: shownAtOnce': 'the latest; the card leads to all of them',
  'src/features/admission/admissions/desk/application-page.ts: onePage':
    'a page and one more, with the place of the next',
  'src/features/admission/admissions/desk/application-page.ts: oneTooMany':
    'one more than are gathered, to know that there are more',
  'src/features/teaching/attendance/follow-ups/follow-ups.ts: mostShown': 'of one student, of whom each has a handful',
  'src/features/teaching/attendance/follow-ups/follow-ups.ts: most': '`bounded` asks for it',
  'src/features/teaching/attendance/excuses/excuses.ts: most': '`bounded` asks for it',
  'src/features/teaching/attendance/registers/register-page.queries.ts: mostShown':
    'corrections of one register, of which each has a handful',
  'src/features/messages/contact/jobs/notify-of-corrections.ts: toldAtOnce':
    'no list: a job repeats it until nothing is left',
  'src/features/money/bank/statements/student-hits.ts: maxStudentHits':
    'people of one name in one class, to choose from',
  'src/features/money/payments/merging/merge-money.ts: 20':
    'a refusal names the first; the others are named once that is mended',
  'src/features/messages/contact/notification-settings/preview.ts: mostRecent':
    'an estimate; the page says ‘more than’',
  'src/features/admission/admissions/tidy/tidy-applications.ts: applicationsPerTransaction':
    'no list: a job repeats it until nothing is left',
  'src/features/money/pins/use/open-with-pin.ts: limit': 'no list: tries are counted up to the limit',
  'src/features/insight/reports/engine/rows.ts: Math.min(...bounds)': 'counted one beyond what its caller asks for',
  'src/features/insight/reports/engine/usable-fields.ts: 400':
    'more own fields than reports have columns; their use is limited elsewhere',
  'src/features/insight/reports/engine/rows.ts: count':
    'a page as `bounded` asks for it, or what the report itself stops at',
  'src/features/insight/reports/engine/sums.ts: mostGroups': 'the page says how many groups have subtotals',
  'src/features/results/results/verification/verify-results.ts: 1000': 'read to the end, so many at a time',
  'src/features/results/results/verification/verify-summaries.ts: atATime': 'read to the end, so many at a time',
  'src/features/teaching/timetable/fet/runs/apply-run.ts: shownRuns':
    'the latest results of a version; older ones are of no use',
  'src/features/teaching/timetable/reports/timetable.dashlets.ts: shown':
    'a dashlet of the teachers who teach the most',
  'src/features/results/transcripts/papers/verify-nightly.job.ts: 1000': 'read to the end, so many at a time',
  'src/features/records/sending/sender/claim.ts: most': 'no list: the sender repeats it until nothing is left',
  'src/features/records/sending/sender/tidy.ts: 5000': 'no list: the sender repeats it until nothing is left',
  'src/features/records/sending/settings/settings.queries.ts: 3000':
    'the latest messages, as a sample for what has no price',
  'src/features/school/site/public/news.queries.ts: 5000':
    'the latest, for search engines; they follow the pages of the news to the older ones',
  'src/features/school/site/public/news.queries.ts: most':
    'a page of the news, with its pager; the latest, with ‘All news’',
  'src/features/school/site/public/drawn-pages.ts: most': 'the first on the home page, with ‘All programmes’',
  'src/kernel/edit/describe-conflicts.ts: 100':
    'no list: it looks for whoever changed one field last, and names nobody where it is older',
  'src/kernel/list/declare-list.ts: asText(most)': 'bounded() chooses the number, one more than a page',
  'src/kernel/log/verify-log.ts: 2000': 'read to the end, so many at a time',
  'src/features/messages/contact/incoming/write-back.ts: limit': '`bounded` asks for it',
  'src/features/messages/notices/history/person-messages.ts: limit': '`bounded` asks for it',
  'src/features/money/billing/corrections/differences.queries.ts: limit': '`bounded` asks for it',
  'src/features/school/structure/batches/batches.queries.ts: limit': '`bounded` asks for it',
  'src/features/school/structure/catalogue/courses.queries.ts: limit': '`bounded` asks for it',
  'src/features/teaching/attendance/record/attendance.tab.ts: limit': '`bounded` asks for it',
  'src/features/teaching/attendance/registers/own-registers.card.ts: limit': '`bounded` asks for it',
};

/** One row; one more than is shown, to know that there are others; or what `bounded` asks for. */
const isHonest = (limit: string, text: string) =>
  limit === '1' || limit.endsWith(' + 1') || (limit === 'limit' && text.includes('bounded('));

const limitsIn = (text: string) =>
  [...text.matchAll(/\.limit\(([^()]*(?:\([^()]*\))?[^()]*)\)|\blimit (\d+)\b|\blimit \$\{([^}]+)\}/g)].map(
    ([, call, number, value]) => (call ?? number ?? value!).trim(),
  );

test('a query that stops at a number of rows knows whether there are more, or says here why it need not', () => {
  const found = globSync('src/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !/\.(test|demo)\.tsx?$/.test(file))
    .flatMap((file) => {
      const parts = declarationsIn(readFileSync(join(root, file), 'utf8'));
      return parts.flatMap(({ text }) =>
        limitsIn(text)
          .filter((limit) => !isHonest(limit, text))
          .map((limit) => `${file}: ${limit}`),
      );
    });
  expect([...new Set(found)].toSorted()).toEqual(Object.keys(known).toSorted());
});

let world: Awaited<ReturnType<typeof startSchool>>;
let owner: Browser;
beforeAll(async () => {
  world = await startSchool();
  owner = await world.as('owner');
});
afterAll(() => world.close());

const ilorin = () => world.school.ilorin;
/** What is too much to enter by hand. */
const fill = (...statements: ReturnType<typeof sql>[]) =>
  world.database.asSystem([ilorin().id], async (tx) => {
    for (const statement of statements) await tx.execute(statement);
  });
const asked = async (browser: Browser, url: string) =>
  (await browser.get(url, { 'x-requested-with': 'XMLHttpRequest', accept: 'application/json' })).json<Choices>();
const labels = ({ choices }: Choices) => choices.map(({ label }) => label);

/** The rows of all pages of a list, as `Load more` fetches them. */
async function allOf(url: string, [rows, next]: [string, string] = ['rows', 'next']) {
  const first = await owner.page(url);
  const found = [...first.props[rows]] as { id: number; name?: string; title?: string }[];
  let at = first.props[next] as string | null;
  while (at) {
    const { props } = await owner.page(at, { component: first.component, props: [rows, next] });
    found.push(...props[rows]);
    at = props[next];
  }
  return found;
}

test('employees to link, to take over and to teach are searched with permission, by name and number alone', async () => {
  const { id, roleIds } = ilorin();
  await fill(sql`insert into employees (institution_id, employee_number, surname, first_name, mobile)
    select ${id}, 'N' || n, 'Adamu', 'Person ' || lpad(n::text, 3, '0'), '+23480300' || lpad(n::text, 5, '0') from generate_series(1, 60) n`);
  const places = [
    ['/accounts/employee-options', 'ict_administrator', 'cashier'],
    ['/employees/successor-options', 'hr_officer', 'registrar'],
    ['/batches/teacher-options', 'registrar', 'hr_officer'],
  ] as const;
  expect(roleIds.registrar).toBeDefined();
  for (const [url, who, other] of places) {
    const browser = await world.as(who);
    const first = await asked(browser, url);
    expect([first.choices.length, first.isMore], url).toEqual([50, true]);
    const last = await asked(browser, `${url}?institution_id=${id}&q=person+060`);
    expect([labels(last), last.isMore]).toEqual([['Adamu, Person 060'], false]);
    expect(labels(await asked(browser, `${url}?q=N59`))).toEqual(['Adamu, Person 059']);
    expect((await asked(browser, `${url}?q=adamu&except=${last.choices[0]!.value}`)).choices).toHaveLength(50);
    // A telephone number finds nobody: whoever chooses may not know it.
    expect(labels(await asked(browser, `${url}?q=0803000060`))).toEqual([]);
    expect(labels(await asked(browser, `${url}?q=00060`))).toEqual([]);
    expect((await (await world.as(other)).get(url)).statusCode).toBe(403);
    expect((await browser.get(`${url}?institution_id=${world.school.offa.id}`)).statusCode).toBe(404);
  }
});

test('a user with the permission in one institution finds nobody in another without it', async () => {
  const both = await world.as('in.both');
  const elsewhere = `/batches/teacher-options?institution_id=${world.school.offa.id}`;
  expect(await asked(both, elsewhere)).toEqual({ choices: [], isMore: false });
});

test('the audit log is narrowed to anyone with duties, and the access log to every reader, however many there are', async () => {
  const { id, roleIds } = ilorin();
  await fill(
    sql`insert into accounts (username, name) select 'many.' || n, 'Many Person ' || lpad(n::text, 3, '0') from generate_series(1, 260) n`,
    sql`insert into memberships (institution_id, account_id, role_id)
      select ${id}, a.id, ${roleIds.registrar} from accounts a where a.username like 'many.%'`,
    sql`insert into read_log (institution_id, account_id, person, entity, subject_id, field_group, place)
      select ${id}, a.id, a.name, 'student', 1, 'health', 'record' from accounts a, generate_series(1, 2) where a.username like 'many.%'`,
  );
  for (const url of ['/audit/person-options', '/privacy/reads/reader-options']) {
    const first = await asked(owner, url);
    expect([first.choices.length, first.isMore], url).toEqual([50, true]);
    const found = await asked(owner, `${url}?q=person+259`);
    expect(labels(found)).toEqual(['Many Person 259 (many.259)']);
    const [page, key] = url.startsWith('/audit') ? ['/audit?person=', 'person'] : ['/privacy/reads?reader=', 'reader'];
    const at = `${page}${found.choices[0]!.value}`;
    const { component } = await owner.page(at);
    const named = (await owner.page(at, { component, props: [key] })).props[key];
    expect(named).toEqual({ value: found.choices[0]!.value, label: 'Many Person 259 (many.259)' });
    expect((await (await world.as('registrar')).get(url)).statusCode).toBe(403);
  }
});

test('classes, courses, programs and class arms of more than 500 come page by page, each once', async () => {
  const { id, batchIds } = ilorin();
  await fill(
    sql`insert into programs (institution_id, code, name) select ${id}, 'P' || n, 'Program ' || lpad(n::text, 4, '0') from generate_series(1, 510) n`,
    sql`insert into classes (institution_id, program_id, name, position)
      select ${id}, (select id from programs where institution_id = ${id} and code = 'P1'), 'Level ' || lpad(n::text, 4, '0'), n from generate_series(1, 510) n`,
    sql`insert into courses (institution_id, code, title, elective_group)
      select ${id}, 'C' || n, 'Course ' || lpad(n::text, 4, '0'), 'Group ' || n from generate_series(1, 510) n`,
    sql`insert into batches (institution_id, class_id, session_id, arm, name)
      select ${id}, c.id, (select session_id from batches where id = ${batchIds['JSS 1 B']}), 'Z', c.name || ' Z' from classes c
      where c.institution_id = ${id} and c.name like 'Level%'`,
  );
  await analyze(world.ownerUrl, 'programs', 'classes', 'courses', 'batches');
  const lists = [
    ['/programs', 'programs', 'Program 0510'],
    ['/classes', 'classes', 'Level 0510'],
    ['/courses', 'rows', 'Course 0510'],
    ['/batches', 'rows', 'Level 0510 Z'],
  ] as const;
  for (const [url, rows, last] of lists) {
    const all = await allOf(url, [rows, 'next']);
    expect(new Set(all.map((one) => one.id)).size, url).toBe(all.length);
    expect(all.some((one) => (one.title ?? one.name) === last)).toBe(true);
  }
});

test('where forms and filters carry only the first class arms, classes or programs along, the others are searched for', async () => {
  const { props: form } = await owner.page('/students/new');
  expect([form.batches.length, form.moreBatches]).toEqual([500, true]);
  const { component, props: list } = await owner.page('/students');
  expect(list.choices).toBeUndefined();
  const last = (await asked(owner, '/structure/batch-options?q=0510')).choices[0]!;
  const { props: narrowed } = await owner.page(`/students?batch=${last.value}`, { component, props: ['choices'] });
  expect([narrowed.choices.moreBatches, narrowed.choices.batches]).toMatchObject([true, [{ name: 'Level 0510 Z' }]]);
  const { props: batch } = await owner.page('/batches/new');
  expect(batch.moreClasses).toBe(true);
  const { props: level } = await owner.page('/classes/new');
  expect([level.moreClasses, level.morePrograms]).toEqual([true, true]);
  for (const [kind, label] of [
    ['batch', 'Level 0510 Z'],
    ['class', 'Level 0510'],
    ['program', 'Program 0510'],
  ] as const) {
    const url = `/structure/${kind}-options`;
    expect((await asked(owner, url)).isMore, url).toBe(true);
    expect(labels(await asked(owner, `${url}?q=0510`)), url).toContain(label);
  }
  expect((await owner.page('/courses/new')).props.electiveGroups).toContain('Group 510');
});

test('the arms that are taken, and the arms of a session, are known whole, however many there are of other sessions', async () => {
  const { id, batchIds } = ilorin();
  await fill(
    sql`insert into academic_sessions (institution_id, name, starts_on, ends_on, closed_at)
      select ${id}, 'Old ' || n, make_date(1900 + n, 9, 1), make_date(1901 + n, 7, 1), null from generate_series(1, 10) n`,
    sql`insert into batches (institution_id, class_id, session_id, arm, name)
      select ${id}, c.id, s.id, 'Z', c.name || ' Z' from classes c, academic_sessions s
      where c.institution_id = ${id} and c.name like 'Level%' and s.institution_id = ${id} and s.name like 'Old%'`,
    sql`update academic_sessions set closed_at = now() where institution_id = ${id} and name like 'Old%'`,
  );
  await analyze(world.ownerUrl, 'academic_sessions', 'batches');
  const { sessions, plan, fromSessionId } = (await owner.page('/batches/make')).props;
  const { taken } = (await owner.page('/batches/new')).props as { taken: { arm: string; classId: number }[] };
  expect(taken.filter(({ arm }) => arm === 'Z')).toHaveLength(510);
  expect(sessions.length).toBeGreaterThan(10);
  expect([plan.length > 0, fromSessionId !== null]).toEqual([true, true]);
  const old = sessions.find(({ name }: { name: string }) => name === 'Old 1').id;
  const other = sessions.find(({ name }: { name: string }) => name === 'Old 2').id;
  expect((await owner.page(`/batches/make?from=${old}&to=${other}`)).props.plan).toHaveLength(510);
  // The figures of the session count every class arm.
  const { batches: counted } = (await owner.page(`/institutions/${id}`)).props;
  expect(counted.length).toBeGreaterThan(510);
  expect(batchIds['JSS 1 B']).toBeDefined();
});

test('a course that a class arm is taught stays taught when its form shows only the first 500 of the others', async () => {
  const { id, batchIds, courseIds } = ilorin();
  const batch = batchIds['JSS 1 B'];
  const at = `/batches/${batch}/courses`;
  await fill(sql`insert into course_offerings (institution_id, batch_id, course_id)
    select ${id}, ${batch}, id from courses where institution_id = ${id} and code = 'C510'`);
  type Row = { id: number; title: string; offered: boolean; teacher: { value: string } | null };
  const { props } = await owner.page(at);
  const rows = props.courses as Row[];
  expect(props.isMore).toBe(true);
  expect(rows.filter(({ offered }) => !offered)).toHaveLength(500);
  const taught = rows.filter(({ offered }) => offered);
  expect(taught.map(({ title }) => title)).toContain('Course 0510');
  const courses = Object.fromEntries(
    taught.map((one) => [one.id, { offered: true, employeeId: one.teacher?.value ?? '' }]),
  );
  const found = await asked(owner, `/batches/course-options?institution_id=${id}&except=${batch}&q=C509`);
  expect(labels(found)).toEqual(['Course 0509']);
  expect(
    (
      await owner.post(at, {
        courses: { ...courses, [found.choices[0]!.value]: { offered: true, employeeId: '' } },
        opened: props.opened,
      })
    ).statusCode,
  ).toBe(303);
  const after = (await owner.page(at)).props.courses as Row[];
  expect(after.filter(({ offered }) => offered).map(({ title }) => title)).toEqual(
    [...taught.map(({ title }) => title), 'Course 0509'].toSorted((one, other) => one.localeCompare(other)),
  );
  expect(courseIds).toBeDefined();
});

test('class arms to copy courses from are those with courses, and the ones behind the first 60 are searched for', async () => {
  const { id, batchIds } = ilorin();
  const batch = batchIds['JSS 1 B'];
  await fill(
    sql`insert into batches (institution_id, class_id, session_id, arm, name)
      select b.institution_id, b.class_id, b.session_id, 'Q' || n, 'JSS 1 Q' || lpad(n::text, 3, '0')
      from batches b, generate_series(1, 70) n where b.id = ${batch}`,
    sql`insert into course_offerings (institution_id, batch_id, course_id)
      select b.institution_id, b.id, (select min(id) from courses where institution_id = ${id}) from batches b
      where b.institution_id = ${id} and b.name like 'JSS 1 Q%'`,
  );
  const { siblings } = (await owner.page(`/batches/${batch}`)).props;
  expect([siblings.rows.length, siblings.isMore]).toEqual([60, true]);
  expect(labels(await asked(owner, `/batches/copy-options?except=${batch}&q=Q070`))).toEqual(['JSS 1 Q070']);
});

test('all brothers and sisters of a student are reached, and every change of a record', async () => {
  const { id, studentIds } = ilorin();
  const child = studentIds['Tunde Bakare'];
  await fill(
    sql`insert into students (institution_id, admission_number, surname, first_name)
      select ${id}, 'S' || n, 'Bakare', 'Child ' || lpad(n::text, 3, '0') from generate_series(1, 120) n`,
    sql`insert into student_guardians (institution_id, student_id, guardian_id, position)
      select ${id}, s.id, (select guardian_id from student_guardians where student_id = ${child}), 1
      from students s where s.institution_id = ${id} and s.first_name like 'Child %'`,
    sql`insert into audit_entries (institution_id, person, action, summary, subject_type, subject_id, details)
      select ${id}, 'Someone', 'students.edit', 'change ' || n, 'student', ${child}, '{}' from generate_series(1, 450) n`,
  );
  await analyze(world.ownerUrl, 'students', 'student_guardians', 'audit_entries');
  const { component, props } = await owner.page(`/students/${child}/family`);
  const found = [...props.family.siblings] as { id: number; firstName: string }[];
  let next = props.family.nextSiblings as string | null;
  while (next) {
    const page = await owner.page(next, { component, props: ['siblings', 'nextSiblings'] });
    found.push(...page.props.siblings);
    next = page.props.nextSiblings;
  }
  expect(found).toHaveLength(120);
  expect(new Set(found.map((one) => one.id)).size).toBe(120);
  const changes = (await allOf(`/students/${child}/history`, ['history', 'older'])) as unknown as { summary: string }[];
  expect(changes.map(({ summary }) => summary)).toEqual(expect.arrayContaining(['change 1', 'change 450']));
});

test('people found by name say when there are more: alike, to merge, to choose and in the palette', async () => {
  const { id, studentIds } = ilorin();
  const background = { accept: 'application/json', 'x-requested-with': 'XMLHttpRequest' };
  await fill(
    sql`insert into students (institution_id, admission_number, surname, first_name)
      select ${id}, 'T' || n, 'Bakare', 'Tunde' from generate_series(1, 20) n`,
    sql`insert into guardians (institution_id, surname, first_name) select ${id}, 'Bakare', 'Folake' from generate_series(1, 20) n`,
  );
  const answers = [
    [`/students/alike?institution_id=${id}&surname=Bakare&first_name=Tunde`, 5],
    [`/guardians/alike?institution_id=${id}&surname=Bakare&first_name=Folake`, 5],
    ['/students/find?q=bakare', 8],
    ['/guardians/find?q=bakare', 8],
    ['/employees/find?q=adamu', 5],
  ] as const;
  for (const [url, shown] of answers) {
    const { people, isMore } = (await owner.get(url, background)).json<{ people: unknown[]; isMore: boolean }>();
    expect([people.length, isMore], url).toEqual([shown, true]);
  }
  const { props } = await owner.page(`/students/${studentIds['Tunde Bakare']}/merge`);
  expect([props.found.length, props.isMore]).toEqual([10, true]);
});

test('a public site shows every program, testimonial and menu page there is, and says when a search finds more', async () => {
  const { id } = ilorin();
  await world.database.asSystem([id], (tx) => fillSite(tx, world.services.files, id, 'ilorin'));
  await fill(
    sql`insert into site_testimonials (institution_id, position, name, relation, quote)
      select ${id}, 100 + n, 'Parent ' || n, 'Parent', 'Well taught' from generate_series(1, 30) n`,
    sql`insert into site_features (institution_id, position, icon, title, body)
      select ${id}, 100 + n, 'book', 'Feature ' || n, 'Good' from generate_series(1, 30) n`,
    sql`insert into site_pages (institution_id, position, slug, title, is_in_menu, is_published)
      select ${id}, 100 + n, 'more-' || n, 'Further page ' || n, true, true from generate_series(1, 30) n`,
    sql`insert into classes (institution_id, program_id, name, position)
      select ${id}, (select id from programs where institution_id = ${id} and code = 'P2'), 'Grade ' || n, n from generate_series(1, 30) n`,
  );
  const shown = async (path: string) =>
    (await world.nobody().get(`/sites/ilorin${path}`, { accept: 'text/html' })).body;
  const home = await shown('');
  expect(home).toContain('Parent 30');
  expect(home).toContain('Feature 30');
  const [header, foot] = home.split('<main') as [string, string];
  expect(header).not.toContain('Further page 30');
  expect(header).toContain('More pages');
  expect(foot).toContain('Further page 30');
  const programs = await shown('/programs');
  expect(programs).toContain('Program 0510');
  expect(programs).toContain('Grade 30');
  expect(await shown('/search?q=program')).toContain('Add a word to find the others');
  expect(await shown('/search?q=0510')).not.toContain('Add a word');
});
