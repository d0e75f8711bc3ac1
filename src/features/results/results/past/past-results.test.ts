import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { addSampleScheme } from '#test/harness/sample-assessment.ts';
import { checkRows } from '#features/people/imports/work/check-rows.job.ts';
import { runRows } from '#features/people/imports/work/run-rows.job.ts';
import { undoRows } from '#features/people/imports/work/undo-rows.job.ts';
import { studentRecords } from '../record/record-figures.ts';
import { readCode, readHundredths, readSession, readTerm } from './past-fields.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
const numbers: Record<string, string> = {};
const ilorin = () => world.school.ilorin;
const within = <T>(work: Parameters<typeof world.database.asSystem<T>>[1]) =>
  world.database.asSystem([ilorin().id], work);
beforeAll(async () => {
  world = await startSchool();
  registrar = await world.as('registrar');
  const { rows } = await within(async (tx) => {
    await addSampleScheme(tx, ilorin().id);
    return tx.execute<{ name: string; number: string }>(
      sql`select first_name as name, admission_number as number from students`,
    );
  });
  for (const { name, number } of rows) numbers[name] = number;
});
afterAll(() => world.close());

function upload(browser: Browser, text: string) {
  const part = (name: string, value: string) =>
    `--cloth\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const file = `--cloth\r\nContent-Disposition: form-data; name="file"; filename="past.csv"\r\nContent-Type: text/csv\r\n\r\n${text}\r\n--cloth--\r\n`;
  return browser.send({
    method: 'POST',
    url: '/imports',
    payload: Buffer.from(part('kind', 'results') + part('institutionId', String(ilorin().id)) + file),
    headers: { 'content-type': 'multipart/form-data; boundary=cloth', accept: 'application/json' },
  });
}

async function work() {
  for (const { queue, data } of world.sent.splice(0)) {
    const job = { 'imports.run': runRows, 'imports.check': checkRows, 'imports.undo': undoRows }[queue as string];
    await job?.(world.services, data as never, new AbortController().signal);
  }
}

/** Uploads a file with the columns as guessed, and has it checked. */
async function check(...lines: string[]) {
  const address = String((await upload(registrar, lines.join('\n'))).headers.location);
  const { columns } = (await registrar.page(address)).props;
  const mapping = columns.map(({ field }: { field: string | null }) => field ?? 'leave_out');
  const checked = await registrar.post(`${address}/check`, { mapping, repeat: true });
  expect(checked.statusCode, checked.body).toBe(303);
  await work();
  return { address, mapping, props: (await registrar.page(address)).props };
}
const problemsOf = ({ problems }: Record<string, unknown>) =>
  (problems as { rowNumber: number; message: string }[]).map(({ rowNumber, message }) => `${rowNumber} ${message}`);
const recordOf = (name: keyof ReturnType<typeof ilorin>['studentIds']) =>
  within(async (tx) => {
    const id = ilorin().studentIds[name];
    return (await studentRecords(tx, { institutionId: ilorin().id, studentIds: [id] })).get(id)!;
  });
const head = 'Adm No,Session,Term,Class,Subject code,Subject,Total,Grade,Term average,Position,Out of';

test('terms of past years come from a file, begin the record, and are undone as a whole', async () => {
  const { Ada: ada, Tunde: tunde } = numbers;
  const { address, mapping, props } = await check(
    head,
    `${ada},2021/2022,First,Primary 6,ENG,English,74.99,,70.25,2,31`,
    `${ada},2021/2022,First,Primary 6,MTH,Mathematics,65.5,B3,70.25,2,31`,
    `${ada},2021-22,2nd Term,Primary 6,ENG,English,,F9,,,`,
    `${tunde},2021/2022,1,Primary 6,ENG,English,40,,,,`,
  );
  expect(mapping).toEqual(
    'admissionNumber session term className code title total grade average rank rankOf'.split(' '),
  );
  expect([problemsOf(props), props.import.good]).toEqual([[], 4]);
  const ran = await registrar.post(`${address}/run`, { mode: 'all', seen: props.import.seen });
  expect(ran.statusCode, ran.body).toBe(303);
  await work();
  expect((await registrar.page(address)).props.import).toMatchObject({ state: 'done', imported: 4 });
  expect(await recordOf('Ada Obi')).toMatchObject([
    {
      session: '2021/2022',
      term: 'First Term',
      position: 1,
      className: 'Primary 6',
      average: '70.25',
      inBatch: { position: 2, of: 31 },
      // Graded by the exact total: 74.99 is no A1.
      courses: [
        { code: 'ENG', total: '74.99', grade: 'B2', passed: true, units: 1 },
        { code: 'MTH', total: '65.5', grade: 'B3', passed: true },
      ],
    },
    { term: '2nd Term', average: null, courses: [{ code: 'ENG', total: null, grade: 'F9', passed: false }] },
  ]);
  const again = await check(head, `${ada},2021/2022,First,Primary 6,ART,Art,50,,,,`);
  expect(problemsOf(again.props)).toEqual(['2 Ada Obi has imported results of First Term, 2021/2022 already.']);
  const preview = await registrar.get(`${address}/undo`);
  expect(preview.json()).toMatchObject({ removed: 4 });
  expect((await registrar.post(`${address}/undo`)).statusCode).toBe(303);
  await work();
  expect(await recordOf('Ada Obi')).toEqual([]);
  expect((await registrar.page(address)).props.import.state).toBe('undone');
});

test('everything that is wrong is named by row, and nothing is imported by half', async () => {
  const { Ada: ada } = numbers;
  const { address, props } = await check(
    head,
    `${ada},2019/2020,First,P4,ENG,English,71,,,,`,
    `${ada},2019/2020,First,P4,ENG,English,72,,,,`,
    `${ada},2019/2020,First,P5,MTH,Mathematics,101,,,,`,
    `${ada},2019/2021,Fourth,P4,ART,Art,64.125,,,,`,
    `${ada},2019/2020,Second,P4,ENG,English,,Q,,,`,
    `NOBODY/1,2019/2020,First,P4,ENG,English,50,,,,`,
    `${ada},2019/2020,Third,P4,ENG,,,,,,`,
    `${ada},2019/2020,Third,P4,MTH,Mathematics,50,,,,`,
  );
  const problems = problemsOf(props).join('\n');
  for (const words of [
    'Rows 2 and 3 have the same course, ENG, in the same term.',
    '“101” is too large. A total is at most 100.',
    '“2019/2021” is not a session. Use the form 2021/2022.',
    '“Fourth” is not a term. Use First, Second or Third.',
    'A total has two decimals at most: “64.125”.',
    '“Q” is not a grade of the scale. Use A1, B2,',
    'No student has this admission number.',
    'Course title is missing.',
    'Enter the total or the grade.',
  ])
    expect(problems).toContain(words);
  for (const mode of ['all', 'good']) {
    const refused = await registrar.post(`${address}/run`, { mode, seen: props.import.seen });
    expect([refused.statusCode, refused.json().errors.mode]).toEqual([422, expect.stringContaining('as a whole')]);
  }
  expect(await recordOf('Ada Obi')).toEqual([]);
  expect((await upload(await world.as('teacher'), head)).statusCode).toBe(403);
});

test('terms that the school has published are not imported over', async () => {
  const { Ada: ada } = numbers;
  await within(async (tx) => {
    await tx.execute(sql`insert into published_results (institution_id, seq, student_id, term_id, batch_id, content, digest,
        seal, code, published_at)
      select ${ilorin().id}, 1, ${ilorin().studentIds['Ada Obi']}, t.id, ${ilorin().batchIds['JSS 1 A']}, '{}', sha256('x'), sha256('x'),
        'AAAAAAAAAAAAAAAA', now() from terms t where t.institution_id = ${ilorin().id} and t.is_current`);
  });
  const { props } = await check(head, `${ada},2026/2027,First,JSS 1,ENG,English,71,,,,`);
  expect(problemsOf(props)).toEqual(['2 Ada Obi has published results of First Term, 2026/2027 already.']);
});

test('sessions, terms, codes and marks are read as schools write them', () => {
  const ok = (read: object) => ('ok' in read ? read.ok : null);
  expect(['2021/2022', '2021-22', '1999/00', '2021/2023', '2021'].map((text) => ok(readSession(text)))).toEqual([
    ...[2021, 2021, 1999].map((year) => ({ session: `${year}/${year + 1}`, year })),
    null,
    null,
  ]);
  expect(['1', 'Rain Semester', '3rd', 'Term 1'].map((text) => ok(readTerm(text)))).toEqual([
    { term: 'First Term', position: 1 },
    { term: 'Rain Semester', position: 2 },
    { term: 'Third Term', position: 3 },
    null,
  ]);
  expect(['mth101', 'MTH  101', 'English'].map((text) => ok(readCode(text)))).toEqual([
    'MTH 101',
    'MTH 101',
    'ENGLISH',
  ]);
  expect(
    ['64.5', '100', '100.01', '64.10', '64.125', '-1'].map((text) => ok(readHundredths(text, 'A', 10_000))),
  ).toEqual([6450, 10_000, null, 6410, null, null]);
});
