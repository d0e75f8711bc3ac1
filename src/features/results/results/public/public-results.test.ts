import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { bursary } from '#test/harness/books.ts';
import { sendForm } from '#test/harness/native-form.ts';
import { pdfText } from '#test/harness/pdf-text.ts';
import { soldPins } from '#test/harness/sold-pins.ts';
import { sites } from '#features/school/site/site.schema.ts';
import { addSampleScheme } from '#test/harness/sample-assessment.ts';

/* JSS 1 A, English alone: Ada Obi 71, Tunde Bakare 64.5, published. Result pins have two views. */
let world: Awaited<ReturnType<typeof startSchool>>;
let pins: { pin_serial: string; pin_secret: string }[];
let termId: number;
const numbers: Record<string, string> = {};
const page = '/sites/ilorin/result';
const ilorin = () => world.school.ilorin;
const within = <T>(work: Parameters<typeof world.database.asSystem<T>>[1]) =>
  world.database.asSystem([ilorin().id], work);
const rowsIn = async <Row>(query: ReturnType<typeof sql>) =>
  within(async (tx) => (await tx.execute(query)).rows as Row[]);
beforeAll(async () => {
  world = await startSchool();
  const batchId = (ilorin().batchIds as Record<string, number>)['JSS 1 A']!;
  const english = ilorin().courseIds.ENG!;
  await within(async (tx) => {
    await addSampleScheme(tx, ilorin().id);
    const site = { institutionId: ilorin().id, slug: 'ilorin', isPublished: true };
    await tx.insert(sites).values(site).onConflictDoUpdate({ target: sites.institutionId, set: site });
    await tx.execute(sql`insert into course_offerings (institution_id, batch_id, course_id)
      values (${ilorin().id}, ${batchId}, ${english})`);
  });
  [{ id: termId }] = (await rowsIn<{ id: number }>(sql`select id::int as id from terms where is_current`)) as [
    { id: number },
  ];
  for (const { name, number } of await rowsIn<{ name: string; number: string }>(
    sql`select first_name as name, admission_number as number from students`,
  ))
    numbers[name] = number;
  const registrar = await world.as('registrar');
  const principal = await world.as('principal');
  await registrar.post('/mark-sheets', { termId, batchIds: [batchId], dueOn: '' });
  const [sheet] = await rowsIn<{ id: number }>(sql`select id::int as id from mark_sheets`);
  const students = ilorin().studentIds as Record<string, number>;
  const cells = [
    ['Ada Obi', 3000, 4100],
    ['Tunde Bakare', 2450, 4000],
    ['Chidi Eze', 'absent', 'absent'],
  ].flatMap(([name, paper, examination]) =>
    Object.entries({ test: paper, examination }).map(([component, entry]) => ({
      studentId: students[name as string]!,
      component,
      entry,
      was: null,
    })),
  );
  await registrar.post(`/mark-sheets/${sheet!.id}/courses/${english}/marks`, { cells });
  await registrar.post('/mark-sheets/lock', { ids: [sheet!.id] });
  await principal.post('/mark-sheets/approve', { ids: [sheet!.id] });
  expect((await principal.post('/mark-sheets/publish', { ids: [sheet!.id] })).statusCode).toBe(303);
  pins = await soldPins(world, 8, 'result');
});
afterAll(() => world.close());

const show = (browser: Browser, name: string, pin: object, more: object = {}) =>
  sendForm(browser, page, { number: numbers[name]!, term_id: String(termId), ...pin, ...more });
const used = async ({ pin_serial }: { pin_serial: string }) =>
  (
    await rowsIn<{ views: number; student: number | null }>(
      sql`select views_used as views, student_id::int as student from pins where serial = ${pin_serial}`,
    )
  )[0]!;

test('a parent opens the result with a pin; reloading, the PDF and sending it again are the same view', async () => {
  const parent = world.nobody();
  const form = await parent.get(page);
  expect(form.body).toContain('First Term, 2026/2027</option>');
  // Nothing but the site's own script: the page is complete without one.
  expect(form.body).not.toContain('page-data');
  expect((await parent.get('/sites/ilorin')).body).toContain('href="/sites/ilorin/result"');
  const sent = await show(parent, 'Tunde', pins[0]!);
  expect([sent.statusCode, sent.headers.location]).toEqual([303, `${page}/card`]);
  for (const _ of [1, 2]) {
    const text = (await parent.get(`${page}/card`)).body.replace(/<!-- -->/g, '').replace(/(<[^>]*>|\s)+/g, ' ');
    for (const words of ['Tunde', 'English Language', ' 64.5 C4 ', '2nd of 3', 'opens it 1 more time'])
      expect(text).toContain(words);
  }
  const pdf = await parent.get(`${page}/report-card.pdf`);
  expect(pdf.headers['content-type']).toBe('application/pdf');
  expect(pdfText(pdf.rawPayload).join(' ')).toContain('Bakare');
  expect((await show(parent, 'Tunde', pins[0]!)).statusCode).toBe(303);
  expect((await used(pins[0]!)).views).toBe(1);
  await sendForm(parent, `${page}/card`, {}, `${page}/close`);
  expect((await parent.get(`${page}/card`)).headers.location).toBe(`${page}?ended=1`);
  // Another phone: the second view and the last.
  expect((await show(world.nobody(), 'Tunde', pins[0]!)).statusCode).toBe(303);
  expect((await used(pins[0]!)).views).toBe(2);
});

test('a wrong pin, a used one, one of another student or for an unknown number get the same answer', async () => {
  const [spent, bound, wrong] = [pins[0]!, pins[1]!, { ...pins[2]!, pin_secret: '000000000000' }];
  expect((await show(world.nobody(), 'Ada', bound)).statusCode).toBe(303);
  await rowsIn(sql`update pins set expires_on = '2026-01-01' where serial = ${pins[3]!.pin_serial}`);
  const answers = await Promise.all([
    show(world.nobody(), 'Tunde', spent),
    show(world.nobody(), 'Tunde', bound),
    show(world.nobody(), 'Tunde', wrong),
    show(world.nobody(), 'Tunde', pins[3]!),
    show(world.nobody(), 'Tunde', bound, { number: 'NOBODY/1' }),
    show(world.nobody(), 'Tunde', wrong, { number: 'NOBODY/1' }),
    show(world.nobody(), 'Ada', bound, { term_id: String(termId + 1) }),
  ]);
  const told = answers.map(({ statusCode, body }) => `${statusCode} ${/<p class="error">([^<]*)/.exec(body)?.[1]}`);
  expect(new Set(told).size, told.join('\n')).toBe(1);
  expect(told[0]).toMatch(/^422 This pin can’t be used here\. Check the admission number/);
  // The owner of a right pin learns that the number is wrong, and the pin stays unused.
  const mistyped = await show(world.nobody(), 'Tunde', pins[2]!, { number: 'NOBODY/1' });
  expect(mistyped.body).toContain('The pin is right, but no published result has this admission number');
  expect(await used(pins[2]!)).toEqual({ views: 0, student: null });
});

test('one pin used at the same moment for two students opens one', async () => {
  const pin = pins[4]!;
  const answers = await Promise.all(
    ['Ada', 'Tunde', 'Ada', 'Tunde', 'Ada', 'Tunde'].map(async (name) => ({
      name,
      status: (await show(world.nobody(), name, pin)).statusCode,
    })),
  );
  const opened = answers.filter(({ status }) => status === 303);
  expect(new Set(opened.map(({ name }) => name)).size).toBe(1);
  expect(opened.length).toBeLessThanOrEqual(2);
  expect((await used(pin)).views).toBe(opened.length);
  // Two taps of one browser are one view.
  const browser = world.nobody();
  await browser.get(page);
  const taps = await Promise.all([show(browser, 'Ada', pins[5]!), show(browser, 'Ada', pins[5]!)]);
  expect(taps.map(({ statusCode }) => statusCode)).toEqual([303, 303]);
  expect((await used(pins[5]!)).views).toBe(1);
});

test('a hold is told to the owner of a right pin alone, and costs no view; what opened before closes', async () => {
  const [ready] = [pins[6]!];
  const early = world.nobody();
  expect((await show(early, 'Ada', pins[5]!)).statusCode).toBe(303);
  // As an element has it: names of files and nonces may contain the same digits.
  const mark = />71(\.0+)?</;
  expect((await early.get(`${page}/card`)).body).toMatch(mark);
  const day = (days: number) =>
    new Date(Date.now() - days * 86_400_000).toLocaleDateString('en-CA', { timeZone: 'Africa/Lagos' });
  await bursary(world.database, ilorin().id).bill(ilorin().studentIds['Ada Obi'], [day(40), 30_000_00]);
  await rowsIn(sql`insert into hold_rules (institution_id, name, withholds, above, counts, is_on)
    values (${ilorin().id}, 'Results', '{report_card}', 100000, 'overdue', true)`);
  const guessed = await show(world.nobody(), 'Ada', { ...ready, pin_secret: '111111111111' });
  expect([guessed.statusCode, guessed.body.includes('withheld')]).toEqual([422, false]);
  const told = await show(world.nobody(), 'Ada', ready);
  expect([told.statusCode, told.body]).toEqual([
    422,
    expect.stringContaining('withheld because school fees are unpaid'),
  ]);
  expect(await used(ready)).toEqual({ views: 0, student: ilorin().studentIds['Ada Obi'] });
  for (const part of ['card', 'report-card.pdf']) {
    const after = await early.get(`${page}/${part}`);
    expect([after.statusCode, after.body.includes('unpaid'), mark.test(after.body)]).toEqual([403, true, false]);
  }
  await rowsIn(sql`update hold_rules set is_on = false`);
  expect((await show(world.nobody(), 'Ada', ready)).statusCode).toBe(303);
  expect((await used(ready)).views).toBe(1);
});

test('nothing opens with a cookie from elsewhere, and every address without one leads to the form', async () => {
  const stranger = world.nobody();
  const until = Date.now() + 60_000;
  stranger.cookies['akada_result'] =
    `${ilorin().id}.${ilorin().studentIds['Tunde Bakare']}.${termId}.9.${until}.${'A'.repeat(43)}`;
  for (const part of ['card', 'report-card.pdf'])
    expect((await stranger.get(`${page}/${part}`)).headers.location).toBe(`${page}?ended=1`);
  const parent = world.nobody();
  await show(parent, 'Tunde', pins[7]!);
  const cookie = parent.cookies['akada_result']!;
  parent.cookies['akada_result'] = cookie.replace(/^\d+\.\d+/, `${ilorin().id}.${ilorin().studentIds['Ada Obi']}`);
  expect((await parent.get(`${page}/card`)).headers.location).toBe(`${page}?ended=1`);
  const empty = await sendForm(world.nobody(), page, { number: '', term_id: '', pin_serial: '', pin_secret: '' });
  for (const words of ['The admission number is required', 'Choose one from the list', 'The pin is required'])
    expect(empty.body).toContain(words);
});
