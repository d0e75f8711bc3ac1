import { expect, test } from 'vitest';
import { openDues } from '../dues/allocate.ts';
import { renderPdf } from '#kernel/pdf/render-pdf.ts';
import { pdfText } from '#test/harness/pdf-text.ts';
import { letterhead, longName } from '#test/harness/paper.ts';
import type { Bill, BillFile } from './bill-data.queries.ts';

const layout = new URL('./bill.pdf.ts', import.meta.url);
const largest = 10_000_000_000_000;
const student = { name: 'Kẹ́mi Adébáyọ̀', admissionNumber: '2026/0001', place: 'JSS 1 A' };

const bill: Bill = {
  number: 'INV/2026/000441',
  title: 'First term fees, 2026/2027',
  issuedOn: '2026-09-01',
  student,
  more: [],
  addressee: 'Mr Ɓala Ƙasim',
  charges: [
    { title: 'Tuition', amount: 8_500_000 },
    { title: 'Ẹ̀kọ́ ọ̀fẹ́', amount: 1_500_050 },
  ],
  deductions: [{ title: 'Sibling discount', amount: 850_000 }],
  paid: 5_000_000,
  dues: openDues({
    id: 1,
    open: 4_150_050,
    settled: 5_000_000,
    dues: [
      { dueOn: '2026-09-14', amount: 4_575_000 },
      { dueOn: '2026-11-02', amount: 4_575_050 },
    ],
  }),
  otherOwed: 1_250_000,
  address: 'https://school.example/invoices/4f9a',
  void: null,
};
const payTo = ['Zenith Bank · 1012345678 · Olumo Heights College', 'Write the admission number as the reference.'];
const billsOf = async (bills: Bill[]) =>
  pdfText(await renderPdf(layout, { letterhead, currency: 'NGN', payTo, bills } satisfies BillFile));

test('a bill shows what is charged, taken off, paid and owed, its instalments and how to pay', async () => {
  const [text, ...others] = await billsOf([bill]);
  expect(others).toEqual([]);
  for (const words of [
    'INV/2026/000441',
    '1 Sep 2026',
    'Kẹ́mi Adébáyọ̀',
    '2026/0001  ·  JSS 1 A',
    'Mr Ɓala Ƙasim',
    'Ẹ̀kọ́ ọ̀fẹ́',
    '85,000.00',
    '15,000.50',
    '−8,500.00',
    '₦91,500.50',
    '−₦50,000.00',
    '₦12,500.00',
    '₦54,000.50',
    '14 Sep 2026',
    '45,750.00',
    '2 Nov 2026',
    '4,250.00',
    '41,500.50',
    'Zenith Bank · 1012345678',
    'Scan to view and pay',
  ])
    expect(text).toContain(words.normalize('NFC'));
});

test('a bill with one due date names it, a paid one asks for nothing, a void one says so', async () => {
  const whole = { ...bill, paid: 0, otherOwed: 0, dues: [{ dueOn: '2026-09-14', amount: 9_150_050, open: 9_150_050 }] };
  const paid = { ...whole, paid: 9_150_050, dues: whole.dues.map((due) => ({ ...due, open: 0 })) };
  const [due, settled, revoked] = await billsOf([whole, paid, { ...whole, void: { reason: 'Billed twice' } }]);
  expect(due).toContain('To pay by 14 Sep 2026');
  expect([settled!.includes('Paid in full'), settled!.includes('Zenith')]).toEqual([true, false]);
  expect([revoked!.includes('VOID: Billed twice'), revoked!.includes('To pay')]).toEqual([true, false]);
});

test('a bill whose figures do not agree is not printed', async () => {
  await expect(billsOf([{ ...bill, paid: 4_999_999 }])).rejects.toThrow('Invoice INV/2026/000441');
});

test('500 bills in one file are each numbered from page 1, and the job hears of each', async () => {
  const charges = Array.from({ length: 8 }, (_, at) => ({
    title: `Particular ${at}`,
    amount: 1_143_757 - (at ? 0 : 6),
  }));
  const bills = Array.from({ length: 500 }, (_, at): Bill => ({
    ...bill,
    number: `INV/${at}`,
    charges,
    deductions: [],
  }));
  const heard: [number, number][] = [];
  const onProgress = (done: number, total: number) => void heard.push([done, total]);
  const order = { letterhead, currency: 'NGN', payTo, bills };
  const pages = pdfText(await renderPdf(layout, order, { inJob: true, onProgress }));
  expect(pages).toHaveLength(500);
  expect(pages.every((page, at) => page.includes(`INV/${at}`) && page.includes('Page 1 of 1'))).toBe(true);
  expect(heard).toEqual(bills.map((_, at) => [at + 1, 500]));
});

test('a bill of 100 lines of the largest amounts continues, with long names and a head on each page', async () => {
  const charges = Array.from({ length: 100 }, (_, at) => ({ title: `${longName} ${at}`, amount: largest / 100 }));
  const dues = [{ dueOn: '2026-09-14', amount: largest, open: largest }];
  const long = {
    ...bill,
    charges,
    deductions: [],
    paid: 0,
    otherOwed: 0,
    dues,
    student: { ...student, name: longName },
  };
  const pages = await billsOf([long, bill]);
  const last = pages.length - 2;
  for (const [at, page] of pages.slice(0, -1).entries()) {
    expect(page).toContain(`Page ${at + 1} of ${last + 1}`);
    if (at < last) expect(page).toContain('Amount (₦)');
  }
  expect(pages.join('\n').match(/\n1,000,000,000\.00(?=\n)/g)).toHaveLength(100);
  expect(pages[last]).toContain('\n₦100,000,000,000.00\n');
  expect(pages.at(-1)).toContain('Page 1 of 1');
});
