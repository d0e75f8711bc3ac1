import { points, type Doc, type Sheet } from '#kernel/pdf/document.ts';
import { code, drawParts, pair, rule, textPart, type RollPart } from '#features/money/payments/print/roll.ts';

export const sheet: Sheet = { isEmpty: true };

const centred = { align: 'center' as const };

/** Pins on the 80 mm roll of a thermal printer. */
export default async function draw(doc: Doc, slip: PinSlip): Promise<void> {
  doc.info.Title = `Pins of ${slip.order}`;
  const parts: RollPart[] = [
    textPart(slip.institution, { size: 12, isBold: true, ...centred }),
    textPart(slip.name, { size: 10, isBold: true, gap: 4, ...centred }),
    rule,
    pair('Order', slip.order),
    pair('Receipt', slip.receipt),
    pair('Date', slip.soldAt),
    pair('Paid', slip.amount, { isBold: true }),
    ...slip.pins.flatMap(({ serial, secret, validity }) => [
      rule,
      pair('Serial number', serial, { size: 11, isBold: true }),
      textPart('Pin', { size: 8, gap: 4 }),
      textPart(secret, { size: 17, isBold: true, ...centred }),
      textPart(validity, { size: 8, gap: 3, ...centred }),
    ]),
    rule,
    ...(slip.instructions ? [textPart(slip.instructions, { gap: 4 })] : []),
    code(slip.address, points(27)),
    textPart('Scan to see your pins on your phone. Don’t share this slip.', { size: 8, gap: 4, ...centred }),
  ];
  drawParts(doc, points(80), parts);
}

/** What a cashier prints for the buyer of pins. */
export interface PinSlip {
  institution: string;
  name: string;
  instructions: string | null;
  order: string;
  receipt: string;
  soldAt: string;
  amount: string;
  /** The buyer's page. */
  address: string;
  pins: { serial: string; secret: string; validity: string }[];
}
