import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemActor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { issueInvoices } from '#features/money/invoices/issue-invoices.ts';
import { draftBills } from '#features/money/billing/draft-bills.ts';
import type { CategoryRow } from '../categories/categories.ts';
import type { FeeDetails } from './fee.queries.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let bursar: Browser;
beforeEach(async () => {
  world = await startSchool();
  bursar = await world.as('bursar');
});
afterEach(() => world.close());

const ilorin = () => world.school.ilorin;
const work = <T>(act: (tx: Tx) => Promise<T>) => world.database.asSystem([ilorin().id], act);

/** The form of a fee of one item, due once, for JSS 1. */
async function form(changes: Record<string, unknown> = {}) {
  const { props } = await bursar.page('/fees/new');
  const { categories, sessions } = props.choices as Choices;
  const [session] = sessions;
  return {
    institutionId: ilorin().id,
    title: 'JSS 1 fees',
    categoryId: categories[0]!.id,
    sessionId: session!.id,
    termId: session!.terms[0]!.id,
    classes: [ilorin().classIds['JSS 1']],
    particulars: {
      1: { name: 'Tuition', amount: '10000000', categoryId: categories[0]!.id, position: 1 },
      2: { name: 'Bus', amount: '2500000', categoryId: categories[2]!.id, isOptional: 'on', position: 2 },
    },
    instalments: { 1: { dueOn: '2026-09-14' } },
    ...changes,
  };
}
interface Choices {
  categories: { id: number; name: string }[];
  sessions: { id: number; terms: { id: number; name: string }[] }[];
}

const add = async (changes: Record<string, unknown> = {}) => {
  const answer = await bursar.post('/fees', await form(changes));
  expect(answer.statusCode, answer.body).toBe(303);
  return Number(/\/fees\/(\d+)/.exec(answer.headers.location as string)![1]);
};
const read = async (id: number) => (await bursar.page(`/fees/${id}`)).props.fee as FeeDetails;
const refused = async (changes: Record<string, unknown>) => {
  const answer = await bursar.post('/fees', await form(changes));
  expect(answer.statusCode).toBe(422);
  return answer.json<{ errors: Record<string, string> }>().errors;
};
const bill = (feeId: number, ...names: (keyof ReturnType<typeof ilorin>['studentIds'])[]) =>
  work(async (tx) => {
    const ids = names.map((name) => ilorin().studentIds[name]);
    const drafts = await draftBills(tx, ilorin().id, feeId, ids, '2026-09-20');
    return issueInvoices(tx, systemActor(ilorin().id, 'Test'), ilorin().id, drafts);
  });

test('3.7: a bursar adds a fee with items, instalments, discounts and a fine, and sees who pays it', async () => {
  const scheme = await work(async (tx) => {
    const { rows } = await tx.execute<{ id: number }>(sql`insert into discount_schemes
      (institution_id, name, who, child_from, percent) values (${ilorin().id}, 'Second child', 'sibling', 2, 1000) returning id`);
    return rows[0]!.id;
  });
  const id = await add({
    instalments: {
      5: { dueOn: '2026-09-14', percent: '40', amount: '' },
      6: { dueOn: '2026-10-19', percent: '', amount: '3000000' },
      7: { dueOn: '2026-11-16', percent: '', amount: '' },
    },
    discounts: { 9: { schemeId: scheme, position: 1 } },
    fineHow: 'daily',
    fineAmount: '50000',
    fineGraceDays: '7',
    fineCap: '500000',
    instructions: 'First Bank 3012345678',
  });
  const fee = await read(id);
  expect(fee).toMatchObject({
    title: 'JSS 1 fees',
    category: 'Tuition',
    term: 'First Term',
    fineHow: 'daily',
    fineGraceDays: 7,
    particulars: [
      { name: 'Tuition', amount: 100_000_00, isOptional: false },
      { name: 'Bus', amount: 25_000_00, isOptional: true, category: 'Transport' },
    ],
    instalments: [
      { dueOn: '2026-09-14', percent: 4000, amount: null },
      { dueOn: '2026-10-19', percent: null, amount: 30_000_00 },
      { dueOn: '2026-11-16', percent: null, amount: null },
    ],
    discounts: [{ name: 'Second child' }],
    audience: [{ kind: 'class', name: 'JSS 1' }],
    billed: { count: 0, total: 0 },
  });
  const deferred = await bursar.page(`/fees/${id}`, {
    component: 'fees/fee',
    props: ['students'],
  });
  expect(deferred.props.students).toBe(5);
  const { props } = await bursar.page(`/fees?class=${ilorin().classIds['JSS 1']}&state=open`);
  expect(props.rows).toMatchObject([{ title: 'JSS 1 fees', amount: 100_000_00, instalments: 3, billed: 0 }]);
  const other = await bursar.page(`/fees?class=${ilorin().classIds['JSS 2']}`);
  expect(other.props.rows).toEqual([]);
});

test('the open form counts the students whom the fee would be for, also those chosen by name', async () => {
  const { id, sessionIds, classIds, studentIds } = ilorin();
  const count = async (query: string) =>
    (await bursar.get(`/fees/audience?institution_id=${id}&sessionId=${sessionIds.current}&${query}`)).json();
  expect(await count('')).toEqual({ students: 7 });
  expect(await count(`classes=${classIds['JSS 2']}`)).toEqual({ students: 2 });
  expect(await count(`classes=${classIds['JSS 2']}&students=${studentIds['Efe Omoregie']}`)).toEqual({ students: 3 });
  const offa = await bursar.get(`/fees/audience?institution_id=${world.school.offa.id}&sessionId=1`);
  expect(offa.statusCode).toBe(404);
});

test('a fee is refused with the field that is wrong, and nothing is written', async () => {
  const item = { name: 'Tuition', amount: '10000000', categoryId: (await form()).categoryId, position: 1 };
  const due = (rows: object[]) => ({ instalments: Object.fromEntries(rows.map((row, at) => [at + 1, row])) });
  for (const amount of ['-5', '0', '12.345', '10000000000000000', 'ten'])
    expect(Object.keys(await refused({ particulars: { 1: { ...item, amount } } }))).toEqual(['particulars.1.amount']);
  expect(Object.keys(await refused({ particulars: {} }))).toEqual(['particulars']);
  expect(Object.keys(await refused({ particulars: { 1: { ...item, categoryId: 999_999 } } }))).toEqual([
    'particulars.1.categoryId',
  ]);
  expect(await refused(due([{ dueOn: '2026-08-01' }]))).toEqual({
    'instalments.1.dueOn': '2026/2027 starts on 14 Sep 2026. Choose a day from then on.',
  });
  expect(
    await refused(
      due([
        { dueOn: '2026-09-14', percent: '60' },
        { dueOn: '2026-10-14', percent: '60' },
      ]),
    ),
  ).toEqual({
    'instalments.2.percent': 'The percentages total 120, not to 100. Leave the last one empty to take the remainder.',
  });
  expect(
    Object.keys(await refused(due([{ dueOn: '2026-09-14', amount: '20000000' }, { dueOn: '2026-10-14' }]))),
  ).toEqual(['instalments.2.percent']);
  expect(
    Object.keys(
      await refused(
        due([
          { dueOn: '2026-09-14', amount: '100' },
          { dueOn: '2026-10-14', amount: '100' },
        ]),
      ),
    ),
  ).toEqual(['instalments.2.amount']);
  expect(Object.keys(await refused(due([{ dueOn: '2026-10-14', percent: '50' }, { dueOn: '2026-10-01' }])))).toEqual([
    'instalments.2.dueOn',
  ]);
  expect(Object.keys(await refused({ fineHow: 'percent' }))).toEqual(['finePercent']);
  expect(Object.keys(await refused({ classes: [world.school.offa.classIds['ND 1']] }))).toEqual(['classes']);
  expect(Object.keys(await refused({ students: [world.school.offa.studentIds['Yakubu Ndako']] }))).toEqual([
    'students',
  ]);
  const { rows } = await work((tx) => tx.execute(sql`select id from fees`));
  expect(rows).toEqual([]);
});

test('a form with a single new row, which a browser sends as a list, is read like any other', async () => {
  const [particular] = Object.values((await form()).particulars);
  const id = await add({ particulars: [{ ...particular, id: '0' }], instalments: [{ id: '0', dueOn: '2026-09-14' }] });
  expect(await read(id)).toMatchObject({ particulars: [{ name: 'Tuition' }], instalments: [{ dueOn: '2026-09-14' }] });
  expect(Object.keys(await refused({ particulars: [{ ...particular, id: '0', amount: '-1' }] }))).toEqual([
    'particulars.0.amount',
  ]);
});

test('editing a fee in use changes no invoice, says so, and two editors don’t overwrite each other', async () => {
  const id = await add();
  await bill(id, 'Ada Obi');
  const { props } = await bursar.page(`/fees/${id}/edit`);
  const { opened, fee } = props as { opened: Record<string, unknown>; fee: FeeDetails };
  const rows = (amount: number) => ({
    [fee.particulars[0]!.id]: { ...fee.particulars[0], amount, position: 1 },
    [fee.particulars[1]!.id]: { id: fee.particulars[1]!.id, _destroy: '1' },
  });
  const sent = { ...(await form()), institutionId: undefined, opened };
  const saved = await bursar.post(`/fees/${id}`, { ...sent, particulars: rows(120_000_00) });
  expect(saved.statusCode, saved.body).toBe(303);
  const after = await bursar.page(`/fees/${id}`);
  expect(after.flash).toMatchObject({
    message: 'The fee was saved. Invoices issued before keep their amounts: correct them under Changes since billing.',
  });
  expect(after.props.fee).toMatchObject({
    particulars: [{ id: fee.particulars[0]!.id, amount: 120_000_00 }],
    billed: { count: 1, total: 100_000_00 },
  });
  const late = await bursar.post(`/fees/${id}`, { ...sent, particulars: rows(90_000_00) });
  expect(late.statusCode).toBe(409);
  const title = await bursar.post(`/fees/${id}`, { ...sent, title: 'JSS 1 school fees', particulars: openedRows(fee) });
  expect(title.statusCode, title.body).toBe(303);
  expect(await read(id)).toMatchObject({ title: 'JSS 1 school fees', particulars: [{ amount: 120_000_00 }] });
});

const openedRows = (fee: FeeDetails) =>
  Object.fromEntries(
    fee.particulars.map((row, at) => [
      row.id,
      { ...row, isOptional: row.isOptional ? 'on' : undefined, position: at + 1 },
    ]),
  );

test('a fee that was billed can be ended but not deleted; one that was not is deleted', async () => {
  const [used, unused] = [await add(), await add({ title: 'Unused' })];
  await bill(used, 'Ada Obi');
  expect((await bursar.post(`/fees/${used}/delete`)).json().errors.form).toContain('End it instead');
  expect((await bursar.post(`/fees/${used}/end`)).statusCode).toBe(303);
  expect(await read(used)).toMatchObject({ isEnded: true });
  const again = await bursar.post(`/fees/${used}`, { ...(await form()), opened: {} });
  expect(again.statusCode).toBe(422);
  expect((await bursar.post(`/fees/${used}/reopen`)).statusCode).toBe(200);
  expect((await bursar.post(`/fees/${unused}/delete`)).statusCode).toBe(303);
  expect((await bursar.get(`/fees/${unused}`)).statusCode).toBe(404);
});

test('a category has an income account of its own, and both are renamed together', async () => {
  const added = await bursar.post('/fee-categories', { institutionId: ilorin().id, name: 'Excursions' });
  expect(added.statusCode, added.body).toBe(303);
  const rows = async () => (await bursar.page('/fee-categories')).props.rows as CategoryRow[];
  const made = (await rows()).find(({ name }) => name === 'Excursions')!;
  expect(made).toMatchObject({ account: 'Excursions', accountCode: '4160' });
  const twice = await bursar.post('/fee-categories', { institutionId: ilorin().id, name: 'excursions' });
  expect(Object.keys(twice.json().errors)).toEqual(['name']);
  const { ledgerAccountId } = made;
  const opened = { name: 'Excursions', ledgerAccountId };
  expect((await bursar.page(`/fee-categories/${made.id}/edit`)).props.opened).toEqual(opened);
  await bursar.post(`/fee-categories/${made.id}`, { ...opened, name: 'Trips', opened });
  expect((await rows()).find(({ id }) => id === made.id)).toMatchObject({ name: 'Trips', account: 'Trips' });
  await bursar.post(`/fee-categories/${made.id}/archive`);
  expect((await rows()).at(-1)).toMatchObject({ name: 'Trips', isArchived: true });
});

test('fees of another institution are not there, and a cashier sets up none', async () => {
  const id = await add();
  const stranger = await world.as('registrar.offa');
  expect((await stranger.get(`/fees/${id}`)).statusCode).toBe(403);
  const both = await world.as('in.both');
  expect((await both.get(`/fees/${id}`)).statusCode).toBe(404);
  const cashier = await world.as('cashier');
  expect((await cashier.post('/fees', await form())).statusCode).toBe(403);
  const principal = await world.as('principal');
  expect((await principal.get(`/fees/${id}`)).statusCode).toBe(200);
  expect((await principal.post(`/fees/${id}/end`)).statusCode).toBe(403);
});

test('the list shows for each fee what it charges and how many it has billed', async () => {
  await add({
    title: 'Uniform',
    particulars: { 1: { name: 'Uniform', amount: '1800000', position: 1, categoryId: (await form()).categoryId } },
  });
  const tuition = await add();
  await bill(tuition, 'Ada Obi', 'Ngozi Okafor');
  const { rows } = (await bursar.page('/fees')).props as { rows: { title: string; amount: number; billed: number }[] };
  expect(rows.map(({ title, amount, billed }) => [title, amount, billed])).toEqual([
    ['JSS 1 fees', 100_000_00, 2],
    ['Uniform', 18_000_00, 0],
  ]);
});

test('a student category that a fee is for is merged with its rule, and not deleted', async () => {
  const feeId = await add();
  await work((tx) =>
    tx.execute(sql`insert into fee_audience (institution_id, fee_id, kind, category_id)
      select ${ilorin().id}, ${feeId}, 'category', id from student_categories where institution_id = ${ilorin().id} and name = 'Boarding'`),
  );
  const registrar = await world.as('registrar');
  const of = { institutionId: ilorin().id, list: 'studentCategories', word: 'Boarding' };
  const deleted = await registrar.post('/lists/delete', of);
  expect([deleted.statusCode, deleted.json().errors.form]).toEqual([
    422,
    expect.stringContaining('A fee or a discount'),
  ]);
  expect((await registrar.post('/lists/combine', { ...of, into: 'Day', bearers: 0 })).statusCode).toBe(303);
  const { rows } = await work((tx) =>
    tx.execute(
      sql`select k.name from fee_audience a join student_categories k on k.id = a.category_id where a.fee_id = ${feeId}`,
    ),
  );
  expect(rows).toEqual([{ name: 'Day' }]);
});
