import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemActor } from '#kernel/actor.ts';
import { issueInvoices } from '../issue-invoices.ts';
import { letOnePersonGive } from '#test/harness/alone-limit.ts';
import { startSchool } from '#test/harness/app.ts';
import { pdfText } from '#test/harness/pdf-text.ts';
import { printBillsJob, tidyBillFiles } from './print-bills.job.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let ids: number[];
beforeEach(async () => {
  world = await startSchool({ publicUrl: 'https://school.example' });
  const { id, studentIds } = world.school.ilorin;
  await letOnePersonGive(world.database, id);
  ids = await world.database.asSystem([id], async (tx) => {
    const { rows } = await tx.execute<{ id: number }>(sql`select id from ledger_accounts where name = 'Tuition'`);
    const draft = (studentId: number) => ({
      studentId,
      kind: 'single' as const,
      title: 'Excursion',
      issuedOn: '2026-11-20',
      lines: [{ name: 'Excursion to Oyo', amount: 12_500_00, ledgerAccountId: rows[0]!.id }],
      dues: [{ dueOn: '2026-11-30', amount: 12_500_00 }],
    });
    const students = [studentIds['Ada Obi'], studentIds['Tunde Bakare']];
    return issueInvoices(tx, systemActor(id, 'Test'), id, students.map(draft));
  });
});
afterEach(() => world.close());

test('a bill prints with its lines, the guardian who pays and the address that verifies it', async () => {
  const bursar = await world.as('bursar');
  const answer = await bursar.post(`/invoices/${ids[1]}/print`);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
  const [text] = await pdfText(answer.rawPayload);
  for (const words of ['INV-000002', 'Excursion to Oyo', '₦12,500.00', 'To Mrs Folake Bakare', '30 Nov 2026'])
    expect(text).toContain(words);
  expect((await bursar.page(`/invoices/${ids[1]}`)).props.invoice).toMatchObject({ isPrinted: true });
});

test('the bills of a list print as one file, which a job makes and which is deleted after a day', async () => {
  const bursar = await world.as('bursar');
  const answer = await bursar.post('/bill-files', { state: 'open' });
  const address = String(answer.headers.location);
  const { id: institutionId } = world.school.ilorin;
  const billFileId = Number(/\d+$/.exec(address)![0]);
  expect((await bursar.get(`${address}/bills.pdf`)).statusCode).toBe(409);
  await printBillsJob.work(world.services, { institutionId, billFileId }, new AbortController().signal);
  expect((await bursar.page(address)).props.file).toMatchObject({ state: 'done', done: 2, total: 2 });
  const pages = await pdfText((await bursar.get(`${address}/bills.pdf`)).rawPayload);
  expect(pages).toHaveLength(2);
  expect(pages[0]).toContain('Tunde');
  expect(pages[1]).toContain('Ada');
  const elsewhere = await world.as('in.both');
  expect((await elsewhere.get(`${address}/bills.pdf`)).statusCode).toBe(404);
  await world.database.asSystem([institutionId], (tx) =>
    tx.execute(sql`update bill_files set created_at = now() - interval '2 days'`),
  );
  await tidyBillFiles.work(world.services, undefined as never, new AbortController().signal);
  expect((await bursar.get(address)).statusCode).toBe(404);
  expect((await bursar.post('/bill-files', { state: 'paid' })).statusCode).toBe(422);
});

test('whoever holds a bill verifies it by its code, without a name, and a made-up code is not found', async () => {
  const bursar = await world.as('bursar');
  const { code } = (await bursar.page(`/invoices/${ids[0]}`)).props.invoice;
  const visitor = world.nobody();
  const answer = await visitor.get(`/verify/bill/${code}`);
  expect([answer.statusCode, answer.headers['x-robots-tag']]).toEqual([200, 'noindex, nofollow']);
  expect((await visitor.page(`/verify/bill/${code}`)).props.bill).toEqual({
    institution: 'Ilorin Grammar School',
    number: 1,
    title: 'Excursion',
    issuedOn: '2026-11-20',
    batch: null,
    total: 12_500_00,
    open: 12_500_00,
    currency: 'NGN',
    initials: 'A. O.',
    state: expect.any(String),
  });
  expect(answer.body).not.toContain('Obi');
  expect((await visitor.get('/verify/bill/AAAAAAAAAAAAAAAA')).statusCode).toBe(404);
  await bursar.post(`/invoices/${ids[0]}/cancel`, { reason: 'Typed twice' });
  expect((await visitor.page(`/verify/bill/${code}`)).props.bill.state).toBe('cancelled');
});
