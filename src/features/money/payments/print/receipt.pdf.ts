import { stampPages } from '#kernel/pdf/stamp.ts';
import { points, type Doc, type Sheet, ink, shown, startPages, usualMargins } from '#kernel/pdf/document.ts';
import type { ReceiptPaper, ReceiptStudent } from './receipt-paper.ts';
import { figure, priced } from '#kernel/pdf/figures.ts';
import { banner, code, drawParts, pair, rule, textPart, type RollPart } from './roll.ts';
import { drawQr } from '#kernel/pdf/draw-qr.ts';
import { drawLetterhead, numberPages } from '#kernel/pdf/letterhead.ts';
import { facts, needRoom, paragraph, widthOf } from '#kernel/pdf/parts.ts';
import { table, type MarkedRow } from '#kernel/pdf/table.ts';
import { marks, signature, title, totals } from '#kernel/pdf/title.ts';
import { qrOf } from '#kernel/qr.ts';
import { currencySign } from '#ui/format.ts';
import { formatDay } from '#kernel/dates.ts';
import { wholeNumber } from '#features/money/fees/amounts/percent.ts';

export const sheet: Sheet = { isEmpty: true };

/** A receipt on A4, on A5 or on an 80 mm roll. */
export default async function receipt(doc: Doc, data: ReceiptPaper): Promise<void> {
  doc.info.Title = `Receipt ${data.number}`;
  checkSum(data);
  if (data.paper === 'roll') drawRoll(doc, data);
  else await drawSheet(doc, data);
  const stamp = stampOf(data);
  if (stamp) stampPages(doc, stamp);
}

/** A receipt on the 80 mm roll of a thermal printer: black on white, as long as its content. */
function drawRoll(doc: Doc, receipt: ReceiptPaper): void {
  const { letterhead, currency } = receipt;
  const centred = { align: 'center' as const };
  const parts: RollPart[] = [
    textPart(letterhead.name, { size: 12, isBold: true, ...centred }),
    ...letterhead.lines.map((line) => textPart(line, { size: 8, ...centred })),
    rule,
    textPart((receipt.heading ?? 'Receipt').toUpperCase(), { size: 11, isBold: true, ...centred }),
    ...marksOf(receipt).map(banner),
    pair('No.', receipt.number, { isBold: true, gap: 4 }),
    pair('Date', receipt.receivedAt),
    ...optional('Received from', receipt.payer),
    rule,
    ...receipt.students.flatMap(studentParts),
    ...(receipt.credit > 0 ? [pair('Kept as credit', figure(receipt.credit), { gap: 4 })] : []),
    rule,
    pair('TOTAL', priced({ minor: receipt.amount, currency }), { size: 11.5, isBold: true }),
    textPart(amountInWords(receipt.amount, currency), { size: 8, gap: 3 }),
    rule,
    pair('Method', receipt.channel),
    ...optional('Reference', receipt.reference),
    pair('Balance owed', priced({ minor: receipt.balance, currency }), { isBold: true }),
    pair('Received by', receipt.cashier ?? 'Online payment'),
    ...(receipt.note ? [textPart(receipt.note, { gap: 4 })] : []),
    code(receipt.address, points(27)),
    textPart('Scan to verify this receipt', { size: 8, isBold: true, gap: 4, ...centred }),
    textPart(receipt.address, { size: 7, ...centred }),
  ];
  drawParts(doc, points(80), parts);
}

const optional = (label: string, value: string | null): RollPart[] => (value ? [pair(label, value)] : []);

const studentParts = ({ name, admissionNumber, place, lines }: ReceiptStudent): RollPart[] => [
  textPart(name, { isBold: true, gap: 3 }),
  textPart([admissionNumber, place].filter(Boolean).join(' · '), { size: 8 }),
  ...lines.map(({ title, invoice, amount }) =>
    pair([title, invoice && `(${invoice})`].filter(Boolean).join(' '), figure(amount), { gap: 2 }),
  ),
];

const papers = {
  a4: { size: 'A4', margins: usualMargins },
  a5: { size: 'A5', margins: { top: 28, right: 30, bottom: 40, left: 30 } },
} as const;

/** A receipt on a sheet of paper. */
async function drawSheet(doc: Doc, receipt: ReceiptPaper): Promise<void> {
  const { letterhead, number, currency, credit, balance } = receipt;
  startPages(doc, papers[receipt.paper as 'a4' | 'a5']);
  await drawLetterhead(doc, letterhead);
  title(doc, {
    words: receipt.heading ?? 'Receipt',
    beside: [`No. ${number}`, receipt.receivedAt],
    accent: letterhead.accent,
  });
  marks(doc, marksOf(receipt));
  drawAmount(doc, receipt);
  facts(
    doc,
    [
      { label: 'Received from', value: receipt.payer },
      { label: 'Method', value: receipt.channel },
      { label: 'Received by', value: receipt.cashier ?? 'Online payment' },
      { label: 'Reference', value: receipt.reference },
    ],
    { columns: receipt.paper === 'a4' ? 2 : 1 },
  );
  doc.y += 4;
  const columns = [
    { header: 'Paid for', share: 5 },
    { header: 'Invoice', share: 2.4, fits: true },
    { header: `Amount (${currencySign(currency).trim()})`, share: 2.6, align: 'right' as const },
  ];
  const kept: MarkedRow[] = credit > 0 ? [{ cells: ['Kept as credit for later invoices', '', figure(credit)] }] : [];
  table(doc, columns, [...receipt.students.flatMap(rowsOf), ...kept], { blank: '' });
  totals(doc, [
    { label: 'Amount received', value: priced({ minor: receipt.amount, currency }), isMain: true },
    { label: 'Balance owed', value: priced({ minor: balance, currency }) },
  ]);
  if (receipt.note) paragraph(doc, receipt.note, ink.soft);
  drawFoot(doc, receipt);
  numberPages(doc, `Receipt ${number} · ${letterhead.name}`);
}

const rowsOf = ({ name, admissionNumber, place, lines }: ReceiptStudent): MarkedRow[] => [
  { cells: [[name, admissionNumber, place].filter(Boolean).join('  ·  ')], isBold: true, staysWithNext: true },
  ...lines.map((line) => ({ cells: [line.title, line.invoice, figure(line.amount)] })),
];

/** The amount in figures and words, so that neither can be changed alone. */
function drawAmount(doc: Doc, { amount, currency }: ReceiptPaper): void {
  const { left } = doc.page.margins;
  const width = widthOf(doc);
  const words = shown(amountInWords(amount, currency));
  const inner = { width: width - 24 };
  const top = doc.y;
  doc.font('regular').fontSize(9.5);
  const height = doc.heightOfString(words, inner) + 44;
  doc.rect(left, top, width, height).fill(ink.band);
  doc.font('bold').fontSize(19).fillColor(ink.text);
  doc.text(priced({ minor: amount, currency }), left + 12, top + 8, inner);
  doc.font('regular').fontSize(9.5).fillColor(ink.soft);
  doc.text(words, left + 12, top + 34, inner);
  doc.x = left;
  doc.y = top + height + 12;
  doc.fillColor(ink.text);
}

const qrSide = 66;

function drawFoot(doc: Doc, { address, cashier }: ReceiptPaper): void {
  needRoom(doc, qrSide + 14);
  const { left } = doc.page.margins;
  const width = widthOf(doc);
  const top = doc.y + 8;
  const beside = left + qrSide + 12;
  const half = cashier ? width / 2 - qrSide + 10 : width - qrSide - 12;
  drawQr(doc, qrOf(address), left, top, qrSide);
  doc.font('bold').fontSize(8.5).fillColor(ink.text);
  doc.text('Scan to verify this receipt', beside, top + 2, { width: half });
  doc.font('regular').fontSize(7.5).fillColor(ink.faint);
  doc.text(shown(address), beside, doc.y + 2, { width: half, link: address });
  const line = width / 2 - 36;
  if (cashier) signature(doc, `${cashier}, for the school`, left + width - line, top + qrSide - 18, line);
  doc.y = top + qrSide;
}

/** Sentences at the top of a receipt that is not simply valid. */
function marksOf(receipt: ReceiptPaper): string[] {
  return [
    receipt.void && `REVERSED: ${receipt.void.reason}`,
    receipt.isTest && 'TEST: no money was received',
    receipt.duplicateOn && `DUPLICATE, printed on ${formatDay(receipt.duplicateOn)}`,
  ].flatMap((mark) => mark || []);
}

/** Across the whole paper. */
const stampOf = (receipt: ReceiptPaper): string | null => (receipt.void ? 'REVERSED' : receipt.isTest ? 'TEST' : null);

/** A receipt that does not add up is not printed. */
function checkSum({ number, amount, credit, students }: ReceiptPaper): void {
  const paid = students.flatMap(({ lines }) => lines).reduce((sum, line) => sum + line.amount, credit);
  if (paid !== amount) throw new RangeError(`Receipt ${number}: its lines are ${paid}, its amount is ${amount}.`);
}

interface Units {
  major: [singular: string, plural: string];
  minor: [singular: string, plural: string];
}

const unitsOf: Record<string, Units> = {
  NGN: { major: ['naira', 'naira'], minor: ['kobo', 'kobo'] },
  USD: { major: ['dollar', 'dollars'], minor: ['cent', 'cents'] },
  GBP: { major: ['pound', 'pounds'], minor: ['penny', 'pence'] },
  EUR: { major: ['euro', 'euros'], minor: ['cent', 'cents'] },
  GHS: { major: ['cedi', 'cedis'], minor: ['pesewa', 'pesewas'] },
};

/** `Twelve thousand five hundred naira, fifty kobo only`, as receipts state an amount so that no digit can be added. */
export function amountInWords(minor: number, currency: string): string {
  const [major, rest] = [Math.floor(wholeNumber(minor) / 100), minor % 100];
  const parts = (currency in unitsOf ? named : byCode)(major, rest, currency);
  const words = `${parts.join(', ')} only`;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function named(major: number, rest: number, currency: string): string[] {
  const units = unitsOf[currency]!;
  const parts = rest > 0 ? [counted(rest, units.minor)] : [];
  return major > 0 || rest === 0 ? [counted(major, units.major), ...parts] : parts;
}

/** The names of other currencies' units are unknown: `twelve thousand XOF, 50/100`. */
const byCode = (major: number, rest: number, currency: string): string[] => [
  `${inWords(major)} ${currency}`,
  ...(rest > 0 ? [`${String(rest).padStart(2, '0')}/100`] : []),
];

const counted = (count: number, [singular, plural]: [string, string]) =>
  `${inWords(count)} ${count === 1 ? singular : plural}`;

const small = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen ' +
  'eighteen nineteen'
).split(' ');
const tens = ', ,twenty,thirty,forty,fifty,sixty,seventy,eighty,ninety'.split(',');
const scales = ['', 'thousand', 'million', 'billion', 'trillion'];

function inWords(count: number): string {
  if (count === 0) return small[0]!;
  const groups: string[] = [];
  for (let left = count, scale = 0; left > 0; left = Math.floor(left / 1000), scale += 1) {
    const group = left % 1000;
    // One thousand and five, but one thousand one hundred and five.
    const joined = scale === 0 && group < 100 && left > group ? `and ${hundreds(group)}` : hundreds(group);
    if (group > 0) groups.unshift([joined, scales[scale]].filter(Boolean).join(' '));
  }
  return groups.join(' ');
}

function hundreds(count: number): string {
  const rest = belowHundred(count % 100);
  if (count < 100) return rest;
  const first = `${small[Math.floor(count / 100)]} hundred`;
  return rest ? `${first} and ${rest}` : first;
}

function belowHundred(count: number): string {
  if (count === 0) return '';
  if (count < 20) return small[count]!;
  const unit = count % 10;
  return unit ? `${tens[Math.floor(count / 10)]}-${small[unit]}` : tens[count / 10]!;
}
