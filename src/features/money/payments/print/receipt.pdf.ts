import type { Doc, Sheet } from '#kernel/pdf/document.ts';
import { stampPages } from '#kernel/pdf/stamp.ts';
import { checkSum, stampOf } from './receipt-marks.ts';
import type { ReceiptPaper } from './receipt-paper.ts';
import { drawRoll } from './receipt-roll.ts';
import { drawSheet } from './receipt-sheet.ts';

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
