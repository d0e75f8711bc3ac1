import { expect, test } from 'vitest';
import { renderPdf } from '#kernel/pdf/render-pdf.ts';
import { letterhead, longName } from '#test/harness/paper.ts';
import { pdfText } from '#test/harness/pdf-text.ts';
import type { Statement } from './statement.pdf.ts';

const layout = new URL('./statement.pdf.ts', import.meta.url);
const largest = 10_000_000_000_000;
const student = { name: 'Kẹ́mi Adébáyọ̀', admissionNumber: '2026/0001', place: 'JSS 1 A' };

const statement: Statement = {
  letterhead,
  currency: 'NGN',
  student,
  from: '2026-09-01',
  until: '2026-11-21',
  opening: 1_250_000,
  lines: [
    { on: '2026-09-01', document: 'INV/2026/000441', words: 'First term fees', debit: 17_800_000, credit: 0 },
    { on: '2026-09-12', document: 'RC/2026/000123', words: 'Payment, POS', debit: 0, credit: 20_000_000 },
  ],
  closing: -950_000,
  printedAt: '21 Nov 2026, 05:10 pm',
};
const statementOf = async (more: Partial<Statement> = {}) =>
  pdfText(await renderPdf(layout, { ...statement, ...more }));

test('a statement runs from the opening to the closing balance', async () => {
  const [text] = await statementOf();
  for (const words of ['12,500.00', '178,000.00', '190,500.00', '200,000.00', '−9,500.00', 'In credit', '₦9,500.00'])
    expect(text).toContain(`\n${words}\n`);
  await expect(statementOf({ closing: 0 })).rejects.toThrow('2026/0001');
});

test('a statement of 100 lines of the largest amounts keeps every figure on one line', async () => {
  const lines = Array.from({ length: 100 }, (_, at) => ({
    on: '2026-10-28',
    document: `RC/2026/00${at}`,
    words: longName,
    ...(at % 2 ? { debit: 0, credit: largest } : { debit: largest, credit: 0 }),
  }));
  const text = (await statementOf({ opening: largest, closing: largest, lines })).join('\n');
  expect(text.match(/\n100,000,000,000\.00(?=\n)/g)).toHaveLength(100 + 50 + 2);
  expect(text.match(/\n200,000,000,000\.00(?=\n)/g)).toHaveLength(50);
  expect(text.match(/\n28 Oct 2026(?=\n)/g)).toHaveLength(100);
});
