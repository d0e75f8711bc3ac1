import { stampPages } from '#kernel/pdf/stamp.ts';
import { drawSheet } from './receipt-sheet.ts';
import { points, type Doc, type Sheet } from '#kernel/pdf/document.ts';
import { checkSum, stampOf, marksOf } from './receipt-marks.ts';
import type { ReceiptPaper, ReceiptStudent } from './receipt-paper.ts';
import { amountInWords } from './amount-in-words.ts';
import { figure, priced } from '#kernel/pdf/figures.ts';
import { banner, code, drawParts, pair, rule, words, type RollPart } from './roll.ts';

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
    words(letterhead.name, { size: 12, isBold: true, ...centred }),
    ...letterhead.lines.map((line) => words(line, { size: 8, ...centred })),
    rule,
    words((receipt.heading ?? 'Receipt').toUpperCase(), { size: 11, isBold: true, ...centred }),
    ...marksOf(receipt).map(banner),
    pair('No.', receipt.number, { isBold: true, gap: 4 }),
    pair('Date', receipt.receivedAt),
    ...optional('Received from', receipt.payer),
    rule,
    ...receipt.students.flatMap(studentParts),
    ...(receipt.credit > 0 ? [pair('Kept as credit', figure(receipt.credit), { gap: 4 })] : []),
    rule,
    pair('TOTAL', priced({ minor: receipt.amount, currency }), { size: 11.5, isBold: true }),
    words(amountInWords(receipt.amount, currency), { size: 8, gap: 3 }),
    rule,
    pair('Paid by', receipt.channel),
    ...optional('Reference', receipt.reference),
    pair('Balance owed', priced({ minor: receipt.balance, currency }), { isBold: true }),
    pair('Received by', receipt.cashier ?? 'Online payment'),
    ...(receipt.note ? [words(receipt.note, { gap: 4 })] : []),
    code(receipt.address, points(27)),
    words('Scan to verify this receipt', { size: 8, isBold: true, gap: 4, ...centred }),
    words(receipt.address, { size: 7, ...centred }),
  ];
  drawParts(doc, points(80), parts);
}

const optional = (label: string, value: string | null): RollPart[] => (value ? [pair(label, value)] : []);

const studentParts = ({ name, admissionNumber, place, lines }: ReceiptStudent): RollPart[] => [
  words(name, { isBold: true, gap: 3 }),
  words([admissionNumber, place].filter(Boolean).join(' · '), { size: 8 }),
  ...lines.map(({ title, invoice, amount }) =>
    pair([title, invoice && `(${invoice})`].filter(Boolean).join(' '), figure(amount), { gap: 2 }),
  ),
];
