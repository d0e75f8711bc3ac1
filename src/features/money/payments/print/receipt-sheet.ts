import { amountInWords } from './amount-in-words.ts';
import { ink, shown, startPages, usualMargins, type Doc } from '#kernel/pdf/document.ts';
import { drawQr } from '#kernel/pdf/draw-qr.ts';
import { figure, priced } from '#kernel/pdf/figures.ts';
import { drawLetterhead, numberPages } from '#kernel/pdf/letterhead.ts';
import { facts, needRoom, paragraph, widthOf } from '#kernel/pdf/parts.ts';
import { table, type MarkedRow } from '#kernel/pdf/table.ts';
import { marks, signature, title, totals } from '#kernel/pdf/title.ts';
import { qrOf } from '#kernel/qr.ts';
import { currencySign } from '#ui/format.ts';
import { marksOf } from './receipt-marks.ts';
import type { ReceiptPaper, ReceiptStudent } from './receipt-paper.ts';

const papers = {
  a4: { size: 'A4', margins: usualMargins },
  a5: { size: 'A5', margins: { top: 28, right: 30, bottom: 40, left: 30 } },
} as const;

/** A receipt on a sheet of paper. */
export async function drawSheet(doc: Doc, receipt: ReceiptPaper): Promise<void> {
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
      { label: 'Paid by', value: receipt.channel },
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
