import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor } from '#kernel/actor.ts';
import { connect, type Tx } from '#kernel/database.ts';
import { isPassword } from '#features/access/accounts/passwords/passwords.ts';
import { checkOrders } from '#features/online/orders/check-orders.ts';
import { loadRequester } from '#features/records/approvals/requester.ts';
import { ReportDefinition } from '#features/insight/reports/engine/definition.ts';
import { reportPage } from '#features/insight/reports/engine/rows.ts';
import { graphToRun, runGraph } from '#features/insight/reports/graphs/run/run-graph.ts';
import { openReport } from '#features/insight/reports/run/questions.ts';
import { checkBooks } from '#features/money/balances/proof/check-books.ts';
import { replacementProblems } from '#features/results/results/verification/verify-results.ts';
import { summaryProblems } from '#features/results/results/verification/verify-summaries.ts';
import { product } from '#product/features.ts';
import { plainDemonstration, wholeDemonstration, type Demonstration } from '#test/harness/demonstration.ts';

let first: Awaited<ReturnType<typeof opened>>;
let second: typeof first;

beforeAll(async () => {
  first = await opened(await wholeDemonstration());
  second = await opened(await plainDemonstration());
});
afterAll(() => Promise.all([first, second].map((one) => one?.close())));

async function opened({ appUrl, signIns }: Demonstration) {
  const database = connect({ url: appUrl, max: 4 });
  const check = () => database.asSystem([1, 2], async (tx) => [...(await checkBooks(tx)), ...(await checkOrders(tx))]);
  const ask = <Row extends Record<string, unknown>>(query: string) =>
    database.asSystem([1, 2], async (tx) => (await tx.execute<Row>(sql.raw(query))).rows);
  return { database, signIns, ask, check, close: database.close };
}

const count = async (from: string) => Number((await first.ask(`select count(*) from ${from}`))[0]!.count);

test('a school with 18 class arms and a college with a program that requires a pin', async () => {
  expect(await first.ask(`select name, accent from institutions order by id`)).toEqual([
    { name: 'Olumo Heights Secondary School', accent: '#1E6B52' },
    { name: 'Zuma View College of Technology', accent: '#7A2E5D' },
  ]);
  expect(await count(`batches where institution_id = 1 and closed_at is null`)).toBe(18);
  expect(
    await first.ask(`select name, requires_pin as pin from programs where institution_id = 2 order by name`),
  ).toEqual([
    { name: 'National Diploma Business Administration', pin: false },
    { name: 'National Diploma Computer Science', pin: true },
  ]);
});

test('the planner knows how many rows each large table got', async () => {
  const [row] = await first.ask<{ counted: number; lessons: number }>(
    `select reltuples::int as counted, (select count(*)::int from lessons) as lessons from pg_class where relname = 'lessons'`,
  );
  expect(row!.counted).toBeGreaterThan(row!.lessons / 2);
});

test('about 1,200 students and 80 employees, each employee with an account', async () => {
  expect(Math.abs((await count('students')) - 1200)).toBeLessThan(25);
  expect(await count('employees')).toBe(80);
  expect(await count('memberships where employee_id is not null')).toBe(80);
});

test('the new intake of 45 waits for a batch, and one class arm has room for 40 of them', async () => {
  expect(await count(`students where status = 'active' and batch_id is null`)).toBe(45);
  const room = await first.ask<{ room: number }>(
    `select max(capacity - (select count(*) from students s where s.batch_id = b.id)) as room
     from batches b join classes c on c.id = b.class_id where c.name = 'JSS 1' and b.closed_at is null`,
  );
  expect(Number(room[0]!.room)).toBeGreaterThanOrEqual(40);
});

test('no batch ever held more than its capacity', async () => {
  expect(
    await first.ask(
      `select b.name, s.name as session from batches b join academic_sessions s on s.id = b.session_id
       where b.capacity < (select count(distinct student_id) from enrolments e where e.batch_id = b.id)`,
    ),
  ).toEqual([]);
});

test('a student sits in the batch of the one open enrolment, and nobody else has one', async () => {
  const wrong = await count(
    `students s full join (select * from enrolments where to_date is null) e on e.student_id = s.id
     where s.batch_id is distinct from e.batch_id or (s.batch_id is not null) <> (s.status in ('active', 'suspended') and e.id is not null)`,
  );
  expect(wrong).toBe(0);
});

test('people from last year have a history', async () => {
  const outcomes = await first.ask<{ outcome: string }>(
    `select distinct outcome from enrolments where outcome is not null`,
  );
  expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual([
    'graduated',
    'promoted',
    'repeated',
    'transferred',
    'withdrawn',
  ]);
  expect(
    await count(
      `enrolments e join academic_sessions s on s.id = e.session_id where s.closed_at is not null and e.to_date is null`,
    ),
  ).toBe(0);
});

test('admission numbers continue from the counter', async () => {
  const wrong = await count(
    `counters c where value <> (select max(right(admission_number, 4)::int) from students s
       where s.institution_id = c.institution_id and 'admission:' || extract(year from admission_date) = c.name)`,
  );
  expect(wrong).toBe(0);
  expect(await count('counters')).toBeGreaterThan(8);
});

test('areas of origin are in the states of origin', async () => {
  expect(await count(`students s join lgas l on l.id = s.lga_id where l.state_id = s.state_id`)).toBe(
    await count('students'),
  );
  expect(await count(`(select distinct state_id from students) as origin`)).toBeGreaterThan(20);
});

test('a term of fees and payments whose books are right, with everything a bursary has seen', async () => {
  expect(await first.check()).toEqual([]);
  const seen = await first.ask<Record<string, boolean>>(`
    select bool_or(i.settled = 0) as unpaid, bool_or(i.settled between 1 and i.total - 1) as partly, bool_or(i.settled = i.total) as paid,
      bool_or(exists (select from invoice_dues d where d.institution_id = i.institution_id and d.invoice_id = i.id and d.due_on < '2026-11-20')
        and i.open > 0) as overdue,
      exists (select from student_balances where credit > 0) as credit,
      exists (select from payments where channel = 'cheque' and status = 'failed') as bounced,
      exists (select from payments where in_suspense) as unidentified,
      exists (select from cashier_counts where counted <> expected) as difference
    from invoices i`);
  expect(Object.entries(seen[0]!).filter(([, there]) => !there)).toEqual([]);
  expect(await count(`invoice_lines where scheme_id is not null`)).toBeGreaterThan(50);
});

test('pupils are of an age that fits their class', async () => {
  const ages = await first.ask<{ name: string; youngest: number; oldest: number }>(
    `select c.name, min(extract(year from age('2026-09-14', birth_date)))::int as youngest,
       max(extract(year from age('2026-09-14', birth_date)))::int as oldest
     from students s join batches b on b.id = s.batch_id join classes c on c.id = b.class_id
     where s.institution_id = 1 group by c.name order by c.name`,
  );
  expect(ages.find(({ name }) => name === 'JSS 1')).toMatchObject({ youngest: 10 });
  expect(ages.every(({ youngest, oldest }) => youngest >= 10 && oldest <= 20)).toBe(true);
});

test('every course of an open batch has a teacher and every open batch a class teacher', async () => {
  expect(await count(`course_offerings where employee_id is null`)).toBe(0);
  expect(await count(`batches b where not exists (select from batch_teachers t where t.batch_id = b.id)`)).toBe(0);
  expect(await count(`batches b where (select count(*) from course_offerings o where o.batch_id = b.id) < 7`)).toBe(0);
});

test('one person for each role can sign in, with a password of this installation; all others are invited', async () => {
  const rows = await first.ask<{ username: string; hash: string }>(
    `select username, password_hash as hash from accounts a join credentials c on c.account_id = a.id where password_hash is not null`,
  );
  expect(rows.map(({ username }) => username).sort()).toEqual(first.signIns.map(({ username }) => username).sort());
  for (const { username, password } of first.signIns) {
    expect(await isPassword(rows.find((row) => row.username === username)!.hash, password)).toBe(true);
  }
  const passwords = [...first.signIns, ...second.signIns].map(({ password }) => password);
  expect(new Set(passwords).size).toBe(passwords.length);
});

test('a second installation has the same people, apart from the passwords', async () => {
  const everything = `
    select md5(string_agg(x, ',' order by x)) as digest from (
      select (to_jsonb(s) - 'created_at' - 'updated_at')::text as x from students s union all
      select (to_jsonb(e) - 'created_at' - 'updated_at')::text from employees e union all
      select to_jsonb(e)::text from enrolments e union all
      select to_jsonb(o)::text from course_offerings o union all
      select (to_jsonb(a) - 'created_at' - 'access_version')::text from accounts a) as rows`;
  expect(await second.ask(everything)).toEqual(await first.ask(everything));
});

test('a running intake of both institutions: 150 applications in all states, with marks, seats and decisions', async () => {
  expect(await count('applications')).toBeGreaterThanOrEqual(140);
  expect(
    await first.ask(
      `select count(distinct status)::int as states, count(distinct institution_id)::int as places from applications`,
    ),
  ).toEqual([{ states: 9, places: 2 }]);
  expect(
    await count(
      `applications a where a.score is distinct from (select sum(mark) from exam_scores s where s.application_id = a.id)`,
    ),
  ).toBe(0);
  expect(
    await count(`applications where status = 'admitted' and student_id in (select id from students)`),
  ).toBeGreaterThan(5);
  expect(await count(`applications where status = 'accepted' and acceptance_paid_at is not null`)).toBeGreaterThan(5);
});

test('pins of both types, and an order in each state', async () => {
  expect(
    await first.ask(
      `select type, count(*)::int > 100 as many from pins p join pin_kinds k on k.id = p.kind_id group by 1 order by 1`,
    ),
  ).toEqual([
    { type: 'registration', many: true },
    { type: 'result', many: true },
  ]);
  const states = await first.ask<{ status: string }>(`select distinct status from orders order by 1`);
  expect(states.map(({ status }) => status)).toEqual(['created', 'expired', 'failed', 'fulfilled', 'paid', 'refunded']);
});

test('three terms of the school and semesters of the college are published; those of this session are on the way', async () => {
  const published = await first.ask<{ school: boolean; terms: number; students: number }>(
    `select institution_id = 1 as school, count(distinct term_id)::int as terms, count(distinct student_id)::int as students
     from published_results group by institution_id order by institution_id`,
  );
  expect(published).toMatchObject([
    { school: true, terms: 4 },
    { school: false, terms: 3 },
  ]);
  for (const { students } of published) expect(students).toBeGreaterThan(150);
  // The year before, as it was imported: four semesters of those who finished.
  expect(await count(`past_terms where institution_id = 2`)).toBeGreaterThan(50);
  expect(await count(`past_results where grade is null`)).toBe(0);
  expect(await count(`published_results where content #>> '{summary,notRanked}' = 'withheld'`)).toBeGreaterThan(0);
  expect(await count(`published_results where correction_id is not null`)).toBeGreaterThan(0);
  expect(await count(`mark_sheets where state = 'open'`)).toBeGreaterThan(5);
  expect(await count(`academic_sessions where closed_at is not null`)).toBe(2);
});

interface DemoReport extends Record<string, unknown> {
  id: number;
  name: string;
  account: string;
  institutionId: number;
  definition: object;
  roles: number;
}
const savedOf = (kind: 'text' | 'graph') =>
  first.ask<DemoReport>(
    `select id::int as id, name, account_id::text as account, institution_id as "institutionId", definition,
      (select count(*)::int from saved_report_roles s where s.report_id = r.id) as roles
    from saved_reports r where kind = '${kind}' order by id`,
  );
const asOwner = <T>({ account, institutionId }: DemoReport, work: (tx: Tx, actor: Actor) => Promise<T>) =>
  first.database.asSystem([institutionId], async (tx) =>
    work(tx, await loadRequester(tx, Number(account), institutionId)),
  );

test('where students stand follows from their results, and what is current from the chain', async () => {
  for (const institutionId of [1, 2]) {
    // One after the other: two connections are enough.
    // oxlint-disable-next-line no-await-in-loop
    const problems = await first.database.asSystem([institutionId], async (tx) => [
      ...(await replacementProblems(tx, institutionId)),
      ...(await summaryProblems(tx, institutionId)),
    ]);
    expect(problems).toEqual([]);
  }
});

test('six saved reports show their owners rows in every column, and each is shared with roles', async () => {
  const reports = await savedOf('text');
  expect(reports).toHaveLength(6);
  for (const report of reports) {
    const { name, institutionId, roles } = report;
    const { found, hidden } = await asOwner(report, async (tx, actor) => {
      const running = { institutionId, definition: ReportDefinition.parse(report.definition) };
      const opened = await openReport(tx, actor, product.reports, running);
      return { found: (await reportPage(tx, opened)).rows.length, hidden: opened.hidden };
    });
    expect([name, found > 0, hidden, roles > 0]).toEqual([name, true, [], true]);
  }
});

test('three graphs in each institution show their owners bars, and each is shared with roles', async () => {
  const graphs = await savedOf('graph');
  expect(graphs.map(({ institutionId }) => institutionId)).toEqual([1, 1, 1, 2, 2, 2]);
  for (const saved of graphs) {
    const { id, name, roles } = saved;
    const { graph, problem } = await asOwner(saved, async (tx, actor) =>
      runGraph(tx, actor, product.reports, await graphToRun(tx, actor, { reportId: id }), undefined),
    );
    expect([name, graph!.groups.length > 1, problem, roles > 0]).toEqual([name, true, null, true]);
  }
});
