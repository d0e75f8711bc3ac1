import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemActor } from '#kernel/actor.ts';
import type { Database, Tx } from '#kernel/database.ts';
import { lockOpenInvoices } from '#features/money/invoices/open-invoices.ts';
import { receivePayment } from '#features/money/payments/receive-payment.ts';
import { shareOldestFirst } from '#features/money/payments/settle-pending.ts';
import { letOnePersonGive } from '#test/harness/alone-limit.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { feeAudience } from '#features/money/fees/fees.schema.ts';
import { addFee } from '#test/harness/sample-fees.ts';
import { workOnRun } from './bill.job.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let bursar: Browser;
beforeEach(async () => {
  world = await startSchool();
  await letOnePersonGive(world.database, world.school.ilorin.id);
  bursar = await world.as('bursar');
});
afterEach(() => world.close());

const ilorin = () => world.school.ilorin;
const work = <T>(act: (tx: Tx) => Promise<T>) => world.database.asSystem([ilorin().id], act);
const newFee = (sample?: Parameters<typeof addFee>[2]) => work(async (tx) => (await addFee(tx, ilorin(), sample)).id);
const never = new AbortController().signal;

/** Starts a run over HTTP and returns its id; the job waits. */
async function start(...feeIds: number[]): Promise<number> {
  const answer = await bursar.post('/fee-runs', { fee_ids: feeIds });
  expect(answer.statusCode, answer.body).toBe(303);
  return Number(/\d+$/.exec(String(answer.headers.location))?.[0]);
}
const run = (runId: number, database: Database = world.database) =>
  workOnRun({ database }, { institutionId: ilorin().id, runId }, never);
const pageOf = async (runId: number) => (await bursar.page(`/fee-runs/${runId}`)).props.run;
const invoices = async (query = '') => (await bursar.page(`/invoices${query}`)).props.rows;

/** How many live invoices of the fee each student has. */
const perStudent = (feeId: number) =>
  work(async (tx) => {
    const { rows } = await tx.execute<{ n: number }>(sql`select count(*)::int as n from invoices
      where fee_id = ${feeId} and cancelled_at is null group by student_id order by student_id`);
    return rows.map(({ n }) => n);
  });
const owed = () =>
  work(async (tx) => {
    const { rows } = await tx.execute<{ owed: number; ledger: number }>(sql`
      select (select coalesce(sum(owed), 0)::bigint from student_balances) as owed,
        (select coalesce(sum(l.amount), 0)::bigint from ledger_lines l join ledger_accounts a
          on (a.institution_id, a.id) = (l.institution_id, l.ledger_account_id) where a.role = 'receivable') as ledger`);
    expect(rows[0]!.owed).toBe(rows[0]!.ledger);
    return rows[0]!.owed;
  });

test('3.7 the preview says who will be billed, by class, and who is left out and why; then the run bills them', async () => {
  const feeId = await newFee();
  const [before] = (await bursar.page(`/fees/${feeId}/bill`)).props.previews;
  expect(before).toMatchObject({
    students: 7,
    total: 700_000_00,
    outside: 0,
    runningId: null,
    classes: [
      { name: 'JSS 1', students: 5, total: 500_000_00 },
      { name: 'JSS 2', students: 2, total: 200_000_00 },
    ],
    leftOut: { billed: 0, cancelled: 0, nothing: 0, unseated: 3 },
  });
  const runId = await start(feeId);
  expect(await invoices()).toEqual([]);
  await run(runId);
  expect(await pageOf(runId)).toMatchObject({ state: 'done', billedCount: 7, billedTotal: 700_000_00, doneCount: 7 });
  expect(await invoices(`?run=${runId}`)).toHaveLength(7);
  const [after] = (await bursar.page(`/fees/${feeId}/bill`)).props.previews;
  expect(after).toMatchObject({ students: 0, leftOut: { billed: 7 } });
  expect(await owed()).toBe(700_000_00);
  const { notifications } = (await bursar.page('/notifications')).props as { notifications?: unknown[] };
  expect(JSON.stringify(notifications ?? (await bursar.page('/notifications')).props)).toContain('has been billed');
});

test('a fee is not billed twice: not again, not by two runs at once, not by two workers of one run', async () => {
  const feeId = await newFee();
  const [one, two] = await Promise.all([
    bursar.post('/fee-runs', { fee_ids: [feeId] }),
    bursar.post('/fee-runs', { fee_ids: [feeId] }),
  ]);
  expect([one.statusCode, two.statusCode].toSorted()).toEqual([303, 422]);
  const runId = Number(/\d+$/.exec(String((one.statusCode === 303 ? one : two).headers.location))![0]);
  await Promise.all([run(runId), run(runId), run(runId)]);
  expect(await perStudent(feeId)).toEqual([1, 1, 1, 1, 1, 1, 1]);
  await run(runId);
  const again = await bursar.post('/fee-runs', { fee_ids: [feeId] });
  expect([again.statusCode, again.body]).toEqual([422, expect.stringContaining('Nobody is left to bill')]);
  expect(await perStudent(feeId)).toEqual([1, 1, 1, 1, 1, 1, 1]);
});

test('a run that crashes anywhere goes on behind what is saved, and bills everyone once', async () => {
  const feeId = await newFee();
  await moreStudents(450);
  const runId = await start(feeId);
  let transactions = 0;
  /** The transactions at whose end the process dies, before they commit: the first, chunks, the last. */
  const dying = new Set([1, 3, 5, 6, 10]);
  const crashing: Database = {
    ...world.database,
    asSystem: (ids, act) =>
      world.database.asSystem(ids, async (tx) => {
        const done = await act(tx);
        transactions += 1;
        if (dying.has(transactions)) throw new Error('the power is gone');
        return done;
      }),
  };
  let crashes = 0;
  while ((await pageOf(runId)).state !== 'done')
    await run(runId, crashing).catch((error: Error) => {
      expect(error.message).toBe('the power is gone');
      crashes += 1;
    });
  expect(crashes).toBe(dying.size);
  expect(await perStudent(feeId)).toEqual(Array.from({ length: 457 }, () => 1));
  expect(await pageOf(runId)).toMatchObject({ billedCount: 457, doneCount: 457, billedTotal: 457 * 100_000_00 });
  expect(await owed()).toBe(457 * 100_000_00);
  const numbers = await work((tx) => tx.execute<{ n: number }>(sql`select number as n from invoices order by number`));
  expect(numbers.rows.map(({ n }) => n)).toEqual(Array.from({ length: 457 }, (_, at) => at + 1));
});

test('a run is stopped: what is billed stays, and another run bills the rest', async () => {
  const feeId = await newFee();
  await moreStudents(300);
  const runId = await start(feeId);
  let chunks = 0;
  const stopping: Database = {
    ...world.database,
    asSystem: async (ids, act) => {
      const done = await world.database.asSystem(ids, act);
      if (++chunks === 2) expect((await bursar.post(`/fee-runs/${runId}/stop`)).statusCode).toBe(303);
      return done;
    },
  };
  await run(runId, stopping);
  expect(await pageOf(runId)).toMatchObject({ state: 'stopped', billedCount: 200 });
  expect((await bursar.post(`/fee-runs/${runId}/stop`)).statusCode).toBe(409);
  await run(await start(feeId));
  expect(await perStudent(feeId)).toEqual(Array.from({ length: 307 }, () => 1));
});

test('a cancelled invoice is not billed again by a run, and a student who left meanwhile is skipped', async () => {
  const feeId = await newFee();
  await run(await start(feeId));
  const [first] = await invoices();
  await bursar.post(`/invoices/${first.id}/cancel`, { reason: 'On a scholarship from outside' });
  await moreStudents(2);
  const [preview] = (await bursar.page(`/fees/${feeId}/bill`)).props.previews;
  expect(preview).toMatchObject({ students: 2, leftOut: { billed: 6, cancelled: 1 } });
  const runId = await start(feeId);
  await work((tx) =>
    tx.execute(sql`update students set status = 'withdrawn', batch_id = null
    where id = (select max(id) from students where institution_id = ${ilorin().id})`),
  );
  await run(runId);
  expect(await pageOf(runId)).toMatchObject({ state: 'done', billedCount: 1 });
});

test('several fees are billed in one go, and a fee that ended meanwhile fails in words', async () => {
  const [one, two] = [await newFee(), await newFee({ particulars: [{ amount: 5_000_00 }, { amount: 2_500_00 }] })];
  const { previews } = (await bursar.page(`/fee-runs/new?fee=${one}&fee=${two}`)).props;
  expect(previews.map(({ total }: { total: number }) => total)).toEqual([700_000_00, 52_500_00]);
  expect((await bursar.post('/fee-runs', { fee_ids: [one, two] })).headers.location).toBe('/fee-runs');
  const runs: { id: number; feeId: number }[] = (await bursar.page('/fee-runs')).props.rows;
  expect(runs).toHaveLength(2);
  await work((tx) => tx.execute(sql`update fees set ended_at = now() where id = ${two}`));
  for (const { id } of runs) await run(id);
  const after: { feeId: number; state: string; failure: string }[] = (await bursar.page('/fee-runs')).props.rows;
  expect(after.find(({ feeId }) => feeId === one)).toMatchObject({ state: 'done' });
  expect(after.find(({ feeId }) => feeId === two)).toMatchObject({
    state: 'failed',
    failure: 'The fee ended before everyone was billed.',
  });
});

test('an invoice is a snapshot: a fee that changes afterwards changes no invoice', async () => {
  const feeId = await newFee();
  await run(await start(feeId));
  await work((tx) => tx.execute(sql`update fee_particulars set amount = 1, name = 'Other' where fee_id = ${feeId}`));
  const [row] = await invoices();
  expect((await bursar.page(`/invoices/${row.id}`)).props.invoice).toMatchObject({
    total: 100_000_00,
    lines: [{ name: 'Item 1', amount: 100_000_00 }],
  });
});

test('who may not bill neither previews nor starts; another institution’s fee is not found', async () => {
  const feeId = await newFee();
  const principal = await world.as('principal');
  expect((await principal.get(`/fees/${feeId}/bill`)).statusCode).toBe(403);
  expect((await principal.post('/fee-runs', { fee_ids: [feeId] })).statusCode).toBe(403);
  const elsewhere = await world.as('in.both');
  expect((await elsewhere.get(`/fees/${feeId}/bill`)).statusCode).toBe(404);
  expect((await elsewhere.post('/fee-runs', { fee_ids: [feeId] })).statusCode).toBe(404);
  const runId = await start(feeId);
  expect((await elsewhere.get(`/fee-runs/${runId}`)).statusCode).toBe(404);
  await work((tx) =>
    tx.execute(sql`update memberships set suspended_at = now() where account_id = ${world.school.accounts.bursar}`),
  );
  await run(runId);
  expect(await perStudent(feeId)).toEqual([]);
});

test('a late admission is proposed to bill, and a class change to credit; ticked ones are acted on at once', async () => {
  const { batchIds, classIds, id, studentIds } = ilorin();
  const feeId = await newFee();
  await work((tx) =>
    tx.insert(feeAudience).values({ institutionId: id, feeId, kind: 'class', classId: classIds['JSS 1']! }),
  );
  await run(await start(feeId));
  const move = (student: number, batchId: number) =>
    work((tx) => tx.execute(sql`update students set batch_id = ${batchId} where id = ${student}`));
  await move(studentIds['Efe Omoregie'], batchIds['JSS 1 A']);
  await move(studentIds['Ada Obi'], batchIds['JSS 2 A']);
  await move(studentIds['Musa Garba'], batchIds['JSS 2 A']);
  await pay(studentIds['Musa Garba'], 30_000_00);
  const proposals = async () => {
    const { toBill, toCredit } = (await bursar.page(`/fees/${feeId}/proposals`)).props;
    const surnames = (rows: { surname: string }[]) => rows.map(({ surname }) => surname);
    return [surnames(toBill.rows), surnames(toCredit.rows)];
  };
  expect(await proposals()).toEqual([['Omoregie'], ['Garba', 'Obi']]);
  const [efe, ada, musa] = [studentIds['Efe Omoregie'], studentIds['Ada Obi'], studentIds['Musa Garba']];
  // Somebody who is not proposed is left alone.
  await bursar.post(`/fees/${feeId}/proposals/bill`, { student_ids: [efe, ada] });
  expect(await perStudent(feeId)).toEqual([1, 1, 1, 1, 1, 1]);
  const reason = 'Changed class';
  const credited = await bursar.post(`/fees/${feeId}/proposals/credit`, { student_ids: [ada, musa, efe], reason });
  expect(credited.statusCode).toBe(303);
  // What was paid becomes credit only once a second person agrees: one request for all that was ticked.
  expect(await proposals()).toEqual([[], ['Garba', 'Obi']]);
  const principal = await world.as('principal');
  const { waiting } = (await principal.page('/approvals')).props;
  await principal.post(`/approvals/${waiting[0].id}/approve`);
  expect(await proposals()).toEqual([[], []]);
  expect(await owed()).toBe(4 * 100_000_00);
  expect((await bursar.post(`/fees/${feeId}/proposals/bill`, { student_ids: [efe] })).statusCode).toBe(422);
  // Back in the class: billed again on purpose, never by a run.
  await move(ada, batchIds['JSS 1 A']);
  expect((await bursar.post('/fee-runs', { fee_ids: [feeId] })).statusCode).toBe(422);
  await bursar.post(`/fees/${feeId}/proposals/bill`, { student_ids: [ada] });
  expect(await perStudent(feeId)).toEqual([1, 1, 1, 1, 1]);
});

const pay = (studentId: number, amount: number) =>
  work(async (tx) => {
    const { id } = ilorin();
    const open = await lockOpenInvoices(tx, id, [studentId]);
    const shares = [shareOldestFirst(studentId, amount, open)];
    return receivePayment(tx, systemActor(id, 'Test'), id, { channel: 'cash', amount, day: '2026-11-20', shares });
  });

/** So many more in JSS 1 A, which is made large enough. */
const moreStudents = (count: number) =>
  work(async (tx) => {
    const { id, batchIds } = ilorin();
    await tx.execute(sql`update batches set capacity = 2000 where id = ${batchIds['JSS 1 A']}`);
    await tx.execute(sql`insert into students (institution_id, admission_number, surname, first_name, batch_id)
      select ${id}, 'More/' || n, 'More', 'Student', ${batchIds['JSS 1 A']}::bigint from generate_series(1, ${count}) n`);
  });
