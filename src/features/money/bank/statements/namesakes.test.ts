import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { query } from '#kernel/database.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import {
  addBankAccount,
  addStatement,
  linesOfStatement,
  statementHead,
  statementLine,
} from '#test/harness/bank-desk.ts';
import { openTill } from '#test/harness/till.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let bursar: Browser;
let accountId: number;
beforeEach(async () => {
  world = await startSchool();
  bursar = await world.as('bursar');
  accountId = await addBankAccount(bursar, world.school.ilorin.id, '0123456789');
});
afterEach(() => world.close());

const ask = <Row>(statement: ReturnType<typeof sql>) =>
  world.database.asSystem([world.school.ilorin.id], (tx) => query<Row>(tx, statement));

/** Students of a class who are called Kemi Adekunle. */
const called = async (batch: string, count: number, firstName = 'Kemi') =>
  (
    await ask<{ id: number }>(sql`update students set first_name = ${firstName}, surname = 'Adekunle'
      where id in (select id from students where batch_name like ${batch} and surname <> 'Adekunle' and status = 'active'
        order by id limit ${count}) returning id`)
  )
    .map(({ id }) => Number(id))
    .toSorted((one, other) => one - other);

async function linesOf(...narrations: [narration: string, amount: string][]) {
  const text = narrations.map(([narration, amount], at) =>
    statementLine(`1${at}/11/2026`, `NIP${at}`, narration, amount),
  );
  const rows = await linesOfStatement(bursar, await addStatement(bursar, accountId, statementHead + text.join('')));
  return rows as { id: number; state: string; strength: string; studentId: number | null; reason: string }[];
}

test('a line proposes the student of that name and class who owes exactly that, and posts nothing', async () => {
  const till = openTill(world);
  const [junior, other] = (await called('JSS 1%', 2)) as [number, number];
  const [senior] = (await called('JSS 2%', 1, 'Kemi Bola')) as [number];
  await till.bill(junior, 240_000_00);
  await till.bill(other, 100_000_00);
  await till.bill(senior, 240_000_00);
  const rows = await linesOf(
    ['TRF JSS1 FEES KEMI ADEKUNLE 240,000', '240,000.00'],
    ['TRF JSS2 FEES KEMI ADEKUNLE', '240,000.00'],
    ['ADEKUNLE KEMI fees', '100,000.00'],
    ['JSS 2 ADEKUNLE KEMI part', '5,000.00'],
  );
  expect(rows).toMatchObject([
    { studentId: junior, strength: 'weak', reason: 'Name and class in the narration, owes exactly this' },
    { studentId: senior, strength: 'weak', reason: 'Name and class in the narration, owes exactly this' },
    { studentId: other, strength: 'weak', reason: 'Name in the narration, owes exactly this' },
    { studentId: senior, strength: 'weak', reason: 'Name and class in the narration' },
  ]);
  expect(rows.map(({ state }) => state)).toEqual(['open', 'open', 'open', 'open']);
});

test('students who fit equally well are proposed together, and one of them is chosen', async () => {
  const till = openTill(world);
  const [one, other] = (await called('JSS 1%', 2)) as [number, number];
  const [senior] = (await called('JSS 2%', 1)) as [number];
  for (const student of [one, other, senior]) await till.bill(student, 240_000_00);
  const [line] = await linesOf(['TRF JSS1 FEES KEMI ADEKUNLE 240,000', '240,000.00']);
  expect(line).toMatchObject({ studentId: null, strength: 'weak', reason: '2 students fit: choose one' });
  const { namesakes } = (await bursar.page(`/bank-lines/${line!.id}`)).props;
  expect(namesakes.map(({ id, owed }: { id: number; owed: number }) => [id, owed]).toSorted()).toEqual([
    [one, 240_000_00],
    [other, 240_000_00],
  ]);
  const alone = await bursar.post(`/bank-lines/${line!.id}/confirm`);
  expect([alone.statusCode, alone.body]).toEqual([422, expect.stringContaining('Choose a student')]);
  const chosen = await bursar.post(`/bank-lines/${line!.id}/confirm`, { student_id: other });
  expect(chosen.statusCode, chosen.body).toBe(303);
  expect(await till.balance(other)).toMatchObject({ owed: 0 });
  expect(await till.balance(one)).toMatchObject({ owed: 240_000_00 });
});
