import { setImmediate as breathe } from 'node:timers/promises';
import { type Doc, type Progress, type Sheet, ink, shown, startPages, usualMargins } from '#kernel/pdf/document.ts';
import { drawQr } from '#kernel/pdf/draw-qr.ts';
import { figure, priced } from '#kernel/pdf/figures.ts';
import { letterheadFor, numberPages } from '#kernel/pdf/letterhead.ts';
import { heading, needRoom, widthOf } from '#kernel/pdf/parts.ts';
import { stampPages } from '#kernel/pdf/stamp.ts';
import { table } from '#kernel/pdf/table.ts';
import { marks, title, totals } from '#kernel/pdf/title.ts';
import { formatDay } from '#kernel/dates.ts';
import { qrOf } from '#kernel/qr.ts';
import { currencySign } from '#ui/format.ts';
import type { Bill, BillFile } from './bill-data.queries.ts';

export const sheet: Sheet = { isEmpty: true };

/** Invoices, each from a page of its own. */
export default async function bills(doc: Doc, file: BillFile, progress: Progress): Promise<void> {
  const [first] = file.bills;
  doc.info.Title = file.bills.length === 1 ? `Invoice ${first!.number}` : 'Invoices';
  const drawHead = await letterheadFor(doc, file.letterhead);
  for (const [at, bill] of file.bills.entries()) {
    startPages(doc, { size: 'A4', margins: usualMargins });
    drawHead();
    drawBill(doc, bill, file);
    if (bill.void) stampPages(doc, 'VOID');
    numberPages(doc, `Invoice ${bill.number} · ${file.letterhead.name}`);
    // Written out, so that memory does not grow with the number of bills.
    doc.flushPages();
    progress(at + 1, file.bills.length);
    await breathe();
  }
}

const sumOf = (list: { amount: number }[]) => list.reduce((sum, { amount }) => sum + amount, 0);

function drawBill(doc: Doc, bill: Bill, { letterhead, currency, payTo }: BillFile): void {
  const { accent } = letterhead;
  const total = sumOf(bill.charges) - sumOf(bill.deductions);
  const open = bill.dues.reduce((sum, due) => sum + due.open, 0);
  if (!bill.void && open !== total - bill.paid)
    throw new RangeError(`Invoice ${bill.number}: ${total} less ${bill.paid} paid is not the ${open} open.`);
  title(doc, {
    words: 'Invoice',
    under: bill.title,
    beside: [`No. ${bill.number}`, `Issued ${formatDay(bill.issuedOn)}`],
    accent,
  });
  marks(doc, bill.void ? [`VOID: ${bill.void.reason}`] : []);
  drawStudent(doc, bill);
  const sign = currencySign(currency).trim();
  const columns = [
    { header: 'For', share: 6 },
    { header: `Amount (${sign})`, share: 2.4, align: 'right' as const },
  ];
  const charged = bill.charges.map((line) => [line.title, figure(line.amount)]);
  table(doc, columns, [...charged, ...bill.deductions.map((line) => [line.title, figure(-line.amount)])]);
  if (bill.void) return totals(doc, [{ label: 'Total', value: priced({ minor: total, currency }), isMain: true }]);
  drawTotals(doc, bill, total, currency);
  if (bill.dues.length > 1) drawDues(doc, bill, accent, sign);
  drawPayment(doc, bill, open + bill.otherOwed > 0 ? (bill.payTo ?? payTo) : [], accent);
}

function drawStudent(doc: Doc, { student, addressee, more }: Bill): void {
  const { left } = doc.page.margins;
  const width = widthOf(doc);
  const top = doc.y;
  doc.font('bold').fontSize(12).fillColor(ink.text).text(shown(student.name), left, top, { width });
  doc.font('regular').fontSize(9.5).fillColor(ink.soft);
  doc.text(shown([student.admissionNumber, student.place].filter(Boolean).join('  ·  ')), { width });
  if (addressee) doc.text(shown(`To ${addressee}`), { width });
  for (const { label, value } of more) doc.text(shown(`${label}: ${value}`), { width });
  doc.y += 10;
}

function drawTotals(doc: Doc, { paid, dues, otherOwed }: Bill, total: number, currency: string): void {
  const money = (minor: number) => priced({ minor, currency });
  const due = dues.find(({ open }) => open > 0);
  const by = due && dues.length === 1 ? ` by ${formatDay(due.dueOn)}` : '';
  const owed = total - paid;
  totals(doc, [
    { label: 'Total', value: money(total), isMain: paid === 0 && otherOwed === 0 && !by },
    ...(paid > 0 ? [{ label: 'Paid so far', value: money(-paid) }] : []),
    ...(otherOwed > 0 ? [{ label: 'Owed on earlier invoices', value: money(otherOwed) }] : []),
    ...(paid > 0 || otherOwed > 0 || by
      ? [{ label: owed + otherOwed > 0 ? `To pay${by}` : 'Paid in full', value: money(owed + otherOwed), isMain: true }]
      : []),
  ]);
}

function drawDues(doc: Doc, { dues }: Bill, accent: string, sign: string): void {
  heading(doc, 'Instalments', accent);
  const right = (header: string) => ({ header, share: 2.4, align: 'right' as const });
  table(
    doc,
    [{ header: 'Due', share: 2.4 }, right(`Amount (${sign})`), right(`Settled (${sign})`), right(`To pay (${sign})`)],
    dues.map(({ dueOn, amount, open }) => [formatDay(dueOn), figure(amount), figure(amount - open), figure(open)]),
  );
}

const qrSide = 74;

function drawPayment(doc: Doc, { address }: Bill, payTo: string[], accent: string): void {
  const textWidth = widthOf(doc) - qrSide - 28;
  doc.font('regular').fontSize(9.5);
  const heights = payTo.map((words) => doc.heightOfString(shown(words), { width: textWidth }) + 4);
  needRoom(
    doc,
    Math.max(
      heights.reduce((sum, each) => sum + each, 0),
      qrSide + 24,
    ) + 36,
  );
  if (payTo.length > 0) heading(doc, 'How to pay', accent);
  else doc.y += 8;
  const { left } = doc.page.margins;
  const top = doc.y;
  for (const words of payTo) {
    doc.text(shown(words), left, doc.y, { width: textWidth });
    doc.y += 4;
  }
  const x = left + widthOf(doc) - qrSide;
  drawQr(doc, qrOf(address), x, top + 2, qrSide);
  doc.font('regular').fontSize(7.5).fillColor(ink.faint);
  doc.text(payTo.length > 0 ? 'Scan to view and pay' : 'Scan to view', x - 20, top + qrSide + 7, {
    width: qrSide + 20,
    align: 'right',
    link: address,
  });
  doc.fillColor(ink.text);
}
