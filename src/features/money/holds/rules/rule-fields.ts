import { z } from 'zod';
import { amount, choice, emptyIsNull, id, line, list } from '#kernel/schemas.ts';
import { ValidationError } from '#kernel/errors.ts';
import { countedAmounts, ruleNeeds, type RuleCondition } from '../holds.ts';
import { withheldField } from '../withheld-field.ts';

const ids = (most: number) =>
  list(id)
    .refine((values) => values.length <= most, `Choose up to ${most}.`)
    .transform((values) => [...new Set(values)].toSorted((a, b) => a - b));

/** Whom a rule holds. */
export const conditionFields = {
  above: emptyIsNull(amount('The amount')),
  counts: choice(countedAmounts),
  overdueDays: emptyIsNull(
    z.coerce
      .number('Enter a number of days.')
      .int('Enter a whole number of days.')
      .min(1, 'Enter 1 day or more.')
      .max(365, 'Enter up to 365 days.'),
  ),
  needs: choice(ruleNeeds),
  programIds: ids(100),
  classIds: ids(200),
};

export const RuleFields = z.object({
  name: line(80, 'The name'),
  withholds: withheldField('Choose what is withheld.'),
  ...conditionFields,
});
export type RuleInput = z.infer<typeof RuleFields>;

/** How many students the preview showed; it is looked at again if they are others by now. */
export const Seen = emptyIsNull(z.coerce.number().int().min(0).max(10_000_000));

export function checkCondition({ above, overdueDays }: RuleCondition): void {
  if (above === null && overdueDays === null)
    throw new ValidationError('above', 'Enter an amount, a number of days, or both.');
}

export const ruleTaken = (name: string): Record<string, [string, string]> => ({
  hold_rules_name: ['name', `A rule named ${name} already exists. Choose a different name.`],
});
