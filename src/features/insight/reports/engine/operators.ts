import type { ReportType } from '#kernel/contracts/report.ts';

/** How filters compare values, as the designer words them. */
export const operators = {
  is: 'is',
  is_not: 'is not',
  contains: 'contains',
  starts: 'starts with',
  one_of: 'is one of',
  none_of: 'is not one of',
  at_least: 'is at least',
  at_most: 'is at most',
  more_than: 'is more than',
  less_than: 'is less than',
  between: 'is between',
  before: 'is before',
  after: 'is after',
  last_days: 'is in the last … days',
  next_days: 'is in the next … days',
  yes: 'is yes',
  no: 'is no',
  empty: 'is empty',
  filled: 'is filled in',
} as const;
export type Operator = keyof typeof operators;
export const operatorKeys = Object.keys(operators) as [Operator, ...Operator[]];

const presence = ['empty', 'filled'] as const;
const amounts = ['is', 'at_least', 'at_most', 'more_than', 'less_than', 'between', ...presence] as const;

/** Those that make sense for each type; a photo is there or not. */
export const operatorsOf: Record<ReportType, readonly Operator[]> = {
  text: ['contains', 'is', 'is_not', 'starts', ...presence],
  choice: ['one_of', 'none_of', ...presence],
  number: amounts,
  money: amounts,
  day: ['between', 'is', 'before', 'after', 'last_days', 'next_days', ...presence],
  yesNo: ['yes', 'no'],
  photo: presence,
};

/** How many values each takes. */
export const valuesOf = (operator: Operator): 'none' | 'one' | 'two' | 'many' => {
  if (['yes', 'no', 'empty', 'filled'].includes(operator)) return 'none';
  if (operator === 'between') return 'two';
  return operator === 'one_of' || operator === 'none_of' ? 'many' : 'one';
};
