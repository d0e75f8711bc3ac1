import { wholeNumber } from '#features/money/fees/amounts/percent.ts';

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
