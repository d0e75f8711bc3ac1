import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { bursary } from '#test/harness/books.ts';
import { pdfText } from '#test/harness/pdf-text.ts';
import { heldFrom, holdOn } from './held/held-students.ts';
import type { HoldListProps } from './holds.pages.ts';
import type { RulePreview } from './rules/change-rules.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let bursar: Browser;
let ada: number;
let tunde: number;
let ngozi: number;
let simi: number;
let here: ReturnType<typeof bursary>;
beforeAll(async () => {
  world = await startSchool();
  bursar = await world.as('bursar');
  const { ilorin, offa } = world.school;
  ({ 'Ada Obi': ada, 'Tunde Bakare': tunde, 'Ngozi Okafor': ngozi, 'Simi Ojo': simi } = ilorin.studentIds);
  here = bursary(world.database, ilorin.id);
  await here.bill(ada, [daysAgo(40), 30_000_00], [daysAgo(10), 5_000_00], [daysAgo(-20), 40_000_00]);
  await here.bill(tunde, [daysAgo(5), 25_000_00]);
  await here.bill(ngozi, [daysAgo(-5), 90_000_00]);
  await here.bill(simi, [daysAgo(100), 1_000_00]);
  await bursary(world.database, offa.id).bill(Object.values(offa.studentIds)[0]!, [daysAgo(99), 99_000_00]);
});
afterAll(() => world?.close());

const daysAgo = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toLocaleDateString('en-CA', { timeZone: 'Africa/Lagos' });
const ilorin = () => world.school.ilorin.id;
const form = (changes: object = {}) => ({
  institutionId: ilorin(),
  name: 'Results',
  withholds: ['exam', 'report_card'],
  above: String(20_000_00),
  counts: 'overdue',
  overdueDays: '30',
  needs: 'either',
  ...changes,
});
const idIn = (location: unknown) => Number(/\/(\d+)/.exec(String(location))![1]);
async function add(changes: object = {}): Promise<number> {
  const answer = await bursar.post('/hold-rules', form(changes));
  expect(answer.statusCode, answer.body).toBe(303);
  return idIn(answer.headers.location);
}
const previewOf = async (rule: number) =>
  (await bursar.page(`/hold-rules/${rule}`, { component: 'holds/rule', props: ['preview'] })).props
    .preview as RulePreview;
const held = async (query = '', who = 'bursar') =>
  ((await (await world.as(who)).page(`/holds${query}`)).props as unknown as HoldListProps).rows;
const names = async (query = '') => (await held(query)).map(({ firstName }) => firstName);
const errors = (answer: { json: () => { errors: Record<string, string> } }) => Object.keys(answer.json().errors);
const asks = <T>(work: (tx: Parameters<Parameters<typeof world.database.asSystem>[1]>[0]) => Promise<T>) =>
  world.database.asSystem([ilorin()], work);
const lift = (student: number, changes: object = {}, who = bursar) =>
  who.post(`/students/${student}/lift-hold`, {
    lifts: ['exam'],
    until: daysAgo(-7),
    reason: 'Agreed with the principal',
    replaces: '',
    ...changes,
  });
const switchOn = async (rule: number) => {
  const { held: seen } = await previewOf(rule);
  expect((await bursar.post(`/hold-rules/${rule}/switch-on`, { seen })).statusCode).toBe(303);
};
let rule: number;

test('a rule shows whom it would hold, holds nobody before it is switched on, and then exactly them', async () => {
  rule = await add();
  const preview = await previewOf(rule);
  expect(preview).toMatchObject({ held: 3, owed: 101_000_00, isMore: false });
  expect(preview.rows.map((row) => [row.id, row.owed, row.overdue, row.daysOverdue])).toEqual([
    [ada, 75_000_00, 35_000_00, 40],
    [tunde, 25_000_00, 25_000_00, 5],
    [simi, 1_000_00, 1_000_00, 100],
  ]);
  expect(await held()).toEqual([]);
  const blind = await bursar.post(`/hold-rules/${rule}/switch-on`, { seen: '' });
  expect([blind.statusCode, errors(blind)]).toEqual([422, ['seen']]);
  expect((await bursar.post(`/hold-rules/${rule}/switch-on`, { seen: '2' })).json().errors.seen).toMatch(
    'would now hold 3 students, not 2',
  );
  await switchOn(rule);
  expect(await names()).toEqual(['Tunde', 'Ada', 'Simi']);
  const [first] = await held('?q=obi');
  expect(first).toMatchObject({ owed: 75_000_00, toPay: 30_000_00, remaining: ['exam', 'report_card'], lift: null });
  expect(await names('?what=transcript')).toEqual([]);
  expect(await names(`?rule=${rule}&what=exam`)).toHaveLength(3);
  expect(await held('', 'principal')).toHaveLength(3);
});

test('others ask about a batch, and about one student', async () => {
  const found = await asks((tx) => heldFrom(tx, ilorin(), 'report_card', [ada, ngozi, tunde]));
  expect([...found.keys()].toSorted()).toEqual([ada, tunde].toSorted());
  expect(await asks((tx) => holdOn(tx, ilorin(), simi, 'exam'))).toMatchObject({
    daysOverdue: 100,
    rules: ['Results'],
  });
  expect(await asks((tx) => holdOn(tx, ilorin(), simi, 'transcript'))).toBeNull();
  expect(await asks((tx) => holdOn(tx, ilorin(), ngozi, 'exam'))).toBeNull();
});

test('a hold is lifted for one student until a day, changed, ended early, and ends by itself', async () => {
  const limit = await bursar.post(`/students/${ada}/lift-hold`, {});
  expect(errors(limit)).toEqual(['lifts', 'until', 'reason']);
  expect(errors(await lift(ada, { until: daysAgo(1) }))).toEqual(['until']);
  expect(errors(await lift(ada, { until: '2031-01-01' }))).toEqual(['until']);
  expect(errors(await lift(ada, { until: '2026-02-30' }))).toEqual(['until']);
  expect(errors(await lift(ada, { lifts: ['transcript'] }))).toEqual(['lifts']);
  expect(errors(await lift(ngozi))).toEqual(['form']);
  expect((await lift(ada)).statusCode).toBe(303);
  expect(await names('?state=lifted')).toEqual(['Ada']);
  expect((await held('?q=obi'))[0]).toMatchObject({
    remaining: ['report_card'],
    lift: { until: daysAgo(-7), reason: 'Agreed with the principal', by: 'The bursar' },
  });
  expect(await asks((tx) => holdOn(tx, ilorin(), ada, 'exam'))).toBeNull();

  // A colleague whose form shows no lift.
  expect((await lift(ada, { until: daysAgo(-9) })).json().errors.form).toMatch('The bursar has lifted this hold');
  const first = (await held('?q=obi'))[0]!.lift!.id;
  const both = { lifts: ['exam', 'report_card'], until: daysAgo(0), replaces: String(first) };
  expect((await lift(ada, both)).statusCode).toBe(303);
  expect(await names('?state=held')).toEqual(['Tunde', 'Simi']);
  const second = (await held('?q=obi'))[0]!.lift!.id;
  expect((await bursar.post(`/hold-lifts/${second}/end`)).statusCode).toBe(303);
  expect(errors(await bursar.post(`/hold-lifts/${second}/end`))).toEqual(['form']);
  expect(await names('?state=held')).toContain('Ada');
  await lift(ada);
  await asks((tx) => tx.execute(sql`update hold_lifts set until = ${daysAgo(1)}::date where ended_at is null`));
  expect((await held('?q=obi'))[0]).toMatchObject({ lift: null, remaining: ['exam', 'report_card'] });
  const { rows } = await asks((tx) =>
    tx.execute(sql`select action from audit_entries where institution_id = ${ilorin()} and subject_id = ${ada}
      and action like 'fees.%Lift' or action = 'fees.liftHold' order by id`),
  );
  expect(rows.map(({ action }) => action)).toEqual([
    'fees.liftHold',
    'fees.liftHold',
    'fees.endHoldLift',
    'fees.liftHold',
  ]);
});

test('nobody lifts the hold of their own family, and only people with the permission lift at all', async () => {
  expect((await lift(ada, {}, await world.as('principal'))).statusCode).toBe(403);
  expect((await lift(ada, {}, await world.as('guardian'))).statusCode).toBe(403);
  expect((await lift(ada, {}, await world.as('in.both'))).statusCode).toBe(403);
  expect((await lift(Object.values(world.school.offa.studentIds)[0]!)).statusCode).toBe(404);
  const contact = (phone: string | null) =>
    asks((tx) =>
      tx.execute(sql`update employees e set mobile = ${phone} from memberships m where m.employee_id = e.id
      and m.institution_id = e.institution_id and m.account_id = ${world.school.accounts.bursar}`),
    );
  // The number of Tunde's mother.
  await contact('+2348030000001');
  expect((await lift(tunde)).json().message).toMatch('your own family');
  expect((await lift(tunde, {}, await world.as('owner'))).statusCode).toBe(303);
  // Nor by a rule: not by switching it off, and not by an edit that frees the child or withholds less.
  expect((await bursar.post(`/hold-rules/${rule}/switch-off`)).json().errors.form).toMatch('release Tunde Bakare');
  const change = async (changes: object) => {
    const { opened } = (await bursar.page(`/hold-rules/${rule}/edit`)).props;
    const { institutionId: _, ...fields } = form(changes);
    return bursar.post(`/hold-rules/${rule}`, { ...fields, opened, seen: '' });
  };
  for (const freeing of [{ above: String(26_000_00) }, { withholds: ['exam'] }])
    expect((await change(freeing)).json().errors.form).toMatch('of your own family');
  expect((await change({ name: 'Results and exams' })).statusCode).toBe(303);
  expect((await change({})).statusCode).toBe(303);
  await contact(null);
  expect((await change({ withholds: ['exam'] })).statusCode).toBe(303);
  expect((await change({})).statusCode).toBe(303);
});

test('the record says what is withheld and why; a family reads what to pay, and nothing of reasons or others', async () => {
  const tab = async (who: string, student: number) =>
    (
      (await (await world.as(who)).page(`/students/${student}/fees`)).props as {
        added: { props: Record<string, unknown> };
      }
    ).added.props;
  expect(await tab('bursar', tunde)).toMatchObject({
    hold: { daysOverdue: 5, toPay: 5_000_00, lift: { by: 'The owner', reason: 'Agreed with the principal' } },
    familyHold: null,
    mayLift: true,
  });
  expect(await tab('principal', ada)).toMatchObject({ hold: { owed: 75_000_00 }, mayLift: false });
  const mother = await tab('guardian', tunde);
  expect(mother).toMatchObject({ hold: null, familyHold: { remaining: ['report_card'], lifted: ['exam'] } });
  const fees = await (await world.as('guardian')).page('/my-fees');
  const [{ children }] = fees.props.institutions as [{ children: { id: number; hold: object }[] }];
  expect(children).toMatchObject([{ id: tunde, hold: { toPay: 5_000_00, remaining: ['report_card'] } }]);
  for (const said of [mother, fees.props]) expect(JSON.stringify(said)).not.toMatch(/Agreed|The owner|"Results"|Obi/);
  const cashier = await world.as('cashier');
  const { family } = (await cashier.get(`/payments/family?student_id=${ada}`)).json();
  expect(family.holds).toMatchObject([{ studentId: ada, toPay: 30_000_00 }]);
  expect((await cashier.get('/holds')).statusCode).toBe(403);
});

test('paying what is asked for releases the student at once', async () => {
  await here.pay(tunde, 5_000_00, daysAgo(0));
  expect(await names()).toEqual(['Ada', 'Simi']);
  await here.pay(ada, 29_999_99, daysAgo(0));
  expect(await names()).toEqual(['Ada', 'Simi']);
  expect((await held('?q=obi'))[0]).toMatchObject({ toPay: 1, daysOverdue: 40, overdue: 5_000_01 });
});

test('an edit of a rule that is on is saved after its preview, which says who is newly held and who released', async () => {
  const asked = new URLSearchParams({ institution_id: String(ilorin()), rule_id: String(rule), above: '400000' });
  for (const [key, value] of Object.entries({ counts: 'owed', overdueDays: '50', needs: 'either' }))
    asked.set(key, value);
  const preview = (await bursar.get(`/hold-rules/preview?${asked}`)).json<RulePreview>();
  expect(preview).toMatchObject({ held: 4, added: 2, released: 0 });
  expect(preview.rows.map(({ id, change }) => [id, change])).toEqual([
    [ngozi, 'new'],
    [tunde, 'new'],
    [ada, 'same'],
    [simi, 'same'],
  ]);
  const { opened } = (await bursar.page(`/hold-rules/${rule}/edit`)).props;
  const changed = { ...form({ above: '400000', counts: 'owed', overdueDays: '50' }), opened };
  expect(errors(await bursar.post(`/hold-rules/${rule}`, changed))).toEqual(['seen']);
  expect((await bursar.post(`/hold-rules/${rule}`, { ...changed, seen: '4' })).statusCode).toBe(303);
  expect(await names()).toEqual(['Tunde', 'Ada', 'Simi', 'Ngozi'].toSorted((a, b) => order(a) - order(b)));
  // Somebody else with the form from before: the other amount is asked about; a new name alone needs no preview.
  const late = await bursar.post(`/hold-rules/${rule}`, { ...form({ above: '500000' }), opened, seen: '4' });
  expect(late.statusCode).toBe(409);
  const renamed = await bursar.post(`/hold-rules/${rule}`, {
    ...form({ name: 'Results and exams', above: '2000000' }),
    opened,
  });
  expect(renamed.statusCode, renamed.body).toBe(303);
  expect((await bursar.page(`/hold-rules/${rule}`)).props.rule).toMatchObject({
    name: 'Results and exams',
    above: 400_000,
    counts: 'owed',
    overdueDays: 50,
  });
});
const order = (name: string) => ['Tunde', 'Ada', 'Simi', 'Ngozi'].indexOf(name);

test('a rule with both conditions needs both, and one for a class holds its members and those who left it', async () => {
  const { 'JSS 1': jss1, 'JSS 2': jss2 } = world.school.ilorin.classIds as Record<string, number>;
  const both = await add({
    name: 'Both',
    needs: 'both',
    above: '100000',
    overdueDays: '30',
    withholds: ['transcript'],
  });
  expect((await previewOf(both)).rows.map(({ id }) => id)).toEqual([ada]);
  const first = await add({ name: 'First class', classIds: [String(jss1)], above: '', overdueDays: '30' });
  expect((await previewOf(first)).rows.map(({ id }) => id)).toEqual([ada, simi]);
  const second = await add({ name: 'Second class', classIds: [String(jss2)] });
  expect((await previewOf(second)).held).toBe(0);
  await switchOn(both);
  expect((await held('?q=obi'))[0]).toMatchObject({ withheld: ['exam', 'report_card', 'transcript'] });
  expect(errors(await bursar.post(`/hold-rules/${both}/delete`))).toEqual(['form']);
  expect((await bursar.post(`/hold-rules/${both}/switch-off`)).statusCode).toBe(303);
  expect((await bursar.post(`/hold-rules/${both}/delete`)).statusCode).toBe(303);
  expect((await bursar.get(`/hold-rules/${both}`)).statusCode).toBe(404);
});

test('a rule is refused with the field that is wrong', async () => {
  const refused = async (changes: object) =>
    errors(await bursar.post('/hold-rules', form({ name: 'Wrong', ...changes })));
  expect(await refused({ above: '', overdueDays: '' })).toEqual(['above']);
  for (const above of ['-1', '0', '12.345', '1000000000000000', 'much'])
    expect(await refused({ above })).toEqual(['above']);
  for (const overdueDays of ['-3', '0', '1.5', '366', 'long'])
    expect(await refused({ overdueDays })).toEqual(['overdueDays']);
  expect(await refused({ withholds: [] })).toEqual(['withholds']);
  expect(await refused({ withholds: ['meals'] })).toEqual(['withholds']);
  expect(await refused({ name: 'FIRST CLASS' })).toEqual(['name']);
  const foreign = Object.values(world.school.offa.classIds as Record<string, number>)[0]!;
  expect(await refused({ classIds: [String(foreign)] })).toEqual(['classIds']);
  expect(await refused({ programIds: ['999999'] })).toEqual(['programIds']);
  const elsewhere = await bursar.post('/hold-rules', form({ institutionId: world.school.offa.id }));
  expect(elsewhere.statusCode).toBe(404);
  expect((await (await world.as('principal')).post('/hold-rules', form({ name: 'Mine' }))).statusCode).toBe(403);
});

test('the clearance list prints one batch or several; the hall reads no amounts, and lifted students are cleared', async () => {
  const { 'JSS 1 A': a, 'JSS 1 B': b } = world.school.ilorin.batchIds as Record<string, number>;
  const { lists } = (await bursar.page(`/holds/clearance?batch=${a}&batch=${b}`)).props as unknown as {
    lists: { name: string; students: { id: number; isCleared: boolean }[] }[];
  };
  expect(
    lists.map(({ name, students }) => [name, students.filter(({ isCleared }) => !isCleared).map(({ id }) => id)]),
  ).toEqual([
    ['JSS 1 A', [ada]],
    ['JSS 1 B', [ngozi]],
  ]);
  const print = async (query: string) => {
    const answer = await bursar.get(`/holds/clearance.pdf?${query}`);
    expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200);
    return pdfText(answer.rawPayload);
  };
  const hall = await print(`batch=${a}&batch=${b}&title=First term examination`);
  expect(hall).toHaveLength(2);
  expect(hall[0]).toContain('2 cleared, 1 held');
  for (const page of hall)
    for (const words of ['First term examination', 'As of', 'HELD: see the bursary', 'Page 1 of 1'])
      expect(page).toContain(words);
  expect(hall[0]).toMatch(/Cleared: until \d+ \w+ \d{4}/);
  expect(hall.join()).not.toMatch(/₦|owes/);
  const [own] = await print(`batch=${a}&for=bursary`);
  expect(own).toMatch(/HELD: owes\s₦45,000\.01, 40\s+days/);
  expect((await bursar.get('/holds/clearance.pdf')).statusCode).toBe(422);
  const foreign = Object.values(world.school.offa.batchIds as Record<string, number>)[0]!;
  expect((await bursar.get(`/holds/clearance.pdf?batch=${foreign}`)).statusCode).toBe(404);
  expect((await bursar.page(`/holds/clearance?batch=${foreign}`)).props).toMatchObject({ batch: [], lists: [] });
  expect((await (await world.as('teacher')).get(`/holds/clearance.pdf?batch=${a}`)).statusCode).toBe(403);
});

test('an examinations officer prints the hall’s list of the students they see, and learns no amount', async () => {
  const { 'JSS 1 A': a, 'JSS 1 B': b } = world.school.ilorin.batchIds as Record<string, number>;
  const may = (permissions: string[]) =>
    asks((tx) =>
      tx.execute(
        sql`update roles set permissions = ${sql.param(permissions)}::text[] where institution_id = ${ilorin()} and key = 'hr_officer'`,
      ),
    );
  await may(['students.view', 'fees.viewClearance']);
  const officer = await world.as('hr_officer');
  const { lists, batches } = (await officer.page(`/holds/clearance?batch=${a}`)).props as unknown as {
    lists: { students: { isCleared: boolean; debt: unknown }[] }[];
    batches: { id: number }[];
  };
  expect(lists[0]!.students.filter(({ isCleared }) => !isCleared)).toHaveLength(1);
  expect(lists[0]!.students.map(({ debt }) => debt)).toEqual([null, null, null]);
  expect(batches.length).toBeGreaterThan(1);
  const answer = await officer.get(`/holds/clearance.pdf?batch=${a}&batch=${b}`);
  expect((await pdfText(answer.rawPayload)).join()).not.toMatch(/₦|owes/);
  for (const closed of [`/holds/clearance.pdf?batch=${a}&for=bursary`, '/holds', `/students/${ada}/fees`])
    expect([closed, (await officer.get(closed)).statusCode]).toEqual([closed, 403]);

  // Without students to see, there are no names either.
  await may(['fees.viewClearance']);
  const { props } = await (await world.as('hr_officer')).page(`/holds/clearance?batch=${a}`);
  expect(props).toMatchObject({ batches: [], lists: [{ students: [] }] });
});

test('the list of holds is exported with its filters', async () => {
  const answer = await bursar.get('/holds/export.csv?q=obi');
  expect(answer.body).toMatch(/Ada/);
  expect(answer.body).toMatch(/45000\.01/);
  expect(answer.body).not.toMatch(/Tunde/);
  expect((await (await world.as('principal')).get('/holds/export.csv')).statusCode).toBe(403);
});
