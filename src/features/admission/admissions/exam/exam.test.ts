import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { outbox } from '#kernel/messages/messages.schema.ts';
import { startSchool } from '#test/harness/app.ts';
import { pdfText } from '#test/harness/pdf-text.ts';
import { upload } from '#test/harness/uploads.ts';
import { addApplication, addIntake } from '#test/harness/sample-admissions.ts';
import { applications } from '../admissions.schema.ts';
import { examSeats } from '../decisions.schema.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let intakeId: number;
const ids: Record<string, number> = {};

beforeAll(async () => {
  world = await startSchool();
  const { ilorin } = world.school;
  await world.database.asSystem([ilorin.id], async (tx) => {
    const intake = await addIntake(tx, ilorin);
    intakeId = intake.id;
    const names = ['Zainab Musa', 'Bisi Alade', 'Chike Obi', 'Dayo Sowande', 'Emeka Nwosu'];
    for (const name of names) ids[name.split(' ')[0]!] = (await addApplication(tx, intake, name)).id;
    await addApplication(tx, intake, 'Femi Rejected', { status: 'rejected' });
  });
});
afterAll(() => world.close());

const officer = () => world.as('admission_officer');
const exam = async () => (await (await officer()).page(`/intakes/${intakeId}/exam`)).props.exam;
const marked = async (sitting = '') => (await (await officer()).page(`/intakes/${intakeId}/marks${sitting}`)).props;
const scoresOf = () =>
  world.database.asSystem([world.school.ilorin.id], async (tx) => {
    const rows = await tx.select({ id: applications.id, score: applications.score }).from(applications);
    return new Map(rows.map(({ id, score }) => [id, score]));
  });

test('applicants are put into the seats of several halls, none twice, and the rest is said', async () => {
  const browser = await officer();
  const add = (venue: string, seats: number, day: string) =>
    browser.post(`/intakes/${intakeId}/sittings`, { startsAt: `${day}T09:00`, venue, seats });
  expect((await browser.post(`/intakes/${intakeId}/seats`, { order: 'name' })).json().errors.form).toContain(
    '5 applicants have no seat',
  );
  await add('Library', 2, '2031-01-14');
  await add('Assembly hall', 2, '2031-01-12');
  const given = await browser.post(`/intakes/${intakeId}/seats`, { order: 'name' });
  expect(given.statusCode).toBe(303);
  const props = await exam();
  expect(props.sittings).toMatchObject([
    { venue: 'Assembly hall', taken: 2 },
    { venue: 'Library', taken: 2 },
  ]);
  expect(props.unseated).toBe(1);
  const hall = await marked(`?sitting=${props.sittings[0].id}`);
  expect(hall.rows.rows.map(({ name }: { name: string }) => name)).toEqual(['Alade, Bisi', 'Musa, Zainab']);
  await add('Laboratory', 5, '2031-01-15');
  // At the same moment: the seats are given once.
  await Promise.all(
    [1, 2, 3].map(async () => (await officer()).post(`/intakes/${intakeId}/seats`, { order: 'number' })),
  );
  const seats = await world.database.asSystem([world.school.ilorin.id], (tx) => tx.select().from(examSeats));
  expect(seats).toHaveLength(5);
  expect((await browser.post(`/exam-sittings/${props.sittings[0].id}/delete`)).statusCode).toBe(422);
  expect(
    (
      await browser.post(`/exam-sittings/${props.sittings[0].id}`, {
        startsAt: '2031-01-12T09:00',
        venue: 'Assembly hall',
        seats: 1,
      })
    ).json().errors,
  ).toEqual({ seats: 'Seat 2 is taken. Enter 2 or more.' });
});

test('invitations are sent once, slips and register are printed', async () => {
  const browser = await officer();
  const [hall] = (await exam()).sittings;
  for (const _ of [1, 2]) await browser.post(`/exam-sittings/${hall.id}/invite`);
  const sent = await world.database.asSystem([world.school.ilorin.id], (tx) =>
    tx
      .select({ body: outbox.body })
      .from(outbox)
      .where(and(eq(outbox.institutionId, world.school.ilorin.id))),
  );
  const bodies = sent.map(({ body }) => body).filter((body) => body.includes('entrance examination'));
  expect(bodies).toHaveLength(2);
  expect(bodies).toContainEqual(expect.stringContaining('12 Jan 2031, 09:00 am, Assembly hall, seat 1'));
  const slips = pdfText((await browser.get(`/exam-sittings/${hall.id}/slips.pdf`)).rawPayload).join(' ');
  expect(slips).toContain('Alade, Bisi');
  const register = pdfText((await browser.get(`/exam-sittings/${hall.id}/register.pdf`)).rawPayload).join(' ');
  expect(register).toContain('Musa, Zainab');
  expect((await (await world.as('principal')).get(`/exam-sittings/${hall.id}/slips.pdf`)).statusCode).toBe(403);
});

test('a mark above the highest is refused in its cell, the others are kept, and the score is their sum', async () => {
  const browser = await officer();
  const [applicationId, second] = [ids['Bisi']!, ids['Chike']!];
  const save = (marks: object[]) => browser.post(`/intakes/${intakeId}/marks`, { marks });
  const answer = await save([
    { applicationId, test: 'english', mark: 61.5, was: null },
    { applicationId, test: 'mathematics', mark: 120, was: null },
    { applicationId, test: '*interview', mark: 8, was: null },
    { applicationId: second, test: 'english', mark: 'absent', was: null },
    { applicationId: second, test: 'chemistry', mark: 5, was: null },
  ]);
  expect(answer.json()).toEqual({
    saved: 3,
    problems: [
      { applicationId, test: 'mathematics', message: 'The highest mark is 100.' },
      { applicationId: second, test: 'chemistry', message: 'This test no longer exists. Reload the page.' },
    ],
    scores: { [applicationId]: 69.5, [second]: 0 },
  });
  const rows = (await marked()).rows.rows;
  const row = (id: number) => rows.find((one: { id: number }) => one.id === id);
  expect(row(second)).toMatchObject({ marks: { english: 'absent' }, score: 0 });
  expect(row(ids['Dayo']!)).toMatchObject({ marks: {}, score: null });
  await save([{ applicationId: second, test: 'english', mark: null, was: 'absent' }]);
  expect((await scoresOf()).get(second)).toBeNull();
  expect((await (await world.as('principal')).post(`/intakes/${intakeId}/marks`, { marks: [] })).statusCode).toBe(403);
});

test('a second person’s different mark is asked about; the same mark is not', async () => {
  const [one, other] = [await officer(), await world.as('registrar')];
  const applicationId = ids['Dayo']!;
  const save = async (browser: typeof one, mark: unknown, was: unknown) =>
    (
      await browser.post(`/intakes/${intakeId}/marks`, { marks: [{ applicationId, test: 'english', mark, was }] })
    ).json();
  expect(await save(one, 54, null)).toMatchObject({ saved: 1, problems: [] });
  expect(await save(other, 54, null)).toMatchObject({ saved: 0, problems: [] });
  expect(await save(other, 57, null)).toMatchObject({
    saved: 0,
    problems: [{ message: 'Someone else has since entered 54.', current: 54 }],
  });
  expect(await save(other, 57, 54)).toMatchObject({ saved: 1, scores: { [applicationId]: 57 } });
});

test('a file is checked before anything is saved; its template has the numbers and what is entered', async () => {
  const browser = await officer();
  const { body } = await browser.get(`/intakes/${intakeId}/marks.csv`);
  expect(body.split('\r\n')[0]).toContain('Number,Name,English,Mathematics,Interview');
  expect(body).toContain('"Sowande, Dayo",57');
  const numbers = Object.fromEntries(
    (await marked()).rows.rows.map(({ id, number }: { id: number; number: string }) => [id, number]),
  );
  const check = (csv: string) =>
    upload(browser, `/intakes/${intakeId}/marks/check`, { field: 'file', content: Buffer.from(csv) });
  const before = await scoresOf();
  const wrong = await check(
    `Number,English,Mathematics\n${numbers[ids['Emeka']!]},120,x\nAPP/9,1,2\n${numbers[ids['Dayo']!]},57,40\n`,
  );
  expect((await browser.get(`/intakes/${intakeId}/marks.xlsx`)).statusCode).toBe(200);
  expect(wrong.json()).toEqual({
    marks: [{ applicationId: ids['Dayo'], test: 'mathematics', mark: 40, was: null }],
    same: 1,
    problems: [
      { row: 2, message: 'English: the highest mark is 100, not 120.' },
      { row: 2, message: 'Mathematics: “x” is not a mark. Enter a number or “absent”.' },
      { row: 3, message: 'No application of this intake has the number APP/9.' },
    ],
  });
  expect(await scoresOf()).toEqual(before);
  const right = await check(`Number,English\n${numbers[ids['Emeka']!]},Absent\n`);
  const saved = await browser.post(`/intakes/${intakeId}/marks`, { marks: right.json().marks });
  expect(saved.json()).toMatchObject({ saved: 1, problems: [] });
  expect((await check('a photo')).statusCode).toBe(422);
});

test('the grid of a large intake comes in pages that follow each other without a gap, by name or by seat', async () => {
  const { ilorin } = world.school;
  await world.database.asSystem([ilorin.id], (tx) =>
    tx.execute(sql`
      with made as (insert into applications (institution_id, intake_id, class_id, status, number, surname, first_name, phone, code_hash, submitted_at)
        select institution_id, intake_id, class_id, 'submitted', 'BIG/' || n, 'Surname' || n % 7, 'First' || n, phone, sha256(('big' || n)::bytea), now()
        from applications, generate_series(1, 640) n where id = ${ids['Bisi']} returning id),
      hall as (insert into exam_sittings (institution_id, intake_id, starts_at, venue, seats)
        values (${ilorin.id}, ${intakeId}, now() + interval '9 days', 'Stadium', 640) returning id)
      insert into exam_seats (institution_id, application_id, sitting_id, seat)
      select ${ilorin.id}, made.id, hall.id, row_number() over (order by made.id desc) from made, hall`),
  );
  const browser = await officer();
  const { venue, id: stadium } = (await exam()).sittings.find(
    ({ venue: hall }: { venue: string }) => hall === 'Stadium',
  );
  for (const [sitting, total] of [
    ['', 646],
    [`sitting=${stadium}`, 640],
  ] as const) {
    const first = await marked(`?${sitting}`);
    const rows = [...first.rows.rows];
    for (let { isMore } = first.rows; isMore;) {
      const next = (await browser.get(`/intakes/${intakeId}/marks/rows?after=${rows.at(-1).id}&${sitting}`)).json();
      rows.push(...next.rows);
      ({ isMore } = next);
    }
    expect([first.total, rows.length, new Set(rows.map(({ id }) => id)).size]).toEqual([total, total, total]);
    const names = rows.map(({ name, seat }) => (sitting ? Number(seat.replace(venue, '')) : name.toLowerCase()));
    expect(names).toEqual(names.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
  }
});
