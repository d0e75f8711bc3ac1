import type { Chance } from '#features/records/geography/chance.demo.ts';
import type { OpenInvoice } from '#features/money/invoices/open-invoices.ts';

/** Who works at the counter, and who approves. */
export interface Bursary {
  cashierId: number;
  bursarId: number;
}

/** How families pay, by weight: all at once, the first instalment, some of it, nothing yet, more than is due. */
const habits = { full: 46, first: 24, part: 14, late: 10, ahead: 6 };

const thousand = 1000_00;

/** What a family pays for an invoice, in one or two payments. */
export function amountsPaid(chance: Chance, { open, dues }: OpenInvoice): number[] {
  if (open === 0) return [];
  const first = dues[0]!.amount;
  switch (chance.weighted(habits)) {
    case 'full':
      return chance.often(30) && first < open ? [first, open - first] : [open];
    case 'first':
      return [first];
    case 'part':
      return [Math.min(open, chance.between(4, 12) * 5 * thousand)];
    case 'ahead':
      return [open + chance.between(1, 4) * 5 * thousand];
    case 'late':
      return [];
  }
}

/** A channel with the reference that a cashier types. */
export function channelUsed(chance: Chance) {
  const channel = chance.weighted({ transfer: 46, pos: 27, cash: 24, cheque: 3 });
  const number = String(chance.between(100_000, 999_999));
  const references = { transfer: `FT26${number}`, pos: `${number}${number}`, cheque: `00${number}`, cash: null };
  return {
    channel,
    reference: references[channel],
    chequeBank: channel === 'cheque' ? chance.of(['First Bank', 'UBA', 'Union Bank']) : null,
  };
}

/** The days on which the bursary is open, from the first to the last. */
export function workingDays(first: string, last: string): string[] {
  const days: string[] = [];
  for (const day = new Date(`${first}T12:00:00Z`); ; day.setUTCDate(day.getUTCDate() + 1)) {
    const text = day.toISOString().slice(0, 10);
    if (text > last) return days;
    if (day.getUTCDay() % 6 !== 0) days.push(text);
  }
}

/** Notes and coins that make the amount, the largest first. */
export function notesOf(minor: number): Record<string, number> {
  const notes: Record<string, number> = {};
  let left = minor;
  for (const value of [1000_00, 500_00, 200_00, 100_00, 50_00, 20_00, 10_00, 5_00]) {
    const many = Math.floor(left / value);
    left -= many * value;
    if (many > 0) notes[value] = many;
  }
  return notes;
}
