import { readXlsx } from 'hucre/xlsx';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { bursary } from '#test/harness/books.ts';
import { withClient } from '#test/harness/client.ts';
import { pdfText } from '#test/harness/pdf-text.ts';
import type { PromotionClassProps, PromotionProps } from './promotion.routes.ts';
import { publishSample } from '#test/harness/sample-promotion.ts';

/*
 * 2025/2026 with one term, in which JSS 1 A has Ada (English 60, Mathematics 55), Tunde (70 and 49), Chidi (40, 40) and
 * Ngozi (nothing published), and JSS 2 A, the last class, has Kemi (80, 60). The rule: average 50 with both at 50.
 */
let world: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
let principal: Browser;
let session: number;
let term: number;
let [jss1, jss2, oldA, old2] = [0, 0, 0, 0];
const ilorin = () => world.school.ilorin;
const student = (name: string) => (ilorin().studentIds as Record<string, number>)[name]!;
const nextBatch = (name: string) => (ilorin().batchIds as Record<string, number>)[name]!;
const within = <T>(work: Parameters<typeof world.database.asSystem<T>>[1]) =>
  world.database.asSystem([ilorin().id], work);
const asOwner = (text: string) => withClient(world.ownerUrl, (client) => client.query(text));
const rowsIn = async <Row>(query: ReturnType<typeof sql>) =>
  within(async (tx) => (await tx.execute(query)).rows as Row[]);

beforeAll(async () => {
  world = await startSchool();
  registrar = await world.as('registrar');
  principal = await world.as('principal');
  const {
    id: institutionId,
    sessionIds,
    classIds,
    pastBatchId,
    courseIds,
  } = ilorin() as unknown as {
    id: number;
    sessionIds: { past: number };
    classIds: Record<string, number>;
    pastBatchId: number;
    courseIds: { ENG: number; MTH: number };
  };
  [session, oldA, jss1, jss2] = [sessionIds.past, pastBatchId, classIds['JSS 1']!, classIds['JSS 2']!];
  await within(async (tx) => {
    await tx.execute(sql`update academic_sessions set closed_at = null where id = ${session}`);
    await tx.execute(sql`update batches set closed_at = null where id = ${oldA}`);
    await tx.execute(sql`update classes set next_class_id = ${jss2} where id = ${jss1}`);
    const { rows } = await tx.execute<{ term: number; batch: number }>(sql`
      with made as (insert into batches (institution_id, class_id, session_id, arm, name, capacity)
        values (${institutionId}, ${jss2}, ${session}, 'A', 'JSS 2 A', 40) returning id),
      third as (insert into terms (institution_id, session_id, name, position, starts_on, ends_on)
        values (${institutionId}, ${session}, 'Third Term', 3, '2026-04-27', '2026-07-24') returning id)
      select made.id::int as batch, third.id::int as term from made, third`);
    ({ batch: old2, term } = rows[0]!);
    // They are still where they were in the old session.
    for (const [name, batch] of [
      ['Ada Obi', oldA],
      ['Tunde Bakare', oldA],
      ['Chidi Eze', oldA],
      ['Ngozi Okafor', oldA],
      ['Kemi Adébáyọ̀', old2],
    ] as const) {
      await tx.execute(sql`delete from enrolments where student_id = ${student(name)}`);
      await tx.execute(sql`insert into enrolments (institution_id, student_id, batch_id, session_id, from_date)
        values (${institutionId}, ${student(name)}, ${batch}, ${session}, '2025-09-15')`);
      await tx.execute(sql`update students set batch_id = ${batch} where id = ${student(name)}`);
    }
    const { ENG, MTH } = courseIds;
    const place = { institutionId, termId: term, batchId: oldA };
    await publishSample(
      tx,
      world.services.secret,
      { ...place, studentId: student('Ada Obi') },
      { [ENG]: 60, [MTH]: 55 },
    );
    await publishSample(
      tx,
      world.services.secret,
      { ...place, studentId: student('Tunde Bakare') },
      { [ENG]: 70, [MTH]: 49 },
    );
    await publishSample(
      tx,
      world.services.secret,
      { ...place, studentId: student('Chidi Eze') },
      { [ENG]: 40, [MTH]: 40 },
    );
    await publishSample(
      tx,
      world.services.secret,
      { ...place, batchId: old2, studentId: student('Kemi Adébáyọ̀') },
      { [ENG]: 80, [MTH]: 60 },
    );
  });
});
afterAll(() => world.close());

const overview = async () => (await registrar.page(`/promotion?session=${session}`)).props as unknown as PromotionProps;
const ofClass = async (classId = jss1) =>
  (await registrar.page(`/promotion/class?session=${session}&class=${classId}`))
    .props as unknown as PromotionClassProps;
const outcomesOf = async (classId = jss1) =>
  Object.fromEntries((await ofClass(classId)).students.map((one) => [one.firstName, [one.outcome, one.state]]));
const decide = (names: string[], outcome: string, more: object = {}) =>
  registrar.post('/promotion/decisions', {
    sessionId: session,
    classId: jss1,
    studentIds: names.map(student),
    outcome,
    nextBatchId: '',
    reason: '',
    ...more,
  });
const carryOut = (classIds: number[], placing = 'same_arm', who = registrar, owedSeen = '') =>
  who.post('/promotion/carry-out', { sessionId: session, classIds, placing, owedSeen });
const errors = (answer: { json: () => { errors: Record<string, string> } }) => answer.json().errors;
const undo = async (reason = 'Wrong session') => {
  const [run] = (await overview()).runs;
  return registrar.post('/promotion/undo', { runId: run!.id, reason });
};

test('without a rule nobody is decided; a rule proposes outcomes with their reasons, missing results decide nothing', async () => {
  expect((await outcomesOf())['Ada']).toEqual(['undecided', 'proposed']);
  const { ENG, MTH } = ilorin().courseIds as { ENG: number; MTH: number };
  const rule = {
    institutionId: ilorin().id,
    classId: '',
    version: 0,
    averageAtLeast: '50',
    passAt: '50',
    compulsory: [ENG, MTH],
    passesAtLeast: '',
    attendanceAtLeast: '',
    trialAverageAtLeast: '',
    trialPassAt: '',
    trialPassesAtLeast: '',
    trialAttendanceAtLeast: '',
  };
  const saved = await registrar.post('/promotion/rules', rule);
  expect([saved.statusCode, saved.body]).toEqual([303, '']);
  expect((await registrar.post('/promotion/rules', rule)).statusCode).toBe(409);
  const empty = { ...rule, version: 1, averageAtLeast: '', compulsory: [] };
  expect(errors(await registrar.post('/promotion/rules', empty)).averageAtLeast).toMatch('Set at least one condition');
  expect(errors(await registrar.post('/promotion/rules', { ...rule, averageAtLeast: '101' })).averageAtLeast).toMatch(
    '100',
  );
  expect((await (await world.as('bursar')).get('/promotion')).statusCode).toBe(403);
  expect(await outcomesOf()).toMatchObject({
    Ada: ['promoted', 'proposed'],
    Tunde: ['repeat', 'proposed'],
    Chidi: ['repeat', 'proposed'],
    Ngozi: ['undecided', 'proposed'],
  });
  expect(await outcomesOf(jss2)).toEqual({ Kemi: ['graduated', 'proposed'] });
  const { students } = await ofClass();
  expect(students.find(({ firstName }) => firstName === 'Tunde')).toMatchObject({
    average: '59.50',
    reasons: [expect.stringMatching(/not passed \(49\.00\)/)],
  });
  expect(students.find(({ firstName }) => firstName === 'Ngozi')!.reasons).toEqual([
    'No published result in this session.',
  ]);
  const list = await readXlsx((await registrar.get(`/promotion/list.xlsx?session=${session}`)).rawPayload);
  expect(list.sheets[0]!.rows.map((row) => [row[1], row[4]])).toContainEqual(['Obi, Ada', 'Promoted']);
  const paper = await registrar.get(`/promotion/list.pdf?session=${session}`);
  expect(pdfText(paper.rawPayload).join(' ')).toContain('Promotion list, JSS 2 A');
});

test('nobody decides by hand about the own family, and an owner has it approved by someone else', async () => {
  const owner = await world.as('owner');
  const isMother = (phone: string | null) =>
    rowsIn(sql`update accounts set phone = ${phone} where username = 'owner' returning id`);
  await isMother('+2348030000001');
  const wish = { sessionId: session, classId: jss1, nextBatchId: '', reason: 'Ill during the examination' };
  const promoted = { ...wish, studentIds: [student('Tunde Bakare')], outcome: 'promoted' };
  expect((await owner.post('/promotion/decisions', promoted)).statusCode).toBe(403);
  expect((await outcomesOf())['Tunde']).toEqual(['repeat', 'proposed']);

  await decide(['Tunde Bakare'], 'promoted', { reason: 'A favour' });
  await owner.post('/promotion/approval', { sessionId: session, classIds: [jss1] });
  expect((await outcomesOf())['Tunde']).toEqual(['promoted', 'changed']);
  const [request] = await rowsIn<{ id: number }>(sql`select id::int as id from approvals where outcome is null`);
  expect((await owner.post(`/approvals/${request!.id}/approve`)).statusCode).toBe(403);
  await owner.post(`/approvals/${request!.id}/withdraw`);

  await registrar.post('/promotion/approval', { sessionId: session, classIds: [jss1] });
  const [next] = await rowsIn<{ id: number }>(sql`select id::int as id from approvals where outcome is null`);
  const refused = await owner.post(`/approvals/${next!.id}/approve`);
  expect([refused.statusCode, refused.json().message]).toEqual([403, expect.stringContaining('your own family')]);
  await registrar.post(`/approvals/${next!.id}/withdraw`);
  await decide(['Tunde Bakare'], 'rule');
  await isMother(null);
});

test('a decision by hand needs a reason; a second person approves, and what changes meanwhile is asked again', async () => {
  expect(errors(await decide(['Tunde Bakare'], 'promoted')).reason).toMatch('Enter a reason');
  expect(errors(await decide(['Tunde Bakare'], 'graduated')).outcome).toMatch('not the last class');
  expect((await decide(['Tunde Bakare'], 'promoted', { reason: 'Ill during the examination' })).statusCode).toBe(303);
  expect((await outcomesOf())['Tunde']).toEqual(['promoted', 'changed']);
  const stranger = await world.as('registrar.offa');
  expect((await stranger.get(`/promotion?session=${session}`)).statusCode).toBe(404);

  await registrar.post('/promotion/approval', { sessionId: session, classIds: [jss1, jss2] });
  expect((await overview()).classes.map(({ isWaiting }) => isWaiting)).toEqual([true, true]);
  const asked = async () =>
    (
      await rowsIn<{ id: number }>(
        sql`select id::int as id from approvals where outcome is null order by id desc limit 1`,
      )
    )[0]!.id;
  const first = await asked();
  expect((await registrar.post(`/approvals/${first}/approve`)).statusCode).not.toBe(303);
  await decide(['Chidi Eze'], 'withdrawn', { reason: 'Leaves for another school' });
  expect((await principal.post(`/approvals/${first}/approve`)).statusCode).toBe(409);
  await principal.post(`/approvals/${first}/decline`, { reason: 'Changed' });
  await registrar.post('/promotion/approval', { sessionId: session, classIds: [jss1, jss2] });
  const approved = await principal.post(`/approvals/${await asked()}/approve`);
  expect(approved.json().message).toBe('The promotion of 4 students is approved. It can be carried out now.');
  expect(await outcomesOf()).toMatchObject({ Ada: ['promoted', 'approved'], Ngozi: ['undecided', 'proposed'] });
  expect((await decide(['Ada Obi'], 'repeat', { reason: 'x' })).statusCode).toBe(409);
});

test('the card of the last term shows what was approved, beside what is sealed, and so does the public check', async () => {
  const cards = await rowsIn<{ id: number; code: string; name: string; content: object }>(
    sql`select r.id::int as id, r.code, s.first_name as name, r.content from published_results r
      join students s on s.id = r.student_id where r.term_id = ${term}`,
  );
  const of = (name: string) => cards.find((card) => card.name === name)!;
  const { card } = (await principal.page(`/published-results/${of('Ada').id}`)).props as unknown as {
    card: { promotion: object };
  };
  const on = expect.stringMatching(/^20..-..-..$/) as unknown;
  const outcome = { outcome: 'promoted', className: 'JSS 1', nextClass: 'JSS 2', designation: null, on };
  expect(card.promotion).toEqual(outcome);
  expect(of('Ada').content).not.toHaveProperty('promotion');
  const anybody = world.nobody();
  expect((await anybody.page(`/verify/result/${of('Ada').code}`)).props.result).toMatchObject({ promotion: outcome });
  expect((await anybody.page(`/verify/result/${of('Chidi').code}`)).props.result).toMatchObject({
    promotion: { outcome: 'withdrawn' },
  });
});

test('a full or closed batch is refused by name, and nobody is moved', async () => {
  const target = nextBatch('JSS 2 A');
  await within((tx) => tx.execute(sql`update batches set capacity = 2 where id = ${target}`));
  expect(errors(await carryOut([jss1, jss2])).form).toBe('JSS 2 A has 1 seat left for 2 students. Nobody was moved.');
  await within((tx) => tx.execute(sql`update batches set capacity = 40, closed_at = now() where id = ${target}`));
  expect(errors(await carryOut([jss1, jss2], 'spread')).form).toMatch(/^All .* of JSS 2 in 2026\/2027 are closed/);
  await within((tx) => tx.execute(sql`update batches set closed_at = null where id = ${target}`));
  const principalMay = await carryOut([jss1], 'same_arm', principal);
  expect(principalMay.statusCode).toBe(403);
  expect((await outcomesOf())['Ada']).toEqual(['promoted', 'approved']);
});

test('carried out in one act by one of two at once, and undone as a whole', async () => {
  const both = await Promise.all([carryOut([jss1, jss2]), carryOut([jss1, jss2])]);
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([303, 422]);
  expect(errors(both.find(({ statusCode }) => statusCode === 422)!).form).toMatch(/No approved promotion/);
  const states = () =>
    rowsIn(sql`select s.first_name as name, s.status, b.name as batch, e.outcome from students s
      left join batches b on b.id = s.batch_id
      left join enrolments e on e.student_id = s.id and e.session_id = ${session}
      where s.id in (${student('Ada Obi')}, ${student('Chidi Eze')}, ${student('Kemi Adébáyọ̀')}, ${student('Ngozi Okafor')})
      order by s.first_name`);
  expect(await states()).toEqual([
    { name: 'Ada', status: 'active', batch: 'JSS 2 A', outcome: 'promoted' },
    { name: 'Chidi', status: 'withdrawn', batch: null, outcome: 'withdrawn' },
    { name: 'Kemi', status: 'graduated', batch: null, outcome: 'graduated' },
    { name: 'Ngozi', status: 'active', batch: 'JSS 1 A', outcome: null },
  ]);
  const record = (await principal.page(`/students/${student('Ada Obi')}`)).props as {
    student: { lastOutcome: object };
  };
  expect(record.student.lastOutcome).toMatchObject({ outcome: 'promoted', class: 'JSS 1' });
  expect((await undo()).statusCode).toBe(303);
  expect(await states()).toEqual([
    { name: 'Ada', status: 'active', batch: 'JSS 1 A', outcome: null },
    { name: 'Chidi', status: 'suspended', batch: 'JSS 1 A', outcome: null },
    { name: 'Kemi', status: 'active', batch: 'JSS 2 A', outcome: null },
    { name: 'Ngozi', status: 'active', batch: 'JSS 1 A', outcome: null },
  ]);
  expect((await undo()).statusCode).toBe(409);
});

test('a bill or a mark of the new session, or a student who moved on, keeps a run from being undone', async () => {
  // Kemi graduates and owes; the registrar sees no amounts.
  await bursary(world.database, ilorin().id).bill(student('Kemi Adébáyọ̀'), ['2026-12-01', 20_000_00]);
  const asked = await carryOut([jss1, jss2]);
  expect([asked.statusCode, errors(asked).owedSeen]).toEqual([422, expect.stringMatching(/Kemi .+ still owes fees\./)]);
  const { debts } = (await registrar.get(`/promotion/leaving-debts?session=${session}&ids=${jss1},${jss2}`)).json();
  expect(debts).toMatchObject({ total: null, students: [{ owed: null }], seen: '1' });
  expect((await carryOut([jss1, jss2], 'same_arm', registrar, debts.seen)).statusCode).toBe(303);
  const { sessionIds } = ilorin() as unknown as { sessionIds: { current: number } };
  const ada = student('Ada Obi');
  await within((tx) =>
    tx.execute(sql`insert into course_registrations (institution_id, student_id, term_id, state, submitted_at)
      select institution_id, ${ada}, id, 'submitted', now() from terms where session_id = ${sessionIds.current} and position = 1`),
  );
  expect((await undo()).json().message).toMatch('Ada Obi has registered courses of 2026/2027');
  await asOwner('delete from course_registrations');
  await within((tx) =>
    tx.execute(sql`insert into attendance_totals (institution_id, term_id, student_id, called, attended)
      select institution_id, id, ${ada}, 2, 2 from terms where session_id = ${sessionIds.current} and position = 1`),
  );
  expect((await undo()).json().message).toBe(
    'Ada Obi already has attendance in 2026/2027. This can no longer be undone as a whole.',
  );
  await asOwner('delete from attendance_totals');
  await bursary(world.database, ilorin().id).bill(ada, ['2026-12-01', 10_000_00]);
  await within((tx) =>
    tx.execute(sql`update invoices set session_id = ${sessionIds.current} where student_id = ${ada}`),
  );
  expect((await undo()).json().message).toMatch('Ada Obi was billed for 2026/2027');
  await within((tx) => tx.execute(sql`update invoices set cancelled_at = now() where student_id = ${ada}`));
  await registrar.post('/students/batch-assignment', { batch_id: nextBatch('JSS 1 B'), student_ids: [ada] });
  expect((await undo()).json().message).toMatch('Ada Obi has moved since');
  const [left] = (await ofClass()).students.filter(({ firstName }) => firstName === 'Ngozi');
  expect(left).toMatchObject({ state: 'proposed', outcome: 'undecided' });
});

test('the checklist says what is missing before the session is closed, with the way to it', async () => {
  const { props } = await registrar.page(`/promotion/checklist?session=${session}`);
  const items = props.items as { key: string; isDone: boolean; missing: number; names: string[] }[];
  const found = Object.fromEntries(items.map(({ key, missing }) => [key, missing]));
  expect(found).toMatchObject({ marks: 2, publication: 2, promotion: 1, next: 0, batches: 0, rollover: 1 });
  expect(items.find(({ key }) => key === 'marks')!.names).toEqual(['JSS 1 A, Third Term', 'JSS 2 A, Third Term']);
});

test('a college’s program withdraws whoever is on probation for too long, whatever the rule of the class says', async () => {
  const { id: institutionId, courseIds } = ilorin();
  await within(async (tx) => {
    await tx.execute(
      sql`update programs set probation_below = 150, withdrawal_after = 1 where institution_id = ${institutionId}`,
    );
    await publishSample(
      tx,
      world.services.secret,
      { institutionId, termId: term, batchId: oldA, studentId: student('Ngozi Okafor') },
      { [courseIds.ENG!]: 20 },
      '1.49',
    );
  });
  const [ngozi] = (await ofClass()).students.filter(({ firstName }) => firstName === 'Ngozi');
  expect(ngozi).toMatchObject({
    outcome: 'withdrawn',
    state: 'proposed',
    reasons: ['CGPA below 1.50 at the end of 1 term in a row.'],
  });
});
