import { expect, test } from 'vitest';
import { renderPdf } from '#kernel/pdf/render-pdf.ts';
import { letterhead, longName } from '#test/harness/paper.ts';
import { pdfText } from '#test/harness/pdf-text.ts';
import type { DaySheet } from '#features/money/cashier/days/day-sheet.ts';
import type { ReceiptPaper } from './receipt-paper.ts';

const largest = 10_000_000_000_000;
const papers = ['a4', 'a5', 'roll'] as const;

const receipt: ReceiptPaper = {
  letterhead,
  paper: 'a4',
  number: 'RC/2026/000123',
  receivedAt: '21 Nov 2026, 08:05 am',
  currency: 'NGN',
  payer: 'Mr Ṣẹ́gun Ɓala',
  amount: 18_250_050,
  students: [
    {
      name: 'Kẹ́mi Adébáyọ̀',
      admissionNumber: '2026/0001',
      place: 'JSS 1 A',
      lines: [
        { title: 'First term fees', invoice: 'INV/441', amount: 12_000_000 },
        { title: 'Late fine', invoice: 'INV/512', amount: 250_050 },
      ],
    },
    {
      name: 'Ɗanjuma Ƙasim',
      admissionNumber: '2025/0114',
      place: null,
      lines: [{ title: 'School bus', invoice: null, amount: 5_000_000 }],
    },
  ],
  credit: 1_000_000,
  balance: 4_500_000,
  channel: 'Cheque',
  reference: '000417',
  cashier: 'Ngozi Okafor',
  note: 'Valid once the cheque has cleared.',
  address: 'https://school.example/v/4f9a',
  duplicateOn: null,
  void: null,
  isTest: false,
};
const render = (more: Partial<ReceiptPaper>) =>
  renderPdf(new URL('./receipt.pdf.ts', import.meta.url), { ...receipt, ...more });
const printed = async (more: Partial<ReceiptPaper>) => pdfText(await render(more));
/** Words can break over lines, and drawn lines are not in a fixed order. */
const flat = (pages: string[]) => pages.join('\n').replace(/\s+/g, ' ');

test.for(papers)('a receipt on %s says who paid what for whom, how, and what is still owed', async (paper) => {
  const pages = await printed({ paper });
  expect(pages).toHaveLength(1);
  const text = flat(pages);
  for (const words of [
    'Olumo Heights College',
    'Ọbáfẹ́mi Awólọ́wọ̀',
    'RC/2026/000123',
    '21 Nov 2026, 08:05 am',
    'Mr Ṣẹ́gun Ɓala',
    'Kẹ́mi Adébáyọ̀',
    '2026/0001',
    'JSS 1 A',
    'First term fees',
    'INV/441',
    '120,000.00',
    'INV/512',
    '2,500.50',
    'Ɗanjuma Ƙasim',
    '2025/0114',
    'School bus',
    '50,000.00',
    'Kept as credit',
    '10,000.00',
    '₦182,500.50',
    'One hundred and eighty-two thousand five hundred naira, fifty kobo only',
    'Cheque',
    '000417',
    'Balance owed',
    '₦45,000.00',
    'Ngozi Okafor',
    'Valid once the cheque has cleared.',
    'Scan to verify this receipt',
    'https://school.example/v/4f9a',
  ])
    expect(text).toContain(words.normalize('NFC'));
  for (const word of ['REVERSED', 'TEST', 'DUPLICATE']) expect(text).not.toContain(word);
});

test.for(papers)('on %s a later print, a void receipt and a test payment cannot pass for a receipt', async (paper) => {
  const [again] = await printed({ paper, duplicateOn: '2026-11-23' });
  expect(again).toContain('DUPLICATE, printed on 23 Nov 2026');
  const [revoked] = await printed({ paper, void: { reason: 'Entered twice' }, isTest: true });
  for (const words of ['REVERSED: Entered twice', 'TEST: no money was received', '\nREVERSED\n'])
    expect(`\n${revoked}`).toContain(words);
  const [tested] = await printed({ paper, isTest: true, cashier: null });
  expect(`\n${tested}`).toContain('\nTEST\n');
  expect(tested).toContain('Online payment');
});

test.for(papers)('100 lines of large amounts and long names fit on %s, no figure is broken', async (paper) => {
  const lines = Array.from({ length: 10 }, (_, at) => ({
    title: longName,
    invoice: `INV/2026/${at}`,
    amount: largest / 100,
  }));
  const students = Array.from({ length: 10 }, (_, at) => ({
    name: longName,
    admissionNumber: `2026/SCI/COMP/${at}`,
    place: 'Senior Secondary 3, Science B',
    lines,
  }));
  const pages = await printed({ paper, students, credit: 0, amount: largest, payer: longName, cashier: longName });
  if (paper === 'roll') expect(pages).toHaveLength(1);
  expect(pages.join('\n').match(/\n1,000,000,000\.00(?=\n)/g)).toHaveLength(100);
  expect(pages.join('\n')).toContain('\n₦100,000,000,000.00\n');
  expect(flat(pages)).toContain('One hundred billion naira only');
  for (const [at, page] of pages.entries())
    if (paper !== 'roll') expect(page).toContain(`Page ${at + 1} of ${pages.length}`);
});

test('the roll is 80 mm wide and as long as its content', async () => {
  const sizeOf = async (more: Partial<ReceiptPaper>) =>
    /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec((await render({ paper: 'roll', ...more })).toString('latin1'))!;
  const [, width, height] = await sizeOf({});
  const [, , longer] = await sizeOf({ note: longName });
  expect((Number(width) / 72) * 25.4).toBeCloseTo(80, 1);
  expect(Number(longer)).toBeGreaterThan(Number(height));
});

test('a receipt whose lines do not sum to its amount is not printed', async () => {
  await expect(printed({ credit: 0 })).rejects.toThrow('Receipt RC/2026/000123');
});

const day: DaySheet = {
  letterhead,
  currency: 'NGN',
  cashier: 'Ngozi Okafor',
  day: '2026-11-21',
  openedAt: '21 Nov 2026, 07:45 am',
  closedAt: '21 Nov 2026, 04:02 pm',
  approved: { by: 'Bísí Adé', at: '21 Nov 2026, 04:30 pm' },
  channels: [
    { label: 'Cash', receipts: 34, received: 145_250_000, float: 2_000_000, counted: 147_200_000 },
    { label: 'POS', receipts: 12, received: 86_000_000, float: 0, counted: 86_100_000 },
  ],
  firstCount: 'Cash ₦1,471,000.00, POS ₦861,000.00',
  denominations: [
    { value: 100_000, count: 1_400 },
    { value: 50_000, count: 144 },
    { value: 50, count: 0 },
  ],
  remark: '₦500.00 short.',
  receipts: [
    { number: 'RC/1', time: '08:05 am', name: 'Ɗanjuma Ƙasim', channel: 'Cash', amount: 150_000, isVoid: false },
    { number: 'RC/2', time: '08:07 am', name: 'Kẹ́mi Adébáyọ̀', channel: 'POS', amount: 250_000, isVoid: true },
  ],
  printedAt: '21 Nov 2026, 05:10 pm',
};
const sheetOf = async (more: Partial<DaySheet> = {}) =>
  pdfText(await renderPdf(new URL('../../cashier/days/day-sheet.pdf.ts', import.meta.url), { ...day, ...more }));

test('a day sheet shows float, expected, counted by denomination and the difference, to be signed', async () => {
  const [text] = await sheetOf();
  for (const words of [
    '20,000.00',
    '1,452,500.00',
    '1,472,500.00',
    '1,472,000.00',
    '−500.00',
    '+1,000.00',
    '+500.00',
    '2,333,000.00',
    '₦1,000',
    '1,400',
    '1,400,000.00',
    '₦0.50',
    '₦500.00 short.',
    'VOID 2,500.00',
    'Counted again. First count: Cash ₦1,471,000.00, POS ₦861,000.00',
    'Ngozi Okafor, cashier',
    'Bísí Adé, bursar',
  ])
    expect(`\n${text}`).toContain(`\n${words.normalize('NFC')}\n`);
});

test('a day whose cash is not what its notes and coins sum to is not printed', async () => {
  await expect(sheetOf({ denominations: [{ value: 100_000, count: 1 }] })).rejects.toThrow(
    'Ngozi Okafor on 2026-11-21',
  );
});

test('an open day shows no count and no difference, and says that it is open', async () => {
  const channels = day.channels.map((channel) => ({ ...channel, counted: null, received: largest }));
  const [text] = await sheetOf({ channels, closedAt: null, approved: null, denominations: [], receipts: [] });
  expect(text).toContain('Open: not counted and closed yet');
  expect(text).not.toContain('−');
  expect(text!.match(/\n100,000,000,000\.00(?=\n)/g)).toHaveLength(3);
});
