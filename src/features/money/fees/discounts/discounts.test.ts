import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SchemeDetails } from './save-scheme.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let bursar: Browser;
beforeAll(async () => {
  world = await startSchool();
  bursar = await world.as('bursar');
});
afterAll(() => world.close());

const form = (changes: object) => ({
  institutionId: world.school.ilorin.id,
  name: 'Discount',
  percent: '10',
  amount: '',
  who: 'everyone',
  ...changes,
});
async function add(changes: object): Promise<number> {
  const answer = await bursar.post('/discounts', form(changes));
  expect(answer.statusCode, answer.body).toBe(303);
  return Number(/\/discounts\/(\d+)/.exec(answer.headers.location as string)![1]);
}
const read = async (id: number) => (await bursar.page(`/discounts/${id}`)).props.scheme as SchemeDetails;
const receivers = async (id: number) =>
  (await bursar.page(`/discounts/${id}`, { component: 'fees/discount', props: ['receivers'] })).props.receivers as {
    total: number;
    rows: { name: string }[];
  };

test('a discount for siblings shows who gets it today', async () => {
  const { id: institutionId, studentIds } = world.school.ilorin;
  await world.database.asSystem([institutionId], (tx) =>
    tx.execute(sql`insert into student_guardians (institution_id, student_id, guardian_id)
      select institution_id, ${studentIds['Ada Obi']}, guardian_id from student_guardians
      where student_id = ${studentIds['Tunde Bakare']}`),
  );
  const id = await add({ name: 'Second child', who: 'sibling', childFrom: '2' });
  expect(await read(id)).toMatchObject({ who: 'sibling', childFrom: 2, percent: 1000, amount: null });
  const { total, rows } = await receivers(id);
  expect(total).toBe(1);
  expect(rows).toHaveLength(1);
});

test('chosen students are added until a day, changed, and removed again', async () => {
  const id = await add({ name: 'Governor', who: 'named', percent: '', amount: '500000', isScholarship: 'on' });
  const { 'Ada Obi': ada, 'Tunde Bakare': tunde } = world.school.ilorin.studentIds;
  const principal = await world.as('principal');
  const ask = (students: number[], until = '') => bursar.post(`/discounts/${id}/students`, { students, until });
  const give = async (...wish: Parameters<typeof ask>) => {
    const answer = await ask(...wish);
    const before = (await read(id)).named;
    const [request] = (await principal.page('/approvals')).props.waiting;
    expect(request.details).toContainEqual(['Takes off', '₦5,000.00']);
    expect((await bursar.post(`/approvals/${request.id}/approve`)).statusCode).toBe(403);
    expect((await read(id)).named).toEqual(before);
    await principal.post(`/approvals/${request.id}/approve`);
    return answer;
  };
  expect((await give([ada, tunde], '2027-07-31')).statusCode).toBe(303);
  expect((await give([ada])).statusCode).toBe(303);
  expect((await read(id)).named).toMatchObject([
    { studentId: tunde, until: '2027-07-31' },
    { studentId: ada, until: null },
  ]);
  expect((await receivers(id)).total).toBe(2);
  expect((await bursar.post(`/discounts/${id}/students/remove`, { studentId: tunde })).statusCode).toBe(303);
  expect((await read(id)).named).toMatchObject([{ studentId: ada }]);
  // Nobody agreed to more.
  const { opened } = (await bursar.page(`/discounts/${id}/edit`)).props;
  const more = { name: 'Governor', who: 'named', percent: '', amount: '600000', isScholarship: 'on' };
  const raised = await bursar.post(`/discounts/${id}`, { ...form(more), opened });
  expect(raised.json().errors.amount).toContain('1 student has already been given this discount');
  expect((await ask([world.school.offa.studentIds['Yakubu Ndako']])).statusCode).toBe(422);
});

test('a discount is refused with the field that is wrong', async () => {
  const refused = async (changes: object) =>
    Object.keys((await bursar.post('/discounts', form({ name: 'Wrong', ...changes }))).json().errors);
  expect(await refused({ percent: '101' })).toEqual(['percent']);
  expect(await refused({ percent: '', amount: '' })).toEqual(['percent']);
  expect(await refused({ percent: '10', amount: '100' })).toEqual(['amount']);
  expect(await refused({ percent: '', amount: '-1' })).toEqual(['amount']);
  expect(await refused({ who: 'sibling' })).toEqual(['childFrom']);
  expect(await refused({ who: 'student_category', studentCategoryId: 999_999 })).toEqual(['studentCategoryId']);
  expect(await refused({ feeCategoryId: 999_999 })).toEqual(['feeCategoryId']);
});

test('a discount is edited, archived and restored; its name is free again meanwhile', async () => {
  const id = await add({ name: 'Prompt' });
  const { opened } = (await bursar.page(`/discounts/${id}/edit`)).props;
  const edited = await bursar.post(`/discounts/${id}`, { ...form({ name: 'Prompt payment', percent: '7.5' }), opened });
  expect(edited.statusCode, edited.body).toBe(303);
  expect(await read(id)).toMatchObject({ name: 'Prompt payment', percent: 750 });
  await bursar.post(`/discounts/${id}/archive`);
  expect(await read(id)).toMatchObject({ isArchived: true });
  await add({ name: 'Prompt payment' });
  expect((await bursar.post(`/discounts/${id}/restore`)).statusCode).toBe(422);
});

test('the discounts of another institution are not there, and a principal edits none', async () => {
  const id = await add({ name: 'Ours' });
  expect((await (await world.as('in.both')).get(`/discounts/${id}`)).statusCode).toBe(404);
  const principal = await world.as('principal');
  expect((await principal.get(`/discounts/${id}`)).statusCode).toBe(200);
  expect((await principal.post(`/discounts/${id}/archive`)).statusCode).toBe(403);
});
