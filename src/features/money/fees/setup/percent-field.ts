import { z } from 'zod';
import { emptyIsNull, amount, checkbox, choice, day, id, line } from '#kernel/schemas.ts';
import { inputsOf } from '#kernel/record-fields/derive.ts';
import { feeFields } from '../fees.fields.ts';
import { audienceFields } from '../audience/audience.routes.ts';
import { fineKinds } from '../fees.ts';
import { rowsField } from './rows-field.ts';

/** A percentage with up to two decimals, as hundredths of a percent. */
export const percent = z
  .string()
  .or(z.number())
  .transform((value) => String(value).replace(/\s|%/g, ''))
  .refine((text) => /^\d{1,3}(\.\d{1,2})?$/.test(text), 'Enter a percentage such as 12.5.')
  .transform((text) => Math.round(Number(text) * 100))
  .refine((value) => value >= 1 && value <= 10_000, 'Enter a percentage above 0 and up to 100.');
export const optionalPercent = emptyIsNull(percent);

const ParticularFields = z.object({
  name: line(120, 'The name'),
  categoryId: id,
  amount: amount('The amount'),
  isOptional: checkbox,
});
const InstalmentFields = z.object({
  dueOn: day,
  percent: optionalPercent,
  amount: emptyIsNull(amount('The amount')),
});

export const FeeFields = z.object({
  ...inputsOf(feeFields),
  categoryId: id,
  sessionId: id,
  termId: emptyIsNull(id),
  particulars: rowsField(ParticularFields, 40, 'A fee can have up to 40 items.'),
  instalments: rowsField(InstalmentFields, 24, 'A fee can have up to 24 instalments.'),
  discounts: rowsField(z.object({ schemeId: id }), 20, 'A fee can have up to 20 discounts.').transform((rows) =>
    rows.map(({ schemeId }) => ({ schemeId })),
  ),
  ...audienceFields,
  fineHow: emptyIsNull(choice(fineKinds)),
  fineAmount: emptyIsNull(amount('The fine')),
  finePercent: optionalPercent,
  fineGraceDays: emptyIsNull(
    z.coerce.number('Enter a number of days.').int('Enter whole days.').min(0, 'Enter 0 or more days.').max(365),
  ),
  fineCap: emptyIsNull(amount('The maximum')),
});
export type FeeInput = z.infer<typeof FeeFields>;
export type ParticularInput = FeeInput['particulars'][number];
export type InstalmentInput = FeeInput['instalments'][number];

/** The rule of fines with only the values that its kind needs. */
export function readFine(input: FeeInput): Pick<FeeInput, 'fineHow'> & {
  fineAmount: number | null;
  finePercent: number | null;
  fineGraceDays: number | null;
  fineCap: number | null;
} {
  const { fineHow, fineAmount, finePercent, fineGraceDays, fineCap } = input;
  if (!fineHow) return { fineHow: null, fineAmount: null, finePercent: null, fineGraceDays: null, fineCap: null };
  const isPercent = fineHow === 'percent';
  return {
    fineHow,
    fineAmount: isPercent ? null : fineAmount,
    finePercent: isPercent ? finePercent : null,
    fineGraceDays: fineGraceDays ?? 0,
    fineCap,
  };
}
