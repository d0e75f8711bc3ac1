import { z } from 'zod';
import { amount, checkbox, choice, emptyIsNull, id, line } from '#kernel/schemas.ts';
import { Refused } from '#kernel/errors.ts';
import { discountGroups } from '../fees.ts';
import { optionalPercent } from '../setup/percent-field.ts';

export const SchemeFields = z.object({
  name: line(80, 'The name'),
  percent: optionalPercent,
  amount: emptyIsNull(amount('The amount')),
  who: choice(discountGroups),
  childFrom: emptyIsNull(
    z.coerce
      .number('Enter a number.')
      .int('Enter a whole number.')
      .min(2, 'Enter 2 or more.')
      .max(20, 'Enter up to 20.'),
  ),
  studentCategoryId: emptyIsNull(id),
  feeCategoryId: emptyIsNull(id),
  isScholarship: checkbox,
});
export type SchemeInput = z.infer<typeof SchemeFields>;

/** The scheme with only the values that its kind needs. */
export function readScheme(input: SchemeInput): SchemeInput {
  if (input.percent === null && input.amount === null) throw new Refused('percent', 'Enter a percentage or an amount.');
  if (input.percent !== null && input.amount !== null)
    throw new Refused('amount', 'Enter a percentage or an amount, not both.');
  if (input.who === 'sibling' && input.childFrom === null)
    throw new Refused('childFrom', 'Enter from which child of a family on, such as 2.');
  if (input.who === 'student_category' && input.studentCategoryId === null)
    throw new Refused('studentCategoryId', 'Choose a student category.');
  return {
    ...input,
    childFrom: input.who === 'sibling' ? input.childFrom : null,
    studentCategoryId: input.who === 'student_category' ? input.studentCategoryId : null,
  };
}

export const schemeTaken = (name: string): Record<string, [string, string]> => ({
  discount_schemes_name: ['name', `A discount named ${name} already exists. Choose a different name.`],
});
