import { sql } from 'drizzle-orm';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violationsInBothSchemes } from './support/axe.ts';
import { openChromium } from './support/chromium.ts';
import { openProduct } from './support/product.ts';

let product: Awaited<ReturnType<typeof openProduct>>;
let browser: Browser;
let session: number;

const ilorin = () => product.school.ilorin;
const rowsOf = <Row>(query: ReturnType<typeof sql>) =>
  product.database.asSystem([ilorin().id], async (tx) => (await tx.execute(query)).rows as Row[]);

/** JSS 1 A registers for English and Mathematics, 3 units each, and may take French, 2; its class teacher is the teacher. */
beforeAll(async () => {
  [product, browser] = await Promise.all([openProduct(), openChromium()]);
  const { id, batchIds, classIds } = ilorin();
  const batchId = batchIds['JSS 1 A'];
  await rowsOf(sql`insert into courses (institution_id, code, title, credit_units, elective_group)
    values (${id}, 'FRE', 'French', 2, 'Language')`);
  await rowsOf(sql`insert into course_offerings (institution_id, batch_id, course_id)
    select ${id}::int, ${batchId}::bigint, id from courses where institution_id = ${id} and code in ('ENG', 'MTH', 'FRE')
    on conflict do nothing`);
  await rowsOf(sql`insert into registration_periods (institution_id, class_id, term_id, minimum_units, maximum_units, opens_on, closes_on)
    select ${id}, ${classIds['JSS 1']}, id, 3, 8, current_date - 1, current_date + 9 from terms
    where institution_id = ${id} and is_current`);
  await rowsOf(sql`insert into batch_teachers (institution_id, batch_id, employee_id)
    select institution_id, ${batchId}, employee_id from memberships where employee_id is not null
      and account_id = (select id from accounts where username = 'teacher')`);
  await endOfLastSession();
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

/** Three students are still in JSS 1 A of the session before, from which JSS 1 leads to JSS 2. */
async function endOfLastSession() {
  const { id, sessionIds, classIds, pastBatchId, studentIds } = ilorin() as ReturnType<typeof ilorin> & {
    sessionIds: { past: number };
    pastBatchId: number;
  };
  session = sessionIds.past;
  await rowsOf(sql`update academic_sessions set closed_at = null where id = ${session}`);
  await rowsOf(sql`update batches set closed_at = null where id = ${pastBatchId}`);
  await rowsOf(sql`update classes set next_class_id = ${classIds['JSS 2']} where id = ${classIds['JSS 1']}`);
  for (const studentId of [studentIds['Tunde Bakare'], studentIds['Chidi Eze']]) {
    await rowsOf(sql`delete from enrolments where student_id = ${studentId}`);
    await rowsOf(sql`insert into enrolments (institution_id, student_id, batch_id, session_id, from_date)
      values (${id}, ${studentId}, ${pastBatchId}, ${session}, '2025-09-15')`);
    await rowsOf(sql`update students set batch_id = ${pastBatchId} where id = ${studentId}`);
  }
}

async function open(username: string, address: string, width = 1280): Promise<Page> {
  const context = await product.window(browser, username, { viewport: { width, height: 720 } });
  const page = await context.newPage();
  await page.goto(address);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

test('a student registers for courses on a phone, within the units, and the adviser approves', async () => {
  const phone = await open('student', '/course-registration', 375);
  const submit = phone.getByRole('button', { name: 'Submit registration' });
  await phone.getByText('6 units').waitFor();
  await phone.getByRole('checkbox', { name: /FRE French/ }).check();
  await phone.getByText('8 units').waitFor();
  expect(await violationsInBothSchemes(phone)).toEqual([]);
  // A second click while the first is on its way submits nothing twice.
  await submit.dblclick();
  await phone.getByText('8 units submitted.').waitFor();
  await phone.getByText('Submitted', { exact: true }).waitFor();

  const adviser = await open('teacher', `/batches/${ilorin().batchIds['JSS 1 A']}/course-registrations`);
  await adviser
    .getByRole('link', { name: /Obi, Ada/ })
    .first()
    .click();
  await adviser.getByRole('button', { name: 'Approve' }).click();
  await adviser.getByText('1 registration approved.').waitFor();
  expect(await violationsInBothSchemes(adviser)).toEqual([]);
  const taken = await rowsOf<{ code: string }>(
    sql`select c.code from registered_courses r join courses c on c.id = r.course_id order by c.code`,
  );
  expect(taken.map(({ code }) => code)).toEqual(['ENG', 'FRE', 'MTH']);
  const entries = await rowsOf(sql`select id from audit_entries where action = 'registration.submit'`);
  expect(entries).toHaveLength(1);
});

test('a promotion from proposal to approval by a second person, carried out and undone', async () => {
  const { classIds, studentIds } = ilorin();
  const page = await open('registrar', `/promotion/class?session=${session}&class=${classIds['JSS 1']}`);
  for (const name of ['Bakare, Tunde', 'Eze, Chidi'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  await page.getByRole('button', { name: 'Decide by hand' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Outcome').selectOption('promoted');
  await dialog.getByLabel('Reason').fill('Passed the resit');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved for 2 students.').waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);

  const choose = async (button: string) => {
    await page.goto(`/promotion?session=${session}`);
    await page.getByRole('checkbox', { name: 'Select JSS 1' }).check();
    await page.getByRole('button', { name: button }).click();
    await dialog.getByRole('button', { name: button }).dblclick();
  };
  await choose('Request approval');
  await page.getByText('Sent for approval.').waitFor();
  const second = await open('principal', '/approvals');
  await second.getByRole('button', { name: 'Approve' }).click();
  await second.getByText(/The promotion of 2 students is approved/).waitFor();
  await choose('Carry out');
  await page.getByText('Carried out: 2 promoted.').waitFor();
  const places = () =>
    rowsOf<{ batch: string }>(sql`select b.name as batch from students s join batches b on b.id = s.batch_id
      where s.id in (${studentIds['Tunde Bakare']}, ${studentIds['Chidi Eze']})`);
  expect((await places()).map(({ batch }) => batch)).toEqual(['JSS 2 A', 'JSS 2 A']);
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await dialog.getByLabel('Reason').fill('Wrong session');
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Undone: 2 students are back where they were.').waitFor();
  expect((await places()).map(({ batch }) => batch)).toEqual(['JSS 1 A', 'JSS 1 A']);
});
